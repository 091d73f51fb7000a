internal import ApusHTTP
internal import ApusNet

/// The completion closure of one request, with the actor or thread on which the closure runs.
struct DownloadHandler<Value: Sendable>: Sendable {
  /// The context in which a completion closure runs.
  enum Place {
    /// The completion closure may run on any thread and without a delay.
    case anywhere
    /// The completion closure runs on the caller's actor, which is free only after the requesting
    /// call has returned.
    case on(any Actor)
    /// The completion closure may run on any thread, but only after the requesting call has
    /// returned.
    case after(ReturnGate)
  }

  let request: HTTP.Request
  let place: Place
  let completion: Downloader<Value>.Completion

  /// Calls the completion closure with the result of the download.
  func call(_ result: Result<Downloaded<Value>, DownloadError>) async {
    let own = result.map {
      Downloaded(request: request, response: $0.response, value: $0.value)
    }
    switch place {
    case .anywhere: completion(own)
    case .on(let actor): await call(own, on: actor)
    case .after(let gate):
      await gate.pass()
      completion(own)
    }
  }

  private func call(
    _ result: Result<Downloaded<Value>, DownloadError>, on actor: isolated any Actor
  ) {
    completion(result)
  }
}

/// A gate that delays a completion closure until the requesting call has returned.
///
/// The requesting call opens the gate as its last action. The call then needs only nanoseconds to
/// return, and the gate waits for a millisecond.
final class ReturnGate: Sendable {
  private let opening = Lock<Deadline?>(nil)

  func open() { opening.withLock { $0 = .after(Self.allowance) } }

  /// Waits until the requesting call has returned.
  func pass() async {
    while true {
      let opening = opening.withLock { $0 }
      if let opening, opening.isPast { return }
      // An event loop that was shut down has no timers, so the completion is not delayed.
      guard let loop = try? EventLoop.shared() else { return }
      do throws(NetError) {
        try await loop.sleep(until: opening ?? .after(Self.allowance))
      } catch {
        return
      }
    }
  }

  private static var allowance: Duration { .milliseconds(1) }
}
