public import ApusX509

extension TLS {
  /// The results of a handshake.
  public struct HandshakeFacts: Sendable {
    /// The version.
    public let version: Version
    /// The cipher suite of the records.
    public let suite: CipherSuite
    /// The group of the key exchange.
    ///
    /// It is nil for a resumed TLS 1.2 session, which has no key exchange.
    public let group: NamedGroup?
    /// A Boolean value that indicates whether an earlier session was resumed.
    ///
    /// A resumed handshake has no certificate.
    public let isResumed: Bool
    /// A Boolean value that indicates whether the server requested a second ClientHello.
    public let isRetried: Bool
    /// The negotiated application protocol, as ALPN names it, if there is one.
    public let applicationProtocol: [UInt8]?
    /// The policy's proof that the server is trusted, from this handshake or the resumed session.
    public let chain: TrustedChain
    /// The server's signature scheme; nil for a resumed session.
    public let serverScheme: SignatureScheme?
    /// The stapled OCSP response, if there is one; nil for a resumed session.
    public let stapledResponse: [UInt8]?
    /// The signed certificate timestamps of the handshake; empty for a resumed session.
    ///
    /// There can be others in the certificate and in the OCSP response. RFC 6962 section 3.3.
    public let timestamps: [[UInt8]]
    /// The server's request for a client certificate, and the client's response.
    public let clientAuthentication: ClientAuthentication
    /// The certificate that the client sent in this handshake or that of the resumed session.
    public let clientCertificate: X509.Certificate?
  }

  /// The state of client authentication.
  public enum ClientAuthentication: Sendable, Hashable {
    /// The server has not requested a certificate.
    case notRequested
    /// The server has requested a certificate, and the client had no suitable one.
    case declined
    /// The client has sent a certificate and signed.
    case signed(SignatureScheme)
  }
}
