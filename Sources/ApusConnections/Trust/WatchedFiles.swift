internal import ApusNet

/// Files that trust rests on, which are read again when they change.
protocol TrustFiles: AnyObject, Sendable {
  /// Reads again what has changed, on a thread that may wait for a disk.
  func refresh() async

  /// Why what was read before is still used; nil where the last reading has succeeded.
  var failure: Connections.TrustSourceError? { get }
}

/// A value that is read from files, and read again when one of them has changed.
///
/// One system call for each file finds that out, in a thread that may wait for a disk. Nothing is
/// locked while files are looked at or read: callers that come meanwhile wait for one more look. If
/// a reading fails, the value that was read before is kept with the failure, and reading is tried
/// again after a second.
final class WatchedFiles<Value: Sendable>: TrustFiles {
  typealias Failure = Connections.TrustSourceError

  /// The files and folders that a reading depends on, as they were before it.
  struct Watch: Sendable {
    fileprivate var files: [(path: String, stamp: FileStamp?)] = []

    /// Watches a file or folder, which may not be there yet.
    mutating func add(_ path: String) { files.append((path, try? FileStamp(of: path))) }

    fileprivate var isUnchanged: Bool {
      files.allSatisfy { $0.stamp == (try? FileStamp(of: $0.path)) }
    }
  }

  private struct State {
    var watch = Watch()
    var value: Value?
    var failure: Failure?
    /// When the last reading began, and how many had begun then; nil before the first has ended.
    var last: (moment: Deadline, number: UInt64)?
    var begun: UInt64 = 0
    /// Whether a thread looks at the files.
    var isLooking = false
    /// Rung at the end of the next look, which begins after they have come.
    var waiting: [Doorbell] = []
    /// Whether a look has taken too long, so that it is not waited for any more.
    var isStuck = false

    /// Whether to read, as far as can be told without a look at the files.
    func isDue(at now: Deadline) -> Bool {
      guard let last else { return true }
      return failure != nil && last.moment + .seconds(1) <= now
    }
  }

  private let state = Lock(State())
  private let patience: Duration
  private let pool: BlockingPool
  private let read: @Sendable (_ old: Value?, inout Watch) throws(Failure) -> Value

  /// Files that a closure reads, and says in time which ones they are.
  ///
  /// A reading is waited for a minute: a disk that takes longer is as good as none.
  init(
    patience: Duration = .seconds(60), pool: BlockingPool = .shared,
    _ read: @escaping @Sendable (_ old: Value?, inout Watch) throws(Failure) -> Value
  ) {
    self.patience = patience
    self.pool = pool
    self.read = read
  }

  var failure: Failure? { state.withLock(\.failure) }

  /// What was read last, by a reading that has succeeded.
  func latest() throws(Failure) -> Value? {
    let (value, failure) = state.withLock { ($0.value, $0.failure) }
    if value == nil, let failure { throw failure }
    return value
  }

  /// Reads on this thread what has changed, and returns what was read last.
  func current() throws(Failure) -> Value? {
    if mustRead { readNow() }
    return try latest()
  }

  /// Reads again what has changed, and waits for that no longer than a disk may take.
  ///
  /// None of it needs the threads on which Swift runs concurrent work, which may be busy, and none
  /// of it holds them up.
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
      // The look may have ended since.
      guard state.isLooking else { return }
      (state.isStuck, state.failure) = (true, .slow(patience))
    }
  }

  private var mustRead: Bool {
    let (watch, isDue) = state.withLock { ($0.watch, $0.isDue(at: .now)) }
    return isDue || !watch.isUnchanged
  }

  private func begin() {
    // If there is no thread to be had, this one looks.
    do throws(NetError) { _ = try pool.begin { self.look() } } catch { look() }
  }

  /// Looks at the files, and once more for those who have come meanwhile: what they want to be seen
  /// may have been written after the look.
  private func look() {
    var isOver = false
    while !isOver {
      let served = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      // A disk that has not answered for so long may hold anything by now.
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
      // A reading that began later has seen newer files.
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
