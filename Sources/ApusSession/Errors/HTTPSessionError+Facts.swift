internal import ApusBytes
public import ApusConnections
public import ApusHTTP
public import ApusSerialization

/// The details of a failure. A property is `nil` if the property does not apply to the error code.
extension HTTPSessionError {
  /// A time limit that expired, with its phase, its value and its setting.
  public typealias Timeout = Connections.ExpiredTimeout

  /// The error code, which is the kind of the failure.
  public var code: Code { reason.code }

  /// The status code of a response that is not accepted, or that did not switch the protocol.
  public var status: Int? {
    switch reason {
    case .status(let code), .notSwitched(let code): code
    default: nil
    }
  }

  /// The rejected server certificate and the violated trust rule.
  ///
  /// The session sent no byte of the request to the server.
  public var trust: TrustFailure? {
    if case .trust(let failure) = reason { failure } else { nil }
  }

  /// The reason for the failure of TLS.
  public var tls: TLSFault? {
    if case .tls(let fault) = reason { fault } else { nil }
  }

  /// The reason for the failure of the network or of a file operation.
  public var network: NetworkFault? {
    switch reason {
    case .network(let fault), .file(let fault): fault
    default: nil
    }
  }

  /// The proxy that did not forward the request, and the reason for the failure.
  public var proxy: ProxyFault? {
    if case .proxy(let fault) = reason { fault } else { nil }
  }

  /// The connection that the egress rules forbid, and the violated rule.
  public var egress: EgressRefusal? {
    if case .egress(let refusal) = reason { refusal } else { nil }
  }

  /// The protocol of a server that does not use the protocol of the request.
  public var otherProtocol: OtherProtocol? {
    if case .otherProtocol(let other) = reason { other } else { nil }
  }

  /// The redirect that the session did not follow, and the violated rule.
  public var redirect: RedirectFault? {
    if case .redirect(let fault) = reason { fault } else { nil }
  }

  /// The reason that the SHA-256 digest of the saved content was rejected.
  public var digest: DigestFault? {
    if case .digest(let fault) = reason { fault } else { nil }
  }

  /// The limit of bytes or requests that was reached.
  ///
  /// The limit applies to the content, to a line, to an event, to the requests of a call, or to the
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
  /// The number of received content bytes of an incomplete response, before content decoding.
  public struct Received: Hashable, Sendable {
    /// The number of content bytes that were received.
    public let byteCount: Int
    /// The number of content bytes that the response announced, or `nil` if it announced no length.
    public let expected: Int?

    package init(byteCount: Int, expected: Int?) {
      self.byteCount = byteCount
      self.expected = expected
    }
  }
}

extension HTTPSessionError {
  /// The problem details of the response, or `nil` if the response has no problem details.
  ///
  /// The content must be valid `application/problem+json`. RFC 9457 section 3.
  public var problem: HTTP.Problem? { response?.problem }
}

extension HTTPSessionError {
  /// The reason that the SHA-256 digest of saved content was rejected.
  public enum DigestFault: Equatable, Sendable, CustomStringConvertible {
    /// The session requested the SHA-256 digest of the content, but the server did not send the
    /// digest.
    case notStated
    /// The SHA-256 digest of the content differs from the expected or declared digest.
    case mismatch(expected: [UInt8], found: [UInt8])

    public var description: String {
      switch self {
      case .notStated: "the response has no SHA-256 digest of the content (Repr-Digest field)"
      case .mismatch(let expected, let found):
        "the content has the SHA-256 digest \(Hex.encode(found)) instead of the "
          + "expected \(Hex.encode(expected))"
      }
    }
  }
}

extension HTTPSessionError.Reason {
  /// The typed error of a lower layer that caused the failure.
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
