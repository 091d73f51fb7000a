/// A publisher of the results of a reachability watch. Each result is visible first in the
/// properties, then in the closure, and then in the streams.
///
/// The announcer is separate from `Reachability`, because a running watch must not retain the
/// `Reachability` object.
final class Announcer: Sendable {
  typealias Status = Reachability.Status

  /// The last published result.
  struct Told: Sendable {
    var status = Status.unknown
    var interface: String?
    var failure: NetError?
  }

  private struct State {
    var told = Told()
    /// A Boolean value that indicates whether the current watch has published a result.
    var hasTold = false
    var watch: ReachabilityWatch?
    /// The number of the current start of monitoring.
    var turn = 0
    /// The task that publishes the results of the watch. The next task begins when this task has
    /// ended.
    var task: Task<Void, Never>?
    var closure: (@Sendable (Status) -> Void)?
    var streams: [Int: AsyncStream<Status>.Continuation] = [:]
    var streamCount = 0

    /// Invalidates the current watch, and returns the watch for the caller to close.
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

  /// Starts a watch that replaces the current watch.
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

  /// Stops the watch and ends the streams.
  func end() {
    stop()
    let streams = state.withLock { state in
      state.closure = nil
      defer { state.streams = [:] }
      return Array(state.streams.values)
    }
    for stream in streams { stream.finish() }
  }

  /// Publishes a changed result, and the first result after a start.
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

  /// The maximum number of statuses that wait for the reader of a stream.
  private static let streamLimit = 64

  func makeStream() -> AsyncStream<Status> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Status.self, bufferingPolicy: .bufferingNewest(Self.streamLimit))
    let number = state.withLock { state in
      state.streamCount += 1
      state.streams[state.streamCount] = continuation
      // The lock is held during this step, because no newer status may precede this status.
      if state.hasTold { continuation.yield(state.told.status) }
      return state.streamCount
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.streams.removeValue(forKey: number) }
    }
    return stream
  }
}
