public import ApusTLS
public import ApusX509

extension Connections {
  /// A failure of TLS, either during the handshake or on an established TLS connection.
  public struct TLSFault: Equatable, Sendable {
    /// The error that the TLS client threw.
    public let error: TLSError
    /// The host of the request, with the address of the server.
    public let server: String
    /// A Boolean value that indicates whether the TLS handshake failed.
    ///
    /// No request was sent if the handshake failed.
    public let isHandshake: Bool
    /// The server's certificate request, and the client's response to the certificate request.
    ///
    /// The property contains no request if the server has already responded to an HTTP request.
    public let clientAuthentication: TLS.ClientAuthentication
    /// The session's certificate for servers that request a client certificate.
    ///
    /// The value is `nil` if the session has no such certificate.
    public let clientCertificate: X509.Certificate?
    /// The reason that the client certificate does not match the server's certificate request.
    ///
    /// The value is `nil` if the certificate matches. A client may still send a certificate whose
    /// issuer is not in the server's list of authorities; see `TLSSettings.unlistedIdentities`.
    public let clientObstacle: TLS.IdentityRequest.Obstacle?
  }
}

extension Connections.TLSFault {
  /// Creates the failure of a client that cannot create a ClientHello message.
  init(beginningWith error: TLSError, server: String) {
    self.init(
      error: error, server: server, isHandshake: true, clientAuthentication: .notRequested,
      clientCertificate: nil, clientObstacle: nil)
  }
}

extension Connections.TLSFault: CustomStringConvertible {
  public var description: String { statement + (hint.map { "; \($0)" } ?? "") }

  /// The description of the TLS failure without the advice.
  package var statement: String {
    "\(isHandshake ? "the TLS handshake with" : "the TLS connection to") \(server) failed: \(error)"
  }

  /// The advice about the TLS failure. The value is `nil` if no advice exists.
  public var hint: String? { advice?.words(.ofSession) }

  /// The advice about the TLS failure as an enumeration value. The value is `nil` if no advice
  /// exists.
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
  /// TLS 1.2 has no specific alert for a missing client certificate. Some servers of TLS 1.2 and
  /// TLS 1.3 close the connection without an alert.
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

  /// A Boolean value that indicates whether the TLS error can be the server's rejection of the
  /// client's certificate.
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
