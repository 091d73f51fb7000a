public import ApusTLS
public import ApusX509

extension Connections {
  /// A failure of TLS, during the handshake or later.
  public struct TLSFault: Equatable, Sendable {
    /// The error of the TLS layer.
    public let error: TLSError
    /// The host of the request, and the address of the server.
    public let server: String
    /// A Boolean value that indicates whether the handshake failed. No request was sent then.
    public let isHandshake: Bool
    /// The server's request for a client certificate, and the client's response to it.
    ///
    /// It is not reported once a server has responded to a request.
    public let clientAuthentication: TLS.ClientAuthentication
    /// The session's certificate for servers that request one; nil if it has none.
    public let clientCertificate: X509.Certificate?
    /// The reason that the certificate does not match the server's request; nil if it matches.
    ///
    /// A certificate whose issuer the server does not list may still be sent; see
    /// `TLSSettings.unlistedIdentities`.
    public let clientObstacle: TLS.IdentityRequest.Obstacle?
  }
}

extension Connections.TLSFault {
  /// Creates the failure of a client that cannot make a ClientHello.
  init(beginningWith error: TLSError, server: String) {
    self.init(
      error: error, server: server, isHandshake: true, clientAuthentication: .notRequested,
      clientCertificate: nil, clientObstacle: nil)
  }
}

extension Connections.TLSFault: CustomStringConvertible {
  public var description: String { statement + (hint.map { "; \($0)" } ?? "") }

  /// The failure without its advice.
  package var statement: String {
    "\(isHandshake ? "the TLS handshake with" : "the TLS connection to") \(server) failed: \(error)"
  }

  /// The advice about the failure, if there is any.
  public var hint: String? { advice?.words(.ofSession) }

  /// The advice as a value, if there is any.
  package var advice: Connections.TLSHint? {
    if let clientAdvice { return clientAdvice }
    return switch error {
    case .truncated where isHandshake: .otherProtocol
    case .alerted(let number): Self.advice(about: TLS.AlertDescription(rawValue: number))
    case .unsupportedVersion: .olderVersion
    case .certificateRequired: .certificateWanted
    default: nil
    }
  }

  /// The advice for a server that requests a client certificate and then ends the connection.
  ///
  /// Servers of TLS 1.2 have no specific alert for that, and some of both versions just close.
  private var clientAdvice: Connections.TLSHint? {
    guard mayBeAboutClient else { return nil }
    let name = clientCertificate.map { "\($0.subject)" }
    switch (clientAuthentication, name) {
    case (.notRequested, _): return nil
    case (.declined, nil): return .nothingToSend
    case (.declined, let name?) where clientObstacle == .authority:
      return .otherAuthority(name: name, wasSent: false)
    case (.declined, let name?): return .otherKey(name: name)
    case (.signed, let name) where clientObstacle == .authority:
      return .otherAuthority(name: name ?? "the session", wasSent: true)
    case (.signed, let name): return .notAccepted(name: name ?? "the session")
    }
  }

  /// A Boolean value that indicates whether the error can be the server's rejection of the client's
  /// identity.
  package var mayBeAboutClient: Bool {
    guard case .alerted(let number) = error else {
      return error == .truncated && (isHandshake || clientAuthentication == .declined)
    }
    switch TLS.AlertDescription(rawValue: number) {
    case .handshakeFailure, .badCertificate, .unsupportedCertificate, .certificateRevoked,
      .certificateExpired, .certificateUnknown, .unknownCA, .accessDenied, .certificateRequired:
      return true
    default: return false
    }
  }

  private static func advice(about alert: TLS.AlertDescription?) -> Connections.TLSHint? {
    switch alert {
    case .certificateRequired: .certificateWanted
    case .badCertificate, .unsupportedCertificate, .certificateRevoked, .certificateExpired,
      .certificateUnknown, .unknownCA, .accessDenied:
      .certificateRefused
    case .unrecognizedName: .unknownName
    case .protocolVersion, .handshakeFailure, .insufficientSecurity: .nothingInCommon
    default: nil
    }
  }
}
