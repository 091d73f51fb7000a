internal import ApusHTTP
internal import ApusNet

/// The completion of one request, and the place of the call.
struct DownloadHandler<Value: Sendable>: Sendable {
  /// A place for the call of a completion.
  enum Place {
    /// Any place: the caller needs no delay.
    case anywhere
    /// On the caller's actor, which is free only after the requesting call has returned.
    case on(any Actor)
    /// Any place, after the requesting call has returned.
    case after(ReturnGate)
  }

  let request: HTTP.Request
  let place: Place
  let completion: Downloader<Value>.Completion

  /// Calls the completion with the result of the download.
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

/// Delays a completion until the requesting call has returned.
///
/// A call opens the gate as its last action. It then needs only nanoseconds to return; the gate
/// allows a millisecond.
final class ReturnGate: Sendable {
  private let opening = Lock<Deadline?>(nil)

  func open() { opening.withLock { $0 = .after(Self.allowance) } }

  /// Waits until the call has returned.
  func pass() async {
    while true {
      let opening = opening.withLock { $0 }
      if let opening, opening.isPast { return }
      // A loop that was shut down has no timers, so the completion is not delayed.
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
