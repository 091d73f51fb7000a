package import ApusBytes

/// A thread that waits for sockets and deadlines, and runs tasks that prefer it.
///
/// A task that runs on the event loop (`withTaskExecutorPreference(loop)`) stays on the loop's
/// thread while the task waits. The event loop wakes any other task, which continues on its own
/// executor. An event loop runs until it is shut down.
///
/// An event loop is only a `TaskExecutor`. If the loop were a `SerialExecutor` too, each call
/// between isolated and other code would pass through the queue.
public final class EventLoop: TaskExecutor, @unchecked Sendable {
  private let state: Lock<State>
  let poller: Descriptor
  let wake: Descriptor
  let timer: Descriptor
  /// The source of the event loop's time.
  public let time: TimeSource
  /// A Boolean value that indicates whether the event loop is shared.
  ///
  /// The caller's code must not block a shared event loop.
  public let isShared: Bool

  // Only the event loop's thread accesses the following properties. The thread moves a property out
  // of the object while it changes the property. The runtime checks an access to a class property
  // unless the access ends immediately.
  /// The jobs that the event loop's thread itself has queued.
  private var queued = JobQueue()
  /// Unused memory for received bytes.
  private var spare = ByteQueue()
  /// The capacity of the retained memory, which is the size of a buffer for a message head.
  private static let spareCapacity = 8_192

  /// The state that the event loop's lock protects.
  struct State {
    /// The jobs that other threads have queued.
    var arrived = JobQueue()
    var sockets = Registrations()
    /// All waiting doorbells, with or without a deadline, and the positions that doorbells retain
    /// for later waits.
    var heap = DeadlineHeap()
    var waitingCount = 0
    var phase = Phase.running
    /// The end of the thread's sleep. The value is `nil` if the thread is awake or has been woken.
    var sleepsUntil: Deadline?
    var callers: [Waiter] = []
    let waker: Waker

    /// Returns the waker of the thread if the thread sleeps. The waker is returned only once for
    /// each sleep.
    mutating func wakerIfAsleep() -> Waker? {
      defer { sleepsUntil = nil }
      return sleepsUntil == nil ? nil : waker
    }

    /// Returns the waker of the thread if the thread would sleep past a deadline. The waker is
    /// returned only once for each sleep.
    mutating func wakerIfAsleep(past deadline: Deadline) -> Waker? {
      guard let sleepsUntil, deadline < sleepsUntil else { return nil }
      return wakerIfAsleep()
    }
  }

  /// A handle that ends the sleep of an event loop's thread.
  ///
  /// The handle is taken out under the lock and outlives the event loop. After the release of the
  /// lock, the new job or wait can end on the loop's thread and release the last reference to the
  /// loop. The runtime has no reference of its own while it enqueues a job.
  struct Waker {
    let descriptor: Descriptor

    func wake() { _ = descriptor.use(Kernel.Poller.wake) }
  }

  enum Phase {
    case running
    /// The event loop rejects new waits, but still runs jobs.
    case stopping
    case stopped
  }

  /// Starts the thread of an event loop.
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

  /// Returns the default event loop, which is the first loop of `LoopGroup.shared`.
  public static func shared() throws(NetError) -> EventLoop { try LoopGroup.shared.first() }

  /// The executor of work that has no executor of its own.
  ///
  /// The value is the global pool, or this event loop if the loop advances its clock when idle. An
  /// event loop that advances its clock must see all pending work before.
  package var executorOfOthers: any TaskExecutor {
    if case .manual(let clock) = time, clock.movesWhenIdle { return self }
    return globalConcurrentExecutor
  }

  /// A Boolean value that indicates whether the event loop has not been shut down.
  public var isRunning: Bool { state.withLock { $0.phase == .running } }

  /// The load of the event loop.
  ///
  /// The load consists of the number of open sockets, the number of waiting tasks, and the number
  /// of heap positions for those tasks.
  public var census: (sockets: Int, waiting: Int, timers: Int) {
    state.withLock { ($0.sockets.count, $0.waitingCount, $0.heap.count) }
  }

  /// Ends every wait, runs the remaining jobs, and returns when the thread has ended.
  ///
  /// Tasks that prefer the event loop continue in the global pool. Sockets of the event loop can
  /// still be closed, but no task can wait for them.
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

  /// A Boolean value that indicates whether the caller runs on the event loop's thread.
  public var isCurrent: Bool { Kernel.Threads.isOwned(by: self) }

  /// Enqueues the job of a task that prefers this event loop.
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
    // The event loop may be deallocated after the release of the lock.
    waker?.wake()
    if !isTaken { JobQueue.runElsewhere(job) }
  }

  /// Appends the jobs that the event loop's thread itself has queued.
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

  /// Ends the sleep of the event loop's thread.
  func interrupt() { _ = wake.use(Kernel.Poller.wake) }

  /// Registers a socket with the poller. The socket must be removed from the poller before the
  /// socket is closed.
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
    // A child between fork and exec also has the socket, and would retain the socket in the poller.
    _ = poller.use { poller in descriptor.use { Kernel.Poller.remove($0, from: poller) } }
  }
}

/// Memory for received bytes, which one connection passes to the next.
///
/// An idle connection has no such memory, and each request would otherwise allocate memory. Tasks
/// that do not run on the event loop's thread allocate their own memory.
extension EventLoop {
  /// Gives a queue without memory the memory that another queue has returned.
  package func lendMemory(to queue: inout ByteQueue) {
    guard isCurrent, queue.capacity == 0 else { return }
    swap(&spare, &queue)
  }

  /// Leaves a queue empty and without memory, and stores its memory for the next queue.
  package func takeMemory(of queue: inout ByteQueue) {
    var taken = ByteQueue()
    swap(&queue, &taken)
    guard isCurrent, taken.isEmpty, taken.capacity <= Self.spareCapacity else { return }
    swap(&spare, &taken)
  }
}
