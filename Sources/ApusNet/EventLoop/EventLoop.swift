package import ApusBytes

/// A thread that waits for sockets and deadlines, and runs tasks that prefer it.
///
/// A task that runs on the loop (`withTaskExecutorPreference(loop)`) never leaves its thread while
/// it waits; any other task is woken by the loop and goes on where it was. A loop lives until it
/// is shut down.
///
/// It is a `TaskExecutor` only: were it a `SerialExecutor` too, each call between isolated and
/// other code would go through the queue.
public final class EventLoop: TaskExecutor, @unchecked Sendable {
  private let state: Lock<State>
  let poller: Descriptor
  let wake: Descriptor
  let timer: Descriptor
  /// What tells the loop the time.
  public let time: TimeSource
  /// Whether the loop is that of everyone who names none, which no code of a caller's may hold.
  public let isShared: Bool

  // Seen and changed by the loop's thread alone, which takes them out for as long as it changes
  // them: an access to what is in a class is checked, unless it ends at once.
  /// Jobs that the thread itself has queued.
  private var queued = JobQueue()
  /// Memory for received bytes that no one uses.
  private var spare = ByteQueue()
  /// How much memory is kept so, which is what a head is received into.
  private static let spareCapacity = 8_192

  /// What the loop's lock guards.
  struct State {
    /// Jobs from other threads.
    var arrived = JobQueue()
    var sockets = Registrations()
    /// Everyone who waits, with a deadline or without, and places that are kept for later.
    var heap = DeadlineHeap()
    var waitingCount = 0
    var phase = Phase.running
    /// Until when the thread sleeps; nil while it is awake, or somebody has woken it.
    var sleepsUntil: Deadline?
    var callers: [Waiter] = []
    let waker: Waker

    /// Returns what wakes the thread if it sleeps; only once.
    mutating func wakerIfAsleep() -> Waker? {
      defer { sleepsUntil = nil }
      return sleepsUntil == nil ? nil : waker
    }

    /// Returns what wakes the thread if it would sleep past a deadline; only once.
    mutating func wakerIfAsleep(past deadline: Deadline) -> Waker? {
      guard let sleepsUntil, deadline < sleepsUntil else { return nil }
      return wakerIfAsleep()
    }
  }

  /// What ends the thread's sleep.
  ///
  /// It is taken out under the lock, and outlives the loop: as soon as the lock is free, the job or
  /// the wait that somebody has brought can end on the loop's thread, and the last reference to the
  /// loop goes with it. The runtime holds none while it brings a job.
  struct Waker {
    let descriptor: Descriptor

    func wake() { _ = descriptor.use(Kernel.Poller.wake) }
  }

  enum Phase {
    case running
    /// No one may wait any more; jobs are still run.
    case stopping
    case stopped
  }

  /// Starts a loop's thread.
  public convenience init(time: TimeSource = .system) throws(NetError) {
    try self.init(time: time, isShared: false)
  }

  init(time: TimeSource, isShared: Bool) throws(NetError) {
    self.time = time
    self.isShared = isShared
    poller = try Descriptor(opened: Kernel.Poller.open(), by: "epoll_create1")
    wake = try Descriptor(opened: poller.use(Kernel.Poller.openWake), by: "eventfd")
    timer = try Descriptor(opened: poller.use(Kernel.Poller.openTimer), by: "timerfd_create")
    state = Lock(State(waker: Waker(descriptor: wake)))
    if case .manual(let clock) = time { clock.add(self) }
    let started = Kernel.Threads.start(name: "apus-loop", owner: self) { [self] in
      var thread = LoopThread(of: self)
      thread.run()
    }
    guard started == 0 else { throw NetError("pthread_create", result: started) }
  }

  /// Returns the loop of everyone who names none: the first of `LoopGroup.shared`.
  public static func shared() throws(NetError) -> EventLoop { try LoopGroup.shared.first() }

  /// Where work goes that has no executor of its own.
  ///
  /// That is the global pool, or this loop where it moves its clock when it has nothing to do: it
  /// must see then all that is to be done.
  package var executorOfOthers: any TaskExecutor {
    if case .manual(let clock) = time, clock.movesWhenIdle { return self }
    return globalConcurrentExecutor
  }

  /// Whether the loop has not been shut down.
  public var isRunning: Bool { state.withLock { $0.phase == .running } }

  /// How much the loop has to do.
  ///
  /// How many sockets are open there, how many tasks wait, and how many places are kept for them.
  public var census: (sockets: Int, waiting: Int, timers: Int) {
    state.withLock { ($0.sockets.count, $0.waitingCount, $0.heap.count) }
  }

  /// Ends every wait, runs the jobs that are left, and returns when the thread has ended.
  ///
  /// Tasks that prefer the loop go on in the global pool. Sockets can be closed, and not waited
  /// for.
  public func shutdown() async {
    let woken: [Woken] = state.withLock { state in
      if state.phase == .running { state.phase = .stopping }
      var woken: [Woken] = []
      while let doorbell = state.heap.removeAny() {
        if let one = doorbell.end(.shutDown, &state) { woken.append(one) }
      }
      return woken
    }
    for one in woken { one.deliver() }
    interrupt()
    _ = await Waiter.suspend { waiter in
      let hasStopped = state.withLock { state in
        if state.phase != .stopped { state.callers.append(waiter) }
        return state.phase == .stopped
      }
      if hasStopped { waiter.wake(.shutDown) }
    }
  }

  /// Whether the caller is on the loop's thread.
  public var isCurrent: Bool { Kernel.Threads.isOwned(by: self) }

  /// Takes over a job that a task prefers to run here.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent {
      var jobs = JobQueue()
      swap(&queued, &jobs)
      jobs.append(job)
      return swap(&queued, &jobs)
    }
    let (isTaken, waker): (Bool, Waker?) = state.withLock { state in
      guard state.phase != .stopped else { return (false, nil) }
      state.arrived.append(job)
      return (true, state.wakerIfAsleep())
    }
    // From here on the loop may be gone.
    waker?.wake()
    if !isTaken { JobQueue.runElsewhere(job) }
  }

  /// Moves what the loop's thread itself has queued to the end of its jobs.
  func moveQueued(to jobs: inout JobQueue) {
    var moved = JobQueue()
    swap(&queued, &moved)
    jobs.take(&moved)
    swap(&queued, &moved)
  }

  func withState<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock(body)
  }

  /// Ends the thread's sleep.
  func interrupt() { _ = wake.use(Kernel.Poller.wake) }

  /// Lets the poller report a socket, which must be taken out before it is closed.
  func add(_ descriptor: Descriptor, _ readiness: Readiness) throws(NetError) -> UInt64 {
    let token = state.withLock { $0.sockets.insert(readiness) }
    let result = poller.use { poller in
      descriptor.use { Kernel.Poller.add($0, to: poller, token: token) }
    }
    guard result != 0 else { return token }
    state.withLock { $0.sockets.remove(token) }
    throw isRunning ? NetError("epoll_ctl", result: result) : .shutDown
  }

  func remove(_ descriptor: Descriptor, token: UInt64) {
    state.withLock { $0.sockets.remove(token) }
    // A child between fork and exec holds the socket too, and would keep it in the poller.
    _ = poller.use { poller in descriptor.use { Kernel.Poller.remove($0, from: poller) } }
  }
}

/// Memory for what is received, handed from one connection to the next.
///
/// A connection has none while it rests, and each request would have to set some aside anew. Tasks
/// that do not run on the loop's thread do.
extension EventLoop {
  /// Gives a queue without memory what another one has given up here.
  package func lendMemory(to queue: inout ByteQueue) {
    guard isCurrent, queue.capacity == 0 else { return }
    swap(&spare, &queue)
  }

  /// Leaves a queue empty and without memory, which is kept for the next one.
  package func takeMemory(of queue: inout ByteQueue) {
    var taken = ByteQueue()
    swap(&queue, &taken)
    guard isCurrent, taken.isEmpty, taken.capacity <= Self.spareCapacity else { return }
    swap(&spare, &taken)
  }
}
