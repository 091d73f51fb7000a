public import ApusX509

extension TLS {
  /// What a handshake has come to.
  public struct HandshakeFacts: Sendable {
    /// The version.
    public let version: Version
    /// How records are protected.
    public let suite: CipherSuite
    /// In which group the keys were agreed on.
    ///
    /// It is nil where a session of TLS 1.2 was resumed, which agrees on none.
    public let group: NamedGroup?
    /// Whether an earlier session was resumed, so that no certificate was shown.
    public let isResumed: Bool
    /// Whether the server asked for a second ClientHello.
    public let isRetried: Bool
    /// The application protocol, as ALPN names it, if one was agreed on.
    public let applicationProtocol: [UInt8]?
    /// The policy's proof that the server is believed, now or since the session began.
    public let chain: TrustedChain
    /// How the server signed, if it did not resume.
    public let serverScheme: SignatureScheme?
    /// The OCSP response that the server has stapled, if it has and did not resume.
    public let stapledResponse: [UInt8]?
    /// The signed certificate timestamps of the handshake; none if a session was resumed.
    ///
    /// Others may stand in the certificate and in the staple. RFC 6962 section 3.3.
    public let timestamps: [[UInt8]]
    /// Whether the server has asked for a certificate, and which way it was answered.
    public let clientAuthentication: ClientAuthentication
    /// The certificate that the client has shown, now or when the session began that is resumed.
    public let clientCertificate: X509.Certificate?
  }

  /// Whether a client has shown who it is.
  public enum ClientAuthentication: Sendable, Hashable {
    /// The server has not asked.
    case notRequested
    /// The server has asked, and the client had nothing that fits.
    case declined
    /// The client has shown a certificate and signed.
    case signed(SignatureScheme)
  }
}
