internal import ApusNet

/// The number of a call, and the closures that interceptors have registered for the end of the
/// call.
final class CallInterception: Sendable {
  /// The number of the call, which is unique in its session.
  let number: Int

  private enum State {
    case running([@Sendable (HTTPSessionError?) -> Void])
    case ended(HTTPSessionError?)
  }

  private let state = Lock(State.running([]))

  init(_ number: Int) { self.number = number }

  /// Registers a closure for the end of the call, or calls the closure at once if the call has
  /// ended.
  func onEnd(_ body: @escaping @Sendable (HTTPSessionError?) -> Void) {
    let end: HTTPSessionError?? = state.withLock { state in
      switch state {
      case .running(let bodies):
        state = .running(bodies + [body])
        return nil
      case .ended(let error): return .some(error)
      }
    }
    if let end { body(end) }
  }

  /// Calls the registered onEnd closures in reverse order, unless the call had already ended.
  func end(_ error: HTTPSessionError?) {
    let bodies = state.withLock { state -> [@Sendable (HTTPSessionError?) -> Void] in
      guard case .running(let bodies) = state else { return [] }
      state = .ended(error)
      return bodies
    }
    for body in bodies.reversed() { body(error) }
  }
}
