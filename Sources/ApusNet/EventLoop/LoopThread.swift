/// The body of an event loop's thread. The thread handles the events of the poller and the clock,
/// runs jobs, and repeats both.
///
/// Only the event loop's thread accesses this state. The state is not part of the loop's class,
/// because the runtime checks accesses to class properties for overlaps.
struct LoopThread {
  private let loop: EventLoop
  private var events = Kernel.Poller.Events()
  private var woken: [Woken] = []
  private var jobs = JobQueue()
  /// The time of the timer that ends the poller's sleep. The time may be too early, but never too
  /// late. Most awaited events happen before their deadline, and a sleep then needs no timer call.
  private var alarm = Deadline.never
  /// The time of the last wake-up of tasks on other threads, by the kernel's clock.
  private var lastWaking: UInt64 = 0

  /// The number of rounds of newly queued jobs before the poller is checked again.
  private static let roundsPerTurn = 16
  /// The time in nanoseconds that jobs run before the poller is checked again.
  private static let turnLimit: UInt64 = 1_000_000
  /// The maximum interval in nanoseconds between wake-ups that are worth combining.
  private static let wakingInterval: UInt64 = 50_000

  init(of loop: EventLoop) { self.loop = loop }

  private enum Sleep {
    case no
    case until(Deadline)
  }

  /// Runs turns until the event loop is shut down.
  mutating func run() {
    while let sleep = nextSleep() {
      if case .until(let deadline) = sleep { setAlarm(to: deadline) }
      let count = loop.poller.useAsOwner { poller in
        switch sleep {
        case .no: Kernel.Poller.wait(poller, into: &events, milliseconds: 0)
        case .until: Kernel.Poller.wait(poller, into: &events, milliseconds: -1)
        }
      }
      // The clock is read once per turn, and a deadline that passes later has a turn of its own.
      let now = Kernel.now()
      collect(Int(count), at: now)
      wakeTasks(at: now)
      runJobs(from: now)
    }
    finish()
  }

  /// Returns the latest end of the poller's sleep. Returns `nil` if the event loop must stop and
  /// has no work left.
  private mutating func nextSleep() -> Sleep? {
    loop.withState { state in
      jobs.take(&state.arrived)
      if !jobs.isEmpty { return .no }
      guard state.phase == .running else { return nil }
      let first = state.heap.first
      // A timer in the past expires immediately. A manual clock has no timer, and may have been
      // moved.
      if case .manual(let clock) = loop.time, first <= clock.now || clock.move(to: first) {
        return .no
      }
      state.sleepsUntil = first
      return .until(first)
    }
  }

  /// Sets the timer to a deadline, because the poller must not sleep past the deadline.
  private mutating func setAlarm(to deadline: Deadline) {
    // A manual clock needs no timer, because it wakes the event loop when it advances.
    guard deadline < alarm, case .system = loop.time else { return }
    alarm = deadline
    _ = loop.timer.use { Kernel.Poller.set($0, to: deadline.nanoseconds) }
  }

  /// Collects the waiters that the first events and the clock wake.
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

  /// Wakes the waiters whose wait has ended, in order.
  ///
  /// If wake-ups of tasks on other threads follow each other closely, those threads run first. The
  /// event loop then collects further events together, instead of one wake-up at a time. The
  /// combination halves the processor time of many small requests.
  private mutating func wakeTasks(at now: UInt64) {
    guard !woken.isEmpty else { return loop.moveQueued(to: &jobs) }
    woken.reverse()
    while let one = woken.popLast() { one.deliver() }
    loop.moveQueued(to: &jobs)
    guard jobs.isEmpty else { return }
    if now &- lastWaking < Self.wakingInterval { Kernel.Threads.yield() }
    lastWaking = now
  }

  /// Runs jobs and the jobs that they queue, for a limited time. Sockets and deadlines are handled
  /// after that time.
  private mutating func runJobs(from start: UInt64) {
    for _ in 0..<Self.roundsPerTurn {
      guard !jobs.isEmpty else { return }
      let areAllRun = jobs.run(on: loop, until: start &+ Self.turnLimit)
      // The remaining jobs precede newly queued jobs.
      loop.moveQueued(to: &jobs)
      guard areAllRun else { return }
    }
  }

  /// Closes the thread's resources, notifies the waiters for the thread's end, and moves the
  /// remaining jobs to the global pool.
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
