public import ApusTLS

extension HTTPSessionError {
  /// That a connection could not be protected, or is no longer.
  public struct TLSFault: Equatable, Sendable {
    /// What happened, in the words of the floor below.
    public let error: TLSError
    /// Who was asked, and the address that answered.
    public let server: String
    /// Whether the handshake was not complete, so that no request was sent.
    public let isHandshake: Bool
  }
}

extension HTTPSessionError.TLSFault: CustomStringConvertible {
  public var description: String {
    let phase = isHandshake ? "the TLS handshake with" : "TLS with"
    return "\(phase) \(server): \(error)" + (hint.map { "; \($0)" } ?? "")
  }

  /// What to do about it, where there is something to say.
  public var hint: String? {
    switch error {
    case .truncated where isHandshake:
      "the server has closed the connection; does it speak TLS at that port?"
    case .alerted(let number): Self.hint(about: TLS.AlertDescription(rawValue: number))
    case .unsupportedVersion: "older versions than TLS 1.2 are not spoken"
    case .certificateRequired: Self.hint(about: .certificateRequired)
    default: nil
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
