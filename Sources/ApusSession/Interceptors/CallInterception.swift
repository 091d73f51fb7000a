internal import ApusNet

/// The number and the end of a call, for its interceptors.
final class CallInterception: Sendable {
  /// The number of the call in its session.
  let number: Int

  private enum State {
    case running([@Sendable (HTTPSessionError?) -> Void])
    case ended(HTTPSessionError?)
  }

  private let state = Lock(State.running([]))

  init(_ number: Int) { self.number = number }

  /// Calls a closure at the end of the call, or at once if that has come.
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

  /// Calls the closures, the last one first, unless the call had already ended.
  func end(_ error: HTTPSessionError?) {
    let bodies = state.withLock { state -> [@Sendable (HTTPSessionError?) -> Void] in
      guard case .running(let bodies) = state else { return [] }
      state = .ended(error)
      return bodies
    }
    for body in bodies.reversed() { body(error) }
  }
}
