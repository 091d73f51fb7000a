public import ApusConnections
internal import ApusHTTP

/// The details of a failure; each is nil for the codes that have no such detail.
extension HTTPSessionError {
  /// A time limit that expired, with its phase, its value and its setting.
  public typealias Timeout = Connections.ExpiredTimeout

  /// The kind of the failure.
  public var code: Code { reason.code }

  /// The status of a response that is not accepted, or that did not change the protocol.
  public var status: Int? {
    switch reason {
    case .status(let code), .notSwitched(let code): code
    default: nil
    }
  }

  /// The rejected certificate, with the rule; no byte of the request was sent to the server.
  public var trust: TrustFailure? {
    if case .trust(let failure) = reason { failure } else { nil }
  }

  /// The failure of TLS.
  public var tls: TLSFault? {
    if case .tls(let fault) = reason { fault } else { nil }
  }

  /// The failure of the network or of a file.
  public var network: NetworkFault? {
    switch reason {
    case .network(let fault), .file(let fault): fault
    default: nil
    }
  }

  /// The proxy that did not forward the request, with the reason.
  public var proxy: ProxyFault? {
    if case .proxy(let fault) = reason { fault } else { nil }
  }

  /// The connection that the egress rules forbid, with the rule.
  public var egress: EgressRefusal? {
    if case .egress(let refusal) = reason { refusal } else { nil }
  }

  /// The protocol of the server, if it is not the one of the request.
  public var otherProtocol: OtherProtocol? {
    if case .otherProtocol(let other) = reason { other } else { nil }
  }

  /// The redirect that was not followed, with the rule.
  public var redirect: RedirectFault? {
    if case .redirect(let fault) = reason { fault } else { nil }
  }

  /// The SHA-256 that saved content does not have.
  public var digest: DigestFault? {
    if case .digest(let fault) = reason { fault } else { nil }
  }

  /// The reached limit of bytes or of requests.
  ///
  /// It is a limit of the content, a line or an event, of the requests of a call, or of the
  /// requests that wait for a connection.
  public var limit: Int? {
    switch reason {
    case .bodyTooLong(let limit), .lineTooLong(let limit), .eventTooLong(let limit),
      .queueFull(let limit), .tooManyRequests(let limit):
      limit
    default: nil
    }
  }
}

extension HTTPSessionError {
  /// The number of content bytes of a response that broke off, before codings are undone.
  public struct Received: Hashable, Sendable {
    /// The number of bytes that came.
    public let byteCount: Int
    /// The number of bytes that the response announced; nil if it did not.
    public let expected: Int?

    package init(byteCount: Int, expected: Int?) {
      self.byteCount = byteCount
      self.expected = expected
    }
  }
}

extension HTTPSessionError.Reason {
  /// The typed error of a lower layer that is the reason.
  var cause: (any Error)? {
    switch self {
    case .url(let error): error
    case .setting(let error): error
    case .policy(let error): error
    case .trustSource(let error): error
    case .request(let error): error
    case .requestContent(let error): error
    case .network(let error), .file(let error): error
    case .response(let error): error
    case .content(let error): error
    case .redirect(let error): error
    case .authentication(let error): error
    case .cache(let error): error
    case .fileName(let error): error
    case .serialization(.value(let error)): error
    default: nil
    }
  }
}
