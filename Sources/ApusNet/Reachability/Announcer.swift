/// A publisher of reachability results. Each result is published first in the properties, then to
/// the closure, and then to the streams.
///
/// The publisher is separate from `Reachability`, because running monitoring must not retain the
/// `Reachability` object.
final class Announcer: Sendable {
  typealias Status = Reachability.Status

  /// The last published reachability result.
  struct Told: Sendable {
    var status = Status.unknown
    var interface: String?
    var failure: NetError?
  }

  private struct State {
    var told = Told()
    /// A Boolean value that indicates whether the current monitoring has published a result.
    var hasTold = false
    var watch: ReachabilityWatch?
    /// The number of times that monitoring was started.
    var turn = 0
    /// The task that publishes the results of the current monitoring. The next task begins when
    /// this task has ended.
    var task: Task<Void, Never>?
    var closure: (@Sendable (Status) -> Void)?
    var streams: [Int: AsyncStream<Status>.Continuation] = [:]
    var streamCount = 0

    /// Invalidates the current monitoring, and returns its watch, which the caller must close.
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

  /// Starts monitoring, and replaces the current monitoring.
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

  /// Stops monitoring and ends the streams.
  func end() {
    stop()
    let streams = state.withLock { state in
      state.closure = nil
      defer { state.streams = [:] }
      return Array(state.streams.values)
    }
    for stream in streams { stream.finish() }
  }

  /// Publishes a reachability result if it has changed or is the first result after a start.
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

  /// The maximum number of reachability statuses that a stream buffers.
  private static let streamLimit = 64

  func makeStream() -> AsyncStream<Status> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Status.self, bufferingPolicy: .bufferingNewest(Self.streamLimit))
    let number = state.withLock { state in
      state.streamCount += 1
      state.streams[state.streamCount] = continuation
      // The lock is held while the stream receives the status, because the stream must not receive
      // a newer status first.
      if state.hasTold { continuation.yield(state.told.status) }
      return state.streamCount
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.streams.removeValue(forKey: number) }
    }
    return stream
  }
}
