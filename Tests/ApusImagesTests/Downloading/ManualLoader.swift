import ApusImages
import ApusNet

/// A loader that the test controls.
final class ManualLoader: ResponseLoader {
  private struct Waiting {
    let number: Int
    let target: String
    let continuation: CheckedContinuation<HTTP.Response, any Error>
  }

  private struct State {
    var loadCount = 0
    var waiting: [Waiting] = []
    var cancelled: Set<Int> = []
  }

  /// The targets of loads, each when it has begun.
  let starts: AsyncStream<String>
  private let begun: AsyncStream<String>.Continuation
  private let endsWhenCancelled: Bool
  private let state = Lock(State())

  /// A loader; where cancelled loads do not end by themselves, they are answered like others.
  init(endsWhenCancelled: Bool = true) {
    (starts, begun) = AsyncStream.makeStream(of: String.self)
    self.endsWhenCancelled = endsWhenCancelled
  }

  func load(_ request: HTTP.Request) async throws -> HTTP.Response {
    let number = state.withLock { state in
      state.loadCount += 1
      return state.loadCount
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiting = Waiting(
          number: number, target: request.target.text, continuation: continuation)
        let isCancelled = state.withLock { state in
          if state.cancelled.contains(number) { return true }
          state.waiting.append(waiting)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        begun.yield(request.target.text)
      }
    } onCancel: {
      guard endsWhenCancelled else { return }
      let waiting = state.withLock { state -> Waiting? in
        state.cancelled.insert(number)
        guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
          return nil
        }
        return state.waiting.remove(at: place)
      }
      waiting?.continuation.resume(throwing: CancellationError())
    }
  }

  /// The number of loads so far.
  var loadCount: Int { state.withLock { $0.loadCount } }

  /// The number of active loads.
  var activeCount: Int { state.withLock { $0.waiting.count } }

  /// Ends the load of a target that began first.
  func answer(_ target: String, _ response: Result<HTTP.Response, any Error>) {
    let waiting = state.withLock { state -> Waiting? in
      guard let place = state.waiting.firstIndex(where: { $0.target == target }) else {
        return nil
      }
      return state.waiting.remove(at: place)
    }
    waiting?.continuation.resume(with: response)
  }

  /// Ends the load of a target with content.
  func answer(_ target: String, _ body: String) {
    answer(target, .success(HTTP.Response(200, body: Array(body.utf8))))
  }
}

/// The results of completions, in their order.
final class Record: Sendable {
  let lines: AsyncStream<String>
  private let said: AsyncStream<String>.Continuation

  init() { (lines, said) = AsyncStream.makeStream(of: String.self) }

  func say(_ line: String) { said.yield(line) }

  /// A completion that records its name and its result.
  func completion(_ name: String) -> Downloader<String>.Completion {
    { [said] result in
      switch result {
      case .success(let downloaded):
        let place = downloaded.response == nil ? "cache" : "network"
        said.yield("\(name): \(downloaded.value) from the \(place)")
      case .failure(let error): said.yield("\(name): \(error.number.map { "\($0)" } ?? "\(error)")")
      }
    }
  }
}
