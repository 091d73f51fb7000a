/// What a loop's thread does: whatever the poller and the clock have to say, then jobs, and again.
///
/// All of it is seen and changed by that thread alone, and is not the loop's own for that reason:
/// each access to what is in a class is checked for another one that lasts.
struct LoopThread {
  private let loop: EventLoop
  private var events = Kernel.Poller.Events()
  private var woken: [Woken] = []
  private var jobs = JobQueue()
  /// When the timer ends the poller's sleep. That may be too early, and never too late: a sleep
  /// costs the kernel no timer then, for most of what is waited for comes before its deadline.
  private var alarm = Deadline.never
  /// When tasks of other threads were last woken, by the kernel's clock.
  private var lastWaking: UInt64 = 0

  /// How often jobs that jobs have queued are run before the poller is asked again.
  private static let roundsPerTurn = 16
  /// For how many nanoseconds jobs are run before the poller is asked again.
  private static let turnLimit: UInt64 = 1_000_000
  /// How many nanoseconds at most lie between wakings that are worth being done together.
  private static let wakingInterval: UInt64 = 50_000

  init(of loop: EventLoop) { self.loop = loop }

  private enum Sleep {
    case no
    case until(Deadline)
  }

  /// Takes turns until the loop is shut down.
  mutating func run() {
    while let sleep = nextSleep() {
      if case .until(let deadline) = sleep { setAlarm(to: deadline) }
      let count = loop.poller.useAsOwner { poller in
        switch sleep {
        case .no: Kernel.Poller.wait(poller, into: &events, milliseconds: 0)
        case .until: Kernel.Poller.wait(poller, into: &events, milliseconds: -1)
        }
      }
      // The clock is read once a turn: what is due a moment later has a turn of its own.
      let now = Kernel.now()
      collect(Int(count), at: now)
      wakeTasks(at: now)
      runJobs(from: now)
    }
    finish()
  }

  /// Until when the poller may sleep; nil once the loop is to stop and has no more to do.
  private mutating func nextSleep() -> Sleep? {
    loop.withState { state in
      jobs.take(&state.arrived)
      if !jobs.isEmpty { return .no }
      guard state.phase == .running else { return nil }
      let first = state.heap.first
      // An alarm in the past rings at once; a clock that a test moves has none, and has been moved.
      if case .manual(let clock) = loop.time, first <= clock.now || clock.move(to: first) {
        return .no
      }
      state.sleepsUntil = first
      return .until(first)
    }
  }

  /// Sees to it that the poller does not sleep past a deadline.
  private mutating func setAlarm(to deadline: Deadline) {
    // A clock that a test moves wakes the loop itself.
    guard deadline < alarm, case .system = loop.time else { return }
    alarm = deadline
    _ = loop.timer.use { Kernel.Poller.set($0, to: deadline.nanoseconds) }
  }

  /// Finds out who is woken by the first events and by the clock.
  private mutating func collect(_ count: Int, at now: UInt64) {
    loop.withState { state in
      state.sleepsUntil = nil
      for index in 0..<count {
        let (token, rings) = events[index]
        if token == Kernel.Poller.timerToken { alarm = .never }
        guard let readiness = state.sockets[token] else { continue }
        if let one = readiness.input.ring(rings, &state) { woken.append(one) }
        if let one = readiness.output.ring(rings, &state) { woken.append(one) }
      }
      guard state.heap.first != .never else { return }
      let now = loop.time.now(ofSystem: now)
      while let doorbell = state.heap.removeFirst(due: now) {
        if let one = doorbell.expire(at: now, &state) { woken.append(one) }
      }
    }
  }

  /// Wakes those whose wait has ended, in the order in which that was found.
  ///
  /// Where tasks of other threads are woken one soon after the other, those threads go first: what
  /// else comes meanwhile is collected at once then, instead of one wake-up at a time. That halves
  /// the processor time of many small requests.
  private mutating func wakeTasks(at now: UInt64) {
    guard !woken.isEmpty else { return loop.moveQueued(to: &jobs) }
    woken.reverse()
    while let one = woken.popLast() { one.deliver() }
    loop.moveQueued(to: &jobs)
    guard jobs.isEmpty else { return }
    if now &- lastWaking < Self.wakingInterval { Kernel.Threads.yield() }
    lastWaking = now
  }

  /// Runs jobs, and those that they queue, but not for ever: sockets and deadlines have a turn.
  private mutating func runJobs(from start: UInt64) {
    for _ in 0..<Self.roundsPerTurn {
      guard !jobs.isEmpty else { return }
      let areAllRun = jobs.run(on: loop, until: start &+ Self.turnLimit)
      // What is left goes before what was queued meanwhile.
      loop.moveQueued(to: &jobs)
      guard areAllRun else { return }
    }
  }

  /// Closes what the thread has used, tells who waits for its end, and gives away what is left.
  private mutating func finish() {
    loop.poller.close()
    loop.wake.close()
    loop.timer.close()
    let callers = loop.withState { state in
      state.phase = .stopped
      jobs.take(&state.arrived)
      defer { state.callers = [] }
      return state.callers
    }
    for caller in callers { caller.wake(.shutDown) }
    loop.moveQueued(to: &jobs)
    jobs.runElsewhere()
  }
}
