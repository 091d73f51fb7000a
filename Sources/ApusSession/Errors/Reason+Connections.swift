internal import ApusConnections
internal import ApusNet

extension HTTPSessionError.Reason {
  /// Creates the reason of a call that fails with an error of its connection.
  init(_ error: ConnectionError) {
    self =
      switch error {
      case .cancelled: .cancelled
      case .timedOut(let phase): .timedOut(phase)
      case .unknownHost(let name): .unknownHost(name)
      case .egress(let refusal): .egress(refusal)
      case .setting(let error): .setting(error)
      case .policy(let error): .policy(error)
      case .trustSource(let error): .trustSource(error)
      case .trust(let failure): .trust(failure)
      case .tls(let fault): .tls(fault)
      case .otherProtocol(let other): .otherProtocol(other)
      case .clearText(let origin): .clearText(origin)
      case .request(let error): .request(error)
      case .requestBody: .requestBody
      case .unwrittenBody: .requestContent(.other(error.description))
      case .queueFull(let limit): .queueFull(limit: limit)
      case .shutDown: .shutDown
      case .suspended: .suspended
      case .network(let fault): .network(fault)
      case .proxy(let fault): .proxy(fault)
      case .noResponse: .noResponse
      case .response(let error): .response(error)
      case .file(let fault): .file(fault)
      }
  }

  /// The error of the connection, or `nil` if another layer caused the failure.
  var connectionError: ConnectionError? {
    switch self {
    case .cancelled: .cancelled
    case .timedOut(let phase): .timedOut(phase)
    case .unknownHost(let name): .unknownHost(name)
    case .egress(let refusal): .egress(refusal)
    case .setting(let error): .setting(error)
    case .policy(let error): .policy(error)
    case .trustSource(let error): .trustSource(error)
    case .trust(let failure): .trust(failure)
    case .tls(let fault): .tls(fault)
    case .otherProtocol(let other): .otherProtocol(other)
    case .clearText(let origin): .clearText(origin)
    case .request(let error): .request(error)
    case .requestBody: .requestBody
    case .queueFull(let limit): .queueFull(limit: limit)
    case .shutDown: .shutDown
    case .suspended: .suspended
    case .network(let fault): .network(fault)
    case .proxy(let fault): .proxy(fault)
    case .noResponse: .noResponse
    case .response(let error): .response(error)
    case .file(let fault): .file(fault)
    default: nil
    }
  }

  /// Creates the reason for a network error in a phase of a call.
  init(_ error: NetError, in phase: HTTPSession.Phase) {
    self.init(ConnectionError(error, in: phase))
  }

  /// A Boolean value that indicates whether the connection broke before the server's response.
  ///
  /// The request may never have reached the server.
  var isPeerGone: Bool { connectionError?.isPeerGone ?? false }
}

extension Deadlines {
  /// Returns the reason for a network error in a phase of a call.
  func reason(_ error: NetError, in phase: HTTPSession.Phase) -> HTTPSessionError.Reason {
    HTTPSessionError.Reason(self.error(error, in: phase))
  }

  /// Returns the reason for an error of a file operation.
  func fileReason(_ error: NetError) -> HTTPSessionError.Reason {
    HTTPSessionError.Reason(fileError(error))
  }
}

extension HTTPSessionError: CancellationReporting {}
