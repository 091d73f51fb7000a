/// The main loop of an event loop's thread, which handles poller events and timers and runs jobs.
///
/// Only the event loop's thread accesses this value. The value is a struct, because the runtime
/// checks accesses to class properties for overlaps.
struct LoopThread {
  private let loop: EventLoop
  private var events = Kernel.Poller.Events()
  private var woken: [Woken] = []
  private var jobs = JobQueue()
  /// The expiry of the kernel timer that wakes the poller. The expiry is never later than the
  /// earliest deadline. Most events happen before their deadline, so most sleeps need no timer
  /// call.
  private var alarm = Deadline.never
  /// The time at which the event loop last woke tasks on other threads.
  private var lastWaking: UInt64 = 0

  /// The maximum number of passes over newly queued jobs before the poller is checked again.
  private static let roundsPerTurn = 16
  /// The maximum time in nanoseconds that jobs run before the poller is checked again.
  private static let turnLimit: UInt64 = 1_000_000
  /// The maximum interval in nanoseconds between wake-ups that the event loop combines.
  private static let wakingInterval: UInt64 = 50_000

  init(of loop: EventLoop) { self.loop = loop }

  private enum Sleep {
    case no
    case until(Deadline)
  }

  /// Runs the main loop until the event loop is shut down.
  mutating func run() {
    while let sleep = nextSleep() {
      if case .until(let deadline) = sleep { setAlarm(to: deadline) }
      let count = loop.poller.useAsOwner { poller in
        switch sleep {
        case .no: Kernel.Poller.wait(poller, into: &events, milliseconds: 0)
        case .until: Kernel.Poller.wait(poller, into: &events, milliseconds: -1)
        }
      }
      // The clock is read once per iteration. A deadline that passes later is handled in the next
      // iteration.
      let now = Kernel.now()
      collect(Int(count), at: now)
      wakeTasks(at: now)
      runJobs(from: now)
    }
    finish()
  }

  /// Returns the maximum time until which the poller may sleep. Returns `nil` if the event loop
  /// must stop and has no work left.
  private mutating func nextSleep() -> Sleep? {
    loop.withState { state in
      jobs.take(&state.arrived)
      if !jobs.isEmpty { return .no }
      guard state.phase == .running else { return nil }
      let first = state.heap.first
      // A timer in the past expires immediately. A manual clock has no kernel timer, and a test may
      // have moved the clock.
      if case .manual(let clock) = loop.time, first <= clock.now || clock.move(to: first) {
        return .no
      }
      state.sleepsUntil = first
      return .until(first)
    }
  }

  /// Sets the kernel timer to a deadline, because the poller must not sleep past the deadline.
  private mutating func setAlarm(to deadline: Deadline) {
    // A manual clock needs no timer, because it wakes the event loop when it advances.
    guard deadline < alarm, case .system = loop.time else { return }
    alarm = deadline
    _ = loop.timer.use { Kernel.Poller.set($0, to: deadline.nanoseconds) }
  }

  /// Collects the tasks to wake because of poller events and expired deadlines.
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

  /// Wakes the collected tasks in order.
  ///
  /// If wake-ups of tasks on other threads follow each other closely, the event loop first yields
  /// to those threads. The event loop then handles several events together. The combination halves
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

  /// Runs queued jobs and the jobs that they enqueue, for a limited time. The event loop handles
  /// sockets and deadlines after that time.
  private mutating func runJobs(from start: UInt64) {
    guard !jobs.isEmpty else { return }
    // The order of a simulation must not depend on the speed of the processor.
    let nextTask = loop.time.nextTask
    let end = nextTask == nil ? start &+ Self.turnLimit : .max
    for _ in 0..<Self.roundsPerTurn {
      guard !jobs.isEmpty else { return }
      if let nextTask { jobs.reorder(nextTask) }
      let areAllRun = jobs.run(on: loop, until: end)
      // Remaining jobs run before newly queued jobs.
      loop.moveQueued(to: &jobs)
      guard areAllRun else { return }
    }
  }

  /// Closes the poller, resumes the callers of `shutdown`, and moves the remaining jobs to the
  /// global pool.
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
