/// A few threads for calls that wait for a disk or a name, which must not hold the loop.
///
/// Threads are started when they are needed. A call that no one waits for any more leaves the
/// queue if it has not begun; one that has begun cannot be stopped, and its result is dropped.
public final class BlockingPool: Sendable {
  private let core: Core

  /// The pool of everyone who names none.
  public static let shared = BlockingPool()

  /// Creates a pool of at most so many threads, in which at most so many calls wait for one.
  public init(threadLimit: Int = 4, queueLimit: Int = 1024) {
    precondition(threadLimit > 0 && queueLimit > 0, "a pool needs a thread and a queue")
    core = Core(threadLimit: threadLimit, queueLimit: queueLimit)
  }

  deinit { core.stop() }

  /// How many calls may wait for a thread.
  public var queueLimit: Int { core.queueLimit }

  /// How many calls wait for a thread.
  public var queuedCount: Int { core.state.withLock { $0.queue.count } }

  /// Whether no call waits or is being made, those that no one waits for among them.
  public var isAtRest: Bool {
    core.state.withLock { $0.queue.isEmpty && $0.idleCount == $0.threadCount }
  }

  /// Lets a thread make a call, and waits for its result.
  public func run<Value: Sendable>(
    _ operation: NetError.Operation = .fileAccess, until deadline: Deadline, on loop: EventLoop,
    _ call: @escaping @Sendable () -> Value
  ) async throws(NetError) -> Value {
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

  /// Lets a thread make a call, and waits for its end without a loop.
  ///
  /// There is no deadline, and a task that is cancelled waits all the same: this is for short calls
  /// on a disk of this machine.
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

  /// Lets a thread make a call some time; what is returned withdraws it if it has not begun, and
  /// says whether it has not.
  package func begin(
    _ call: @escaping @Sendable () -> Void
  ) throws(NetError) -> @Sendable () -> Bool {
    let job = Job(call)
    try core.add(job)
    return { [core] in core.withdraw(job) }
  }

  /// Lets a thread make a call, and waits for its end even if the task is cancelled; false if the
  /// deadline came first, or the loop was shut down meanwhile, and the call is still to be made.
  ///
  /// The call is made at once, on the caller's thread, if too many wait, or if the loop can keep no
  /// deadline any more.
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
    guard loop.isRunning else {
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

  /// What the threads share, and outlives the pool until the last of them has ended.
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

    /// A job that no thread can be had for is not left in the queue, unless others will take it.
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

    /// Takes a job out of the queue; false if it is not there any more.
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

    /// A thread, which ends once the pool is gone and nothing is left to do.
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
