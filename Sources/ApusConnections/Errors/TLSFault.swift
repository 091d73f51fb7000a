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
  public var description: String {
    let phase = isHandshake ? "the TLS handshake with" : "TLS with"
    return "\(phase) \(server): \(error)" + (hint.map { "; \($0)" } ?? "")
  }

  /// The advice about it, where there is something to say.
  public var hint: String? {
    if let clientHint { return clientHint }
    return switch error {
    case .truncated where isHandshake:
      "the server has closed the connection; does it speak TLS at that port?"
    case .alerted(let number): Self.hint(about: TLS.AlertDescription(rawValue: number))
    case .unsupportedVersion: "older versions than TLS 1.2 are not spoken"
    case .certificateRequired: Self.hint(about: .certificateRequired)
    default: nil
    }
  }

  /// The same where a server ends the connection that has asked who the client is.
  ///
  /// Servers of TLS 1.2 have no alert of their own for that, and some of both versions just close.
  private var clientHint: String? {
    guard mayBeAboutClient else { return nil }
    let asked = "the server has asked for a certificate of the client"
    let name = clientCertificate.map { "\($0.subject)" }
    switch (clientAuthentication, name) {
    case (.notRequested, _): return nil
    case (.declined, nil): return "\(asked), and there is none to show: set tls.identity"
    case (.declined, let name?) where clientObstacle == .authority:
      return "\(asked) by an authority that has not issued that of \(name), which it was not "
        + "shown: set tls.identity to one that it has, or tls.unlistedIdentities to .sent"
    case (.declined, let name?):
      return "\(asked), and takes no signature by the key of \(name), which it was not shown: "
        + "set tls.identity to one with another kind of key"
    case (.signed, let name) where clientObstacle == .authority:
      return "\(asked) by an authority that has not issued that of \(name ?? "the session"), which "
        + "it was sent: set tls.identity to one that it has"
    case (.signed, let name):
      return "\(asked), and was shown that of \(name ?? "the session"): if it does not believe "
        + "that one, set tls.identity to another"
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

  private static func hint(about alert: TLS.AlertDescription?) -> String? {
    switch alert {
    case .certificateRequired:
      "the server wants a certificate of the client: set tls.identity"
    case .badCertificate, .unsupportedCertificate, .certificateRevoked, .certificateExpired,
      .certificateUnknown, .unknownCA, .accessDenied:
      "the server refuses the client's certificate, or that there is none: look at tls.identity"
    case .unrecognizedName: "the server has no certificate for that name"
    case .protocolVersion, .handshakeFailure, .insufficientSecurity:
      "the server speaks none of the versions, suites and groups that are offered"
    default: nil
    }
  }
}
