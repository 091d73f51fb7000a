internal import ApusConnections
internal import ApusHTTP

/// Categories of failures that most programs handle in the same way.
extension HTTPSessionError {
  /// A Boolean value that indicates whether the call ended because its task was cancelled.
  ///
  /// A call whose own task was cancelled throws `CancellationError` instead of a session error. A
  /// cancelled `HTTPTask` reports a session error, and so does a cancelled download that has kept
  /// its partial file.
  public var isCancellation: Bool { code == .cancelled }

  /// A Boolean value that indicates whether a time limit of the session or of the call expired.
  public var isTimeout: Bool { timeout != nil }

  /// A Boolean value that indicates whether the server's certificate, name or key was rejected.
  public var isTrust: Bool { code == .trust }

  /// A Boolean value that indicates whether the same request may succeed later.
  ///
  /// A failure is transient if the connection could not be made or broke, including while the
  /// content was received. An expired time limit and too many waiting requests are also transient,
  /// and so is a status code that a retry policy would retry. The value is also `true` if an
  /// interceptor failed with a transient error, for example while the interceptor fetched a token.
  public var isTransient: Bool {
    if reason == .interceptor, let error = underlying as? HTTPSessionError {
      return error.isTransient
    }
    return reason.isTransient
  }
}

extension HTTPSessionError.Reason {
  private static let transientStatuses = HTTP.RetryPolicy.none.statuses

  fileprivate var isTransient: Bool {
    switch self {
    case .timedOut, .queueFull, .response(.truncated): true
    case .tls(let fault) where fault.isLoss: true
    case .status(let code): Self.transientStatuses.contains(code)
    case .stated(let code): code == .cannotConnect || code == .queueFull
    case .proxy(let fault):
      switch fault.cause {
      case .connection(let error), .exchange(let error): Self(error).isTransient
      case .status(let code): Self.transientStatuses.contains(code)
      case .authentication, .bytesBehindAnswer, .socks, .zone: false
      }
    default: HTTP.RetryPolicy.Failure(self, wasSent: true) != nil
    }
  }
}
