internal import ApusNet

/// Files that trust depends on, which are read again when they change.
protocol TrustFiles: AnyObject, Sendable {
  /// Reads changed files again, on a thread that may wait for a disk.
  func refresh() async

  /// The reason that the previous content is still used; nil if the last reading has succeeded.
  var failure: Connections.TrustSourceError? { get }
}

/// A value that is read from files, and read again when one of them has changed.
///
/// The check takes one system call for each file, on a thread that may wait for a disk. No lock is
/// held while files are checked or read: callers that arrive in the meantime wait for one more
/// check. If a reading fails, the previous value is kept together with the failure, and the reading
/// is retried after a second.
final class WatchedFiles<Value: Sendable>: TrustFiles {
  typealias Failure = Connections.TrustSourceError

  /// The files and folders that a reading depends on, as they were before it.
  struct Watch: Sendable {
    fileprivate var files: [(path: String, stamp: FileStamp?)] = []

    /// Watches a file or folder, which may not exist yet.
    mutating func add(_ path: String) { files.append((path, try? FileStamp(of: path))) }

    fileprivate var isUnchanged: Bool {
      files.allSatisfy { $0.stamp == (try? FileStamp(of: $0.path)) }
    }
  }

  private struct State {
    var watch = Watch()
    var value: Value?
    var failure: Failure?
    /// The start and the number of the last reading; nil before the first one has ended.
    var last: (moment: Deadline, number: UInt64)?
    var begun: UInt64 = 0
    /// A Boolean value that indicates whether a thread checks the files.
    var isLooking = false
    /// Rung at the end of the next check, which begins after their arrival.
    var waiting: [Doorbell] = []
    /// A Boolean value that indicates whether a check has taken too long and is no longer awaited.
    var isStuck = false

    /// Returns whether a reading is due, as far as this is known without a check of the files.
    func isDue(at now: Deadline) -> Bool {
      guard let last else { return true }
      return failure != nil && last.moment + .seconds(1) <= now
    }
  }

  private let state = Lock(State())
  private let patience: Duration
  private let pool: BlockingPool
  private let read: @Sendable (_ old: Value?, inout Watch) throws(Failure) -> Value

  /// Creates a value from a closure that reads files and reports them in advance.
  ///
  /// The timeout of a reading is one minute: a slower disk is treated as absent.
  init(
    patience: Duration = .seconds(60), pool: BlockingPool = .shared,
    _ read: @escaping @Sendable (_ old: Value?, inout Watch) throws(Failure) -> Value
  ) {
    self.patience = patience
    self.pool = pool
    self.read = read
  }

  var failure: Failure? { state.withLock(\.failure) }

  /// Returns the value of the last successful reading.
  func latest() throws(Failure) -> Value? {
    let (value, failure) = state.withLock { ($0.value, $0.failure) }
    if value == nil, let failure { throw failure }
    return value
  }

  /// Reads changed files on this thread, and returns the value of the last reading.
  func current() throws(Failure) -> Value? {
    if mustRead { readNow() }
    return try latest()
  }

  /// Reads changed files again; the time of the wait is limited.
  ///
  /// This uses none of Swift's threads for concurrent work, which may be busy, and does not block
  /// them.
  func refresh() async {
    guard let loop = try? EventLoop.shared() else { return }
    let bell = Doorbell(on: loop)
    let begins: Bool? = state.withLock { state in
      guard !state.isStuck else { return nil }
      defer { state.isLooking = true }
      state.waiting.append(bell)
      return !state.isLooking
    }
    guard let begins else { return }
    if begins { begin() }
    guard case .timedOut = await bell.wait(until: .after(patience)) else { return }
    state.withLock { state in
      // The check may have ended since.
      guard state.isLooking else { return }
      (state.isStuck, state.failure) = (true, .slow(patience))
    }
  }

  private var mustRead: Bool {
    let (watch, isDue) = state.withLock { ($0.watch, $0.isDue(at: .now)) }
    return isDue || !watch.isUnchanged
  }

  private func begin() {
    // If no thread is available, this one checks.
    do throws(NetError) { _ = try pool.begin { self.look() } } catch { look() }
  }

  /// Checks the files, and once more for callers that have arrived in the meantime: a change that
  /// they need to see may have been written after the check.
  private func look() {
    var isOver = false
    while !isOver {
      let served = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      // A disk that has not responded for so long may have any content by now.
      if mustRead || state.withLock(\.isStuck) { readNow() }
      isOver = state.withLock { state in
        state.isStuck = false
        state.isLooking = !state.waiting.isEmpty
        return state.waiting.isEmpty
      }
      for bell in served { bell.ring() }
    }
  }

  /// Reads on this thread.
  private func readNow() {
    let now = Deadline.now
    let (old, number) = state.withLock { state in
      state.begun += 1
      return (state.value, state.begun)
    }
    var watch = Watch()
    let result = Result { () throws(Failure) in try read(old, &watch) }
    state.withLock { state in
      // A later reading has seen newer files.
      guard number > state.last?.number ?? 0 else { return }
      state.last = (now, number)
      state.watch = watch
      switch result {
      case .success(let value): (state.value, state.failure) = (value, nil)
      case .failure(let failure): state.failure = failure
      }
    }
  }
}
