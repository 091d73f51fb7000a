package import ApusBytes

/// A thread that waits for sockets and deadlines, and runs tasks that prefer it.
///
/// A task that runs on the loop (`withTaskExecutorPreference(loop)`) stays on its thread while it
/// waits; any other task is woken by the loop and continues on its own executor. A loop runs until
/// it is shut down.
///
/// It is a `TaskExecutor` only: if it were a `SerialExecutor` too, each call between isolated and
/// other code would go through the queue.
public final class EventLoop: TaskExecutor, @unchecked Sendable {
  private let state: Lock<State>
  let poller: Descriptor
  let wake: Descriptor
  let timer: Descriptor
  /// The source of the loop's time.
  public let time: TimeSource
  /// A Boolean value that indicates whether the loop is shared.
  ///
  /// The caller's code must not block a shared loop.
  public let isShared: Bool

  // Only the loop's thread accesses these. It takes them out while it changes them, because the
  // runtime checks an access to a class property unless the access ends immediately.
  /// The jobs that the thread itself has queued.
  private var queued = JobQueue()
  /// Unused memory for received bytes.
  private var spare = ByteQueue()
  /// The capacity of the memory that is kept, which is the size of a buffer for a message head.
  private static let spareCapacity = 8_192

  /// The state that the loop's lock protects.
  struct State {
    /// The jobs from other threads.
    var arrived = JobQueue()
    var sockets = Registrations()
    /// All waiting doorbells, with or without a deadline, and positions that are kept for later.
    var heap = DeadlineHeap()
    var waitingCount = 0
    var phase = Phase.running
    /// The end of the thread's sleep; nil if it is awake or has been woken.
    var sleepsUntil: Deadline?
    var callers: [Waiter] = []
    let waker: Waker

    /// Returns the waker of the thread if it sleeps; only once.
    mutating func wakerIfAsleep() -> Waker? {
      defer { sleepsUntil = nil }
      return sleepsUntil == nil ? nil : waker
    }

    /// Returns the waker of the thread if it would sleep past a deadline; only once.
    mutating func wakerIfAsleep(past deadline: Deadline) -> Waker? {
      guard let sleepsUntil, deadline < sleepsUntil else { return nil }
      return wakerIfAsleep()
    }
  }

  /// A handle that ends the thread's sleep.
  ///
  /// It is taken out under the lock, and outlives the loop: as soon as the lock is released, the
  /// new job or wait can end on the loop's thread and release the last reference to the loop. The
  /// runtime has no reference of its own while it enqueues a job.
  struct Waker {
    let descriptor: Descriptor

    func wake() { _ = descriptor.use(Kernel.Poller.wake) }
  }

  enum Phase {
    case running
    /// New waits are rejected; jobs still run.
    case stopping
    case stopped
  }

  /// Starts the thread of a loop.
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

  /// Returns the default loop: the first one of `LoopGroup.shared`.
  public static func shared() throws(NetError) -> EventLoop { try LoopGroup.shared.first() }

  /// The executor of work that has no executor of its own.
  ///
  /// This is the global pool, or this loop if it advances its clock when idle: it must see all
  /// pending work then.
  package var executorOfOthers: any TaskExecutor {
    if case .manual(let clock) = time, clock.movesWhenIdle { return self }
    return globalConcurrentExecutor
  }

  /// A Boolean value that indicates whether the loop has not been shut down.
  public var isRunning: Bool { state.withLock { $0.phase == .running } }

  /// The load of the loop.
  ///
  /// The number of open sockets, of waiting tasks, and of heap positions that are kept for them.
  public var census: (sockets: Int, waiting: Int, timers: Int) {
    state.withLock { ($0.sockets.count, $0.waitingCount, $0.heap.count) }
  }

  /// Ends every wait, runs the remaining jobs, and returns when the thread has ended.
  ///
  /// Tasks that prefer the loop continue in the global pool. Sockets can still be closed, but not
  /// awaited.
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

  /// A Boolean value that indicates whether the caller runs on the loop's thread.
  public var isCurrent: Bool { Kernel.Threads.isOwned(by: self) }

  /// Enqueues the job of a task that prefers this loop.
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
    // From here on the loop may be deallocated.
    waker?.wake()
    if !isTaken { JobQueue.runElsewhere(job) }
  }

  /// Appends the jobs that the loop's thread has queued itself.
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

  /// Registers a socket with the poller. It must be removed before it is closed.
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
    // A child between fork and exec also has the socket, and would keep it in the poller.
    _ = poller.use { poller in descriptor.use { Kernel.Poller.remove($0, from: poller) } }
  }
}

/// Memory for received bytes, passed from one connection to the next.
///
/// An idle connection has none, and each request would otherwise allocate memory. Tasks that do not
/// run on the loop's thread allocate their own.
extension EventLoop {
  /// Gives a queue without memory the memory that another queue has returned.
  package func lendMemory(to queue: inout ByteQueue) {
    guard isCurrent, queue.capacity == 0 else { return }
    swap(&spare, &queue)
  }

  /// Leaves a queue empty and without memory, and keeps its memory for the next one.
  package func takeMemory(of queue: inout ByteQueue) {
    var taken = ByteQueue()
    swap(&queue, &taken)
    guard isCurrent, taken.isEmpty, taken.capacity <= Self.spareCapacity else { return }
    swap(&spare, &taken)
  }
}
