/// Tells what a watch finds out: first the properties, then the closure, then the streams.
///
/// It is apart from `Reachability` so that what is looked at does not keep that alive.
final class Announcer: Sendable {
  typealias Status = Reachability.Status

  /// What was told last.
  struct Told: Sendable {
    var status = Status.unknown
    var interface: String?
    var failure: NetError?
  }

  private struct State {
    var told = Told()
    /// Whether the present watch has told anything.
    var hasTold = false
    var watch: ReachabilityWatch?
    /// Which start the present one is.
    var turn = 0
    /// Tells what the watch finds out; the next one begins when it has ended.
    var task: Task<Void, Never>?
    var closure: (@Sendable (Status) -> Void)?
    var streams: [Int: AsyncStream<Status>.Continuation] = [:]
    var streamCount = 0

    /// Lets the present watch tell nothing any more, and hands it out to be closed.
    mutating func beginTurn() -> ReachabilityWatch? {
      turn += 1
      hasTold = false
      task?.cancel()
      defer { watch = nil }
      return watch
    }
  }

  private let state = Lock(State())

  var told: Told { state.withLock { $0.told } }

  func set(_ closure: (@Sendable (Status) -> Void)?) {
    state.withLock { $0.closure = closure }
  }

  /// Begins a watch, in place of the one that there is.
  func start(_ make: () throws(NetError) -> ReachabilityWatch) {
    let result = Result { () throws(NetError) in try make() }
    let replaced = state.withLock { state in
      let replaced = state.beginTurn()
      let (turn, previous) = (state.turn, state.task)
      state.watch = try? result.get()
      state.task = Task.detached { [self] in
        await previous?.value
        switch result {
        case .success(let watch): await watch.run { tell($0, turn) }
        case .failure(let error): tell(Told(failure: error), turn)
        }
      }
      return replaced
    }
    replaced?.close()
  }

  func stop() {
    state.withLock { $0.beginTurn() }?.close()
  }

  /// Stops, and ends the streams.
  func end() {
    stop()
    let streams = state.withLock { state in
      state.closure = nil
      defer { state.streams = [:] }
      return Array(state.streams.values)
    }
    for stream in streams { stream.finish() }
  }

  /// Tells what is new, and what comes first after a start.
  private func tell(_ told: Told, _ turn: Int) {
    let listeners = state.withLock { state -> State? in
      guard state.turn == turn else { return nil }
      let isNew = !state.hasTold || state.told.status != told.status
      state.told = told
      state.hasTold = true
      return isNew ? state : nil
    }
    guard let listeners else { return }
    listeners.closure?(told.status)
    for (_, stream) in listeners.streams { stream.yield(told.status) }
  }

  /// How many statuses wait for a reader of a stream.
  private static let streamLimit = 64

  func makeStream() -> AsyncStream<Status> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Status.self, bufferingPolicy: .bufferingNewest(Self.streamLimit))
    let number = state.withLock { state in
      state.streamCount += 1
      state.streams[state.streamCount] = continuation
      // Under the lock, so that nothing newer comes before it.
      if state.hasTold { continuation.yield(state.told.status) }
      return state.streamCount
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.streams.removeValue(forKey: number) }
    }
    return stream
  }
}
