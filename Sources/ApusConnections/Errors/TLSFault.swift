public import ApusTLS
public import ApusX509

extension Connections {
  /// That a connection could not be protected, or is no longer.
  public struct TLSFault: Equatable, Sendable {
    /// What happened, in the words of the floor below.
    public let error: TLSError
    /// Who was asked, and the address that answered.
    public let server: String
    /// Whether the handshake was not complete, so that no request was sent.
    public let isHandshake: Bool
    /// Whether the server has asked who the client is, and which way it was answered.
    ///
    /// A server that has answered a request is no longer said to have asked.
    public let clientAuthentication: TLS.ClientAuthentication
    /// The certificate that the session has for servers that ask, if it has one.
    public let clientCertificate: X509.Certificate?
    /// The reason against sending that certificate to the server, if there is one.
    ///
    /// A certificate whose issuer the server does not list may be sent all the same; see
    /// `TLSSettings.unlistedIdentities`.
    public let clientObstacle: TLS.IdentityRequest.Obstacle?
  }
}

extension Connections.TLSFault {
  /// That not even a ClientHello could be made.
  init(beginningWith error: TLSError, server: String) {
    self.init(
      error: error, server: server, isHandshake: true, clientAuthentication: .notRequested,
      clientCertificate: nil, clientObstacle: nil)
  }
}

extension Connections.TLSFault: CustomStringConvertible {
  public var description: String { statement + (hint.map { "; \($0)" } ?? "") }

  /// The failure without the advice about it.
  package var statement: String {
    "\(isHandshake ? "the TLS handshake with" : "TLS with") \(server): \(error)"
  }

  /// The advice about it, where there is something to say.
  public var hint: String? { advice?.words(.ofSession) }

  /// The advice as a value, where there is something to say.
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

  /// The same where a server ends the connection that has asked who the client is.
  ///
  /// Servers of TLS 1.2 have no alert of their own for that, and some of both versions just close.
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

  /// Whether the error can be the server's answer to who the client is.
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
