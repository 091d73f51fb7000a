internal import ApusNet

/// Files that trust depends on, which are read again when they change.
protocol TrustFiles: AnyObject, Sendable {
  /// Reads changed trust files again, on a thread that may wait for a disk.
  func refresh() async

  /// The reason that the previous content of the files is still used. The value is `nil` if the
  /// last reading has succeeded.
  var failure: Connections.TrustSourceError? { get }
}

/// A value that is read from files, and read again when one of the files has changed.
///
/// The check for changes takes one system call for each file, on a thread that may wait for a disk.
/// No lock is held while the files are checked or read. Callers that arrive during a check wait for
/// one more check. If a reading fails, the previous value remains together with the failure, and
/// the reading is repeated after a second.
final class WatchedFiles<Value: Sendable>: TrustFiles {
  typealias Failure = Connections.TrustSourceError

  /// The files and folders that a reading depends on, with their state before the reading.
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
    /// The start and the number of the last reading. The value is `nil` before the first reading
    /// has ended.
    var last: (moment: Deadline, number: UInt64)?
    var begun: UInt64 = 0
    /// A Boolean value that indicates whether a thread checks the files.
    var isLooking = false
    /// The doorbells of waiting callers, which ring at the end of the next check.
    var waiting: [Doorbell] = []
    /// A Boolean value that indicates whether a check has taken too long and callers no longer wait
    /// for the check.
    var isStuck = false

    /// Returns whether a reading is due without a check of the files.
    func isDue(at now: Deadline) -> Bool {
      guard let last else { return true }
      return failure != nil && last.moment + .seconds(1) <= now
    }
  }

  private let state = Lock(State())
  private let patience: Duration
  private let pool: BlockingPool
  private let read: @Sendable (_ old: Value?, inout Watch) throws(Failure) -> Value

  /// Creates a value from a closure that reads files and registers each file before reading the
  /// file.
  ///
  /// The timeout of a reading is one minute. A disk that needs more time is treated as absent.
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

  /// Reads changed files on the current thread, and returns the value of the last reading.
  func current() throws(Failure) -> Value? {
    if mustRead { readNow() }
    return try latest()
  }

  /// Reads changed files again, and waits at most until the timeout.
  ///
  /// The function uses and blocks none of Swift's threads for concurrent work, which may be busy.
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
      // The check may have ended since the timeout.
      guard state.isLooking else { return }
      (state.isStuck, state.failure) = (true, .slow(patience))
    }
  }

  private var mustRead: Bool {
    let (watch, isDue) = state.withLock { ($0.watch, $0.isDue(at: .now)) }
    return isDue || !watch.isUnchanged
  }

  private func begin() {
    // If no thread is available, the current thread checks the files.
    do throws(NetError) { _ = try pool.begin { self.look() } } catch { look() }
  }

  /// Checks the files, and repeats the check for callers that arrived during the check. A change
  /// that such a caller needs to see may have been written after the check.
  private func look() {
    var isOver = false
    while !isOver {
      let served = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      // The files may have any content if the disk has not responded for longer than the timeout.
      if mustRead || state.withLock(\.isStuck) { readNow() }
      isOver = state.withLock { state in
        state.isStuck = false
        state.isLooking = !state.waiting.isEmpty
        return state.waiting.isEmpty
      }
      for bell in served { bell.ring() }
    }
  }

  /// Reads the files on the current thread.
  private func readNow() {
    let now = Deadline.now
    let (old, number) = state.withLock { state in
      state.begun += 1
      return (state.value, state.begun)
    }
    var watch = Watch()
    let result = Result { () throws(Failure) in try read(old, &watch) }
    state.withLock { state in
      // A reading with a later number has seen newer files.
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
