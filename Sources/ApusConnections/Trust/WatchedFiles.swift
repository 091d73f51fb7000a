internal import ApusNet

/// Files with certificates, keys or revocation lists, which are read again after a change.
protocol TrustFiles: AnyObject, Sendable {
  /// Reloads changed trust files on a thread that may wait for a disk.
  func refresh() async

  /// The error of the last attempt to read the trust files. The value is `nil` if the attempt
  /// succeeded.
  var failure: Connections.TrustSourceError? { get }
}

/// A value that is loaded from files, and is loaded again after a file has changed.
///
/// The check for changes makes one system call for each file, on a thread that may wait for a disk.
/// No lock is held while the files are checked or read. Callers that arrive during a check wait for
/// the next check. After a failed read, the previous value remains in use, and the files are read
/// again after a second.
final class WatchedFiles<Value: Sendable>: TrustFiles {
  typealias Failure = Connections.TrustSourceError

  /// The loaded files and folders, with their metadata before they were read.
  struct Watch: Sendable {
    fileprivate var files: [(path: String, stamp: FileStamp?)] = []

    /// Adds a file or folder to the change check. The file may not exist yet.
    mutating func add(_ path: String) { files.append((path, try? FileStamp(of: path))) }

    fileprivate var isUnchanged: Bool {
      files.allSatisfy { $0.stamp == (try? FileStamp(of: $0.path)) }
    }
  }

  private struct State {
    var watch = Watch()
    var value: Value?
    var failure: Failure?
    /// The start time and the number of the last completed read of the trust files. The value is
    /// `nil` before the first read.
    var last: (moment: Deadline, number: UInt64)?
    var begun: UInt64 = 0
    /// A Boolean value that indicates whether a thread is checking the trust files for changes.
    var isLooking = false
    /// The wake-up signals for callers that wait for the next check of the trust files.
    var waiting: [Doorbell] = []
    /// A Boolean value that indicates whether the current file check has exceeded its timeout.
    /// Callers no longer wait for that check.
    var isStuck = false

    /// Returns whether the trust files must be read without a check for changes.
    func isDue(at now: Deadline) -> Bool {
      guard let last else { return true }
      return failure != nil && last.moment + .seconds(1) <= now
    }
  }

  private let state = Lock(State())
  private let patience: Duration
  private let pool: BlockingPool
  private let read: @Sendable (_ old: Value?, inout Watch) throws(Failure) -> Value

  /// Creates a watched value from a closure that reads files. The closure registers each file
  /// before it reads the file.
  ///
  /// A read of the files has a timeout of one minute. After the timeout, the disk is treated as
  /// absent.
  init(
    patience: Duration = .seconds(60), pool: BlockingPool = .shared,
    _ read: @escaping @Sendable (_ old: Value?, inout Watch) throws(Failure) -> Value
  ) {
    self.patience = patience
    self.pool = pool
    self.read = read
  }

  var failure: Failure? { state.withLock(\.failure) }

  /// Returns the value of the last successful read of the files.
  func latest() throws(Failure) -> Value? {
    let (value, failure) = state.withLock { ($0.value, $0.failure) }
    if value == nil, let failure { throw failure }
    return value
  }

  /// Reloads changed files on the current thread, and returns the current value.
  func current() throws(Failure) -> Value? {
    if mustRead { readNow() }
    return try latest()
  }

  /// Reloads changed files in the background, and waits at most until the timeout.
  ///
  /// The function does not use or block the threads of Swift's concurrency pool.
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
      // The check of the files may have ended after the timeout.
      guard state.isLooking else { return }
      (state.isStuck, state.failure) = (true, .slow(patience))
    }
  }

  private var mustRead: Bool {
    let (watch, isDue) = state.withLock { ($0.watch, $0.isDue(at: .now)) }
    return isDue || !watch.isUnchanged
  }

  private func begin() {
    // If no pool thread is available, the current thread checks the files.
    do throws(NetError) { _ = try pool.begin { self.look() } } catch { look() }
  }

  /// Checks the files for changes, and repeats the check for callers that arrived during the check.
  /// A file may have changed after it was checked.
  private func look() {
    var isOver = false
    while !isOver {
      let served = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      // If the disk did not respond within the timeout, the files may have changed and are read
      // again.
      if mustRead || state.withLock(\.isStuck) { readNow() }
      isOver = state.withLock { state in
        state.isStuck = false
        state.isLooking = !state.waiting.isEmpty
        return state.waiting.isEmpty
      }
      for bell in served { bell.ring() }
    }
  }

  /// Reads the trust files on the current thread.
  private func readNow() {
    let now = Deadline.now
    let (old, number) = state.withLock { state in
      state.begun += 1
      return (state.value, state.begun)
    }
    var watch = Watch()
    let result = Result { () throws(Failure) in try read(old, &watch) }
    state.withLock { state in
      // A read with a higher number started later and has newer content.
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
