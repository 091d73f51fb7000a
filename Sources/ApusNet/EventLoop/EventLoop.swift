package import ApusBytes

/// An event loop thread, which waits for sockets and timers and runs Swift tasks as a task
/// executor.
///
/// A task with the preference `withTaskExecutorPreference(loop)` runs on the thread of the event
/// loop. Any other task that waits for the event loop continues on its own executor. An event loop
/// runs until it is shut down.
///
/// An event loop is not a `SerialExecutor`, because each call between isolated and nonisolated code
/// would then pass through the job queue.
public final class EventLoop: TaskExecutor, @unchecked Sendable {
  private let state: Lock<State>
  let poller: Descriptor
  let wake: Descriptor
  let timer: Descriptor
  /// The source of the event loop's time.
  public let time: TimeSource
  /// A Boolean value that indicates whether several sessions share the event loop.
  ///
  /// Code of the program must not block a shared event loop.
  public let isShared: Bool

  // Only the event loop's thread accesses the following properties. The thread moves a value out of
  // its property before it changes the value, because the runtime checks long accesses to class
  // properties.
  /// The jobs that code on the event loop's own thread has enqueued.
  private var queued = JobQueue()
  /// An unused buffer for received bytes.
  private var spare = ByteQueue()
  /// The maximum capacity in bytes of the unused buffer, which is enough for a message head.
  private static let spareCapacity = 8_192

  /// The state that the event loop's lock protects.
  struct State {
    /// The jobs that other threads have enqueued.
    var arrived = JobQueue()
    var sockets = Registrations()
    /// The timer queue of all waiting tasks. The queue also contains entries whose next wait is
    /// expected soon.
    var heap = DeadlineHeap()
    var waitingCount = 0
    var phase = Phase.running
    /// The time until which the event loop's thread sleeps. The value is `nil` if the thread is
    /// awake or was already woken.
    var sleepsUntil: Deadline?
    var callers: [Waiter] = []
    let waker: Waker

    /// Returns a handle that wakes the event loop's thread. Returns `nil` if the thread is awake or
    /// was already woken.
    mutating func wakerIfAsleep() -> Waker? {
      defer { sleepsUntil = nil }
      return sleepsUntil == nil ? nil : waker
    }

    /// Returns a handle that wakes the event loop's thread if the thread would sleep past a
    /// deadline.
    mutating func wakerIfAsleep(past deadline: Deadline) -> Waker? {
      guard let sleepsUntil, deadline < sleepsUntil else { return nil }
      return wakerIfAsleep()
    }
  }

  /// A handle that wakes the sleeping thread of an event loop.
  ///
  /// The handle can outlive the event loop. After the lock is released, the new job or wait may end
  /// on the loop's thread and release the last reference to the loop. The runtime holds no
  /// reference to the executor while it enqueues a job.
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

  /// Returns the default event loop: the first loop of `LoopGroup.shared`.
  public static func shared() throws(NetError) -> EventLoop { try LoopGroup.shared.first() }

  /// The executor for work without a preferred executor.
  ///
  /// The value is the global pool. If this event loop advances a manual clock when idle, the value
  /// is the event loop, because the loop must run all pending work before it advances the clock.
  package var executorOfOthers: any TaskExecutor {
    if case .manual(let clock) = time, clock.movesWhenIdle { return self }
    return globalConcurrentExecutor
  }

  /// A Boolean value that indicates whether the event loop has not been shut down.
  public var isRunning: Bool { state.withLock { $0.phase == .running } }

  /// The load of the event loop, as three counts.
  ///
  /// The counts are the number of open sockets, the number of waiting tasks, and the number of
  /// entries in the timer queue.
  public var census: (sockets: Int, waiting: Int, timers: Int) {
    state.withLock { ($0.sockets.count, $0.waitingCount, $0.heap.count) }
  }

  /// Shuts down the event loop: ends every wait, runs the remaining jobs, and waits for the end of
  /// the thread.
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

  /// Moves the jobs that code on the event loop's own thread has enqueued to a job queue.
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

  /// Wakes the event loop's thread.
  func interrupt() { _ = wake.use(Kernel.Poller.wake) }

  /// Registers a socket with the poller (epoll or kqueue). The socket must be removed from the
  /// poller before it is closed.
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
    // A child process between fork and exec has a copy of the socket, which would keep the
    // registration alive.
    _ = poller.use { poller in descriptor.use { Kernel.Poller.remove($0, from: poller) } }
  }
}

/// A receive buffer that the connections of an event loop use one after the other.
///
/// An idle connection has no receive buffer, so each request would otherwise allocate one. Tasks on
/// other threads allocate their own buffers.
extension EventLoop {
  /// Moves the event loop's unused receive buffer to a byte queue without a buffer.
  package func lendMemory(to queue: inout ByteQueue) {
    guard isCurrent, queue.capacity == 0 else { return }
    swap(&spare, &queue)
  }

  /// Empties a byte queue, and returns its receive buffer to the event loop for the next
  /// connection.
  package func takeMemory(of queue: inout ByteQueue) {
    var taken = ByteQueue()
    swap(&queue, &taken)
    guard isCurrent, taken.isEmpty, taken.capacity <= Self.spareCapacity else { return }
    swap(&spare, &taken)
  }
}
