internal import ApusNet

/// Files that trust rests on, which are read again when they change.
protocol TrustFiles: AnyObject, Sendable {
  /// Reads again what has changed, on a thread that may wait for a disk.
  func refresh() async

  /// Why what was read before is still used; nil where the last reading has succeeded.
  var failure: HTTPSession.TrustSourceError? { get }
}

/// A value that is read from files, and read again when one of them has changed.
///
/// Whether one has is asked by one system call each. Nothing is locked while files are asked or
/// read: who wants the value meanwhile waits for the same reading. If that fails, the value that
/// was read before is kept beside the failure, and reading is tried again after a second.
final class WatchedFiles<Value: Sendable>: TrustFiles {
  typealias Failure = HTTPSession.TrustSourceError

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
    /// Whether a reading is under way, and who waits for its end.
    var isReading = false
    var waiting: [Doorbell] = []
    /// Whether it has taken too long, so that it is not waited for any more.
    var isStuck = false

    /// Whether to read, as far as can be told without a look at the files.
    func isDue(at now: Deadline) -> Bool {
      guard let last else { return true }
      return failure != nil && last.moment + .seconds(1) <= now
    }
  }

  private let state = Lock(State())
  private let patience: Duration
  private let read: @Sendable (_ old: Value?, inout Watch) throws(Failure) -> Value

  /// Files that a closure reads, and says in time which ones they are.
  ///
  /// A reading is waited for a minute: a disk that takes longer is as good as none.
  init(
    patience: Duration = .seconds(60),
    _ read: @escaping @Sendable (_ old: Value?, inout Watch) throws(Failure) -> Value
  ) {
    self.patience = patience
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
    if mustRead { readNow { _ in } }
    return try latest()
  }

  /// Reads again what has changed, and waits for that no longer than a disk may take.
  ///
  /// None of it needs the threads on which Swift runs concurrent work, which may be busy.
  func refresh() async {
    guard let loop = try? EventLoop.shared() else { return }
    let (isStuck, isReading, ended) = state.withLock {
      ($0.isStuck, $0.isReading, $0.last?.number)
    }
    guard !isStuck, isReading || mustRead else { return }
    let bell = Doorbell(on: loop)
    let begins: Bool? = state.withLock { state in
      // One that has ended meanwhile serves this call too.
      guard state.isReading || state.last?.number == ended else { return nil }
      defer { state.isReading = true }
      state.waiting.append(bell)
      return !state.isReading
    }
    guard let begins else { return }
    if begins { begin() }
    guard case .timedOut = await bell.wait(until: .after(patience)) else { return }
    state.withLock { state in
      // The reading may have ended since.
      guard state.isReading else { return }
      (state.isStuck, state.failure) = (true, .slow(patience))
    }
  }

  private var mustRead: Bool {
    let (watch, isDue) = state.withLock { ($0.watch, $0.isDue(at: .now)) }
    return isDue || !watch.isUnchanged
  }

  private func begin() {
    // Where no thread is to be had, this one reads.
    do throws(NetError) { _ = try BlockingPool.shared.begin { self.readAndTell() } } catch {
      readAndTell()
    }
  }

  private func readAndTell() {
    let waiting = readNow { state in
      (state.isReading, state.isStuck) = (false, false)
      defer { state.waiting = [] }
      return state.waiting
    }
    for bell in waiting { bell.ring() }
  }

  /// Reads on this thread; what is done at the end is seen together with what was read.
  private func readNow<Told>(_ atEnd: (inout State) -> Told) -> Told {
    let now = Deadline.now
    let (old, number) = state.withLock { state in
      state.begun += 1
      return (state.value, state.begun)
    }
    var watch = Watch()
    let result = Result { () throws(Failure) in try read(old, &watch) }
    return state.withLock { state in
      // One that has begun later has seen what is newer.
      if number > state.last?.number ?? 0 {
        state.last = (now, number)
        state.watch = watch
        switch result {
        case .success(let value): (state.value, state.failure) = (value, nil)
        case .failure(let failure): state.failure = failure
        }
      }
      return atEnd(&state)
    }
  }
}
