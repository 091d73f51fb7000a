/// A thread pool for blocking calls that wait for a disk or a name look-up.
///
/// Blocking calls must not run on the thread of an event loop. The pool starts threads on demand.
/// If the caller stops waiting, the pool removes a queued call from the queue. The pool cannot stop
/// a running call, and ignores the result of the call.
public final class BlockingPool: Sendable {
  private let core: Core

  /// The thread pool for blocking calls that all sessions of the process share.
  public static let shared = BlockingPool()

  /// Creates a pool with a maximum number of threads and a maximum number of queued calls.
  ///
  /// The defaults are 4 threads and 1,024 queued calls.
  public init(threadLimit: Int = 4, queueLimit: Int = 1024) {
    precondition(threadLimit > 0 && queueLimit > 0, "a pool needs a thread and a queue")
    core = Core(threadLimit: threadLimit, queueLimit: queueLimit)
  }

  deinit { core.stop() }

  /// The maximum number of blocking calls that wait for a thread.
  public var queueLimit: Int { core.queueLimit }

  /// The number of blocking calls that wait for a thread.
  public var queuedCount: Int { core.state.withLock { $0.queue.count } }

  /// A Boolean value that indicates whether the pool has no queued and no running call.
  ///
  /// An abandoned call counts as a running call.
  public var isAtRest: Bool {
    core.state.withLock { $0.queue.isEmpty && $0.idleCount == $0.threadCount }
  }

  /// Runs a blocking call on a thread of the pool, and returns the call's result.
  public func run<Value: Sendable>(
    _ operation: NetError.Operation = .fileAccess, until deadline: Deadline, on loop: EventLoop,
    _ call: @escaping @Sendable () -> Value
  ) async throws(NetError) -> Value {
    if loop.time.runsBlockingCalls {
      await Task.yield()
      guard !Task.isCancelled else { throw NetError(.cancelled, operation, nil) }
      guard loop.time.now < deadline else { throw NetError(.timedOut, operation, nil) }
      return call()
    }
    let result = Result<Value>()
    let doorbell = Doorbell(on: loop)
    let job = Job {
      let value = call()
      result.value.withLock { $0 = value }
      doorbell.ring()
    }
    loop.time.hold()
    defer { loop.time.release() }
    try core.add(job)
    while true {
      let wakeup = await doorbell.wait(until: deadline)
      if let value = result.value.withLock({ $0 }) { return value }
      guard case .rung = wakeup else {
        _ = core.withdraw(job)
        throw NetError(wakeup, operation, nil)
      }
    }
  }

  /// Runs a blocking call on a thread of the pool, and waits for the result without an event loop.
  ///
  /// The call has no deadline, and a cancelled task still waits. The function is suitable for short
  /// calls on a local disk.
  package func perform<Value: Sendable>(
    _ call: @escaping @Sendable () -> Value
  ) async throws(NetError) -> Value {
    let result = await withCheckedContinuation {
      (waiting: CheckedContinuation<Swift.Result<Value, NetError>, Never>) in
      let job = Job { waiting.resume(returning: .success(call())) }
      do throws(NetError) { try core.add(job) } catch { waiting.resume(returning: .failure(error)) }
    }
    return try result.get()
  }

  /// Queues a blocking call and returns immediately.
  ///
  /// The returned closure cancels a queued call. The closure returns `true` if the call had not
  /// started.
  package func begin(
    _ call: @escaping @Sendable () -> Void
  ) throws(NetError) -> @Sendable () -> Bool {
    let job = Job(call)
    try core.add(job)
    return { [core] in core.withdraw(job) }
  }

  /// Runs a blocking call on a thread of the pool, and waits for its end even if the task is
  /// cancelled.
  ///
  /// Returns `false` if the deadline passed or the event loop was shut down before the call ended.
  /// The blocking call continues in both cases.
  ///
  /// The call runs immediately on the caller's thread if the queue is full, or if the event loop
  /// can no longer enforce deadlines.
  func finish(
    until deadline: Deadline, on loop: EventLoop, _ call: @escaping @Sendable () -> Void
  ) async -> Bool {
    let isDone = Lock(false)
    let doorbell = Doorbell(on: loop)
    let job = Job {
      call()
      isDone.withLock { $0 = true }
      doorbell.ring()
    }
    guard loop.isRunning, !loop.time.runsBlockingCalls else {
      call()
      return true
    }
    loop.time.hold()
    defer { loop.time.release() }
    do throws(NetError) { try core.add(job) } catch { job.call() }
    _ = await Waiter.suspend { waiter in
      if !doorbell.watch(until: deadline, { waiter.wake($0) }) { waiter.wake(.rung([])) }
    }
    return isDone.withLock { $0 }
  }

  private final class Result<Value: Sendable>: Sendable {
    let value = Lock<Value?>(nil)
  }

  private final class Job: Sendable {
    let call: @Sendable () -> Void

    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }

  /// The state that the threads of the pool share. The last thread releases the state.
  private final class Core: Sendable {
    let state = Lock(State())
    let threadLimit: Int
    let queueLimit: Int

    struct State {
      var queue: [Job] = []
      var threadCount = 0
      var idleCount = 0
      var isStopped = false
    }

    init(threadLimit: Int, queueLimit: Int) {
      self.threadLimit = threadLimit
      self.queueLimit = queueLimit
    }

    func add(_ job: Job) throws(NetError) {
      if CurrentProcess.isForkedChild { throw .forked }
      let needsThread = try state.withLock { (state) throws(NetError) in
        guard state.queue.count < queueLimit else { throw .tooMuchQueued(limit: queueLimit) }
        state.queue.append(job)
        guard state.queue.count > state.idleCount, state.threadCount < threadLimit else {
          return false
        }
        state.threadCount += 1
        return true
      }
      if needsThread { try startThread(for: job) } else { state.notify() }
    }

    /// Starts a thread for a job. If no thread can be started, the job is removed from the queue
    /// unless other threads will run the job.
    private func startThread(for job: Job) throws(NetError) {
      let result = Kernel.Threads.start(name: "apus-blocking", owner: self) { [self] in work() }
      guard result < 0 else { return }
      let isAlone = state.withLock { state in
        state.threadCount -= 1
        return state.threadCount == 0
      }
      guard isAlone else { return state.notify() }
      _ = withdraw(job)
      throw NetError("pthread_create", result: result)
    }

    /// Removes a job from the queue. Returns `false` if the job is no longer in the queue.
    func withdraw(_ job: Job) -> Bool {
      state.withLock { state in
        guard let index = state.queue.firstIndex(where: { $0 === job }) else { return false }
        state.queue.remove(at: index)
        return true
      }
    }

    func stop() {
      let threadCount = state.withLock { state in
        state.isStopped = true
        return state.threadCount
      }
      for _ in 0..<threadCount { state.notify() }
    }

    /// Runs the queued jobs on a pool thread until the pool is deallocated and the queue is empty.
    private func work() {
      while let job = nextJob() { job.call() }
    }

    private func nextJob() -> Job? {
      var wasIdle = false
      return state.waitUntilFound { state in
        if wasIdle { state.idleCount -= 1 }
        wasIdle = false
        if !state.queue.isEmpty { return .some(state.queue.removeFirst()) }
        if state.isStopped { return .some(nil) }
        state.idleCount += 1
        wasIdle = true
        return nil
      }
    }
  }
}
