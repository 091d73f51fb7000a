public import ApusX509

extension TLS {
  /// The results of a TLS handshake, such as the version, the cipher suite and the trusted
  /// certificates.
  public struct HandshakeFacts: Sendable {
    /// The negotiated TLS version of the connection.
    public let version: Version
    /// The cipher suite that protects the TLS records.
    public let suite: CipherSuite
    /// The Diffie-Hellman group of the key exchange.
    ///
    /// The group is `nil` for a resumed TLS 1.2 session, which has no key exchange.
    public let group: NamedGroup?
    /// A Boolean value that indicates whether the handshake resumed an earlier session.
    ///
    /// A server sends no certificate in a resumed handshake.
    public let isResumed: Bool
    /// A Boolean value that indicates whether the server requested a second ClientHello.
    public let isRetried: Bool
    /// The ALPN name of the negotiated application protocol, or `nil` without an agreement.
    public let applicationProtocol: [UInt8]?
    /// The trust policy's proof that the server's certificate chain is trusted.
    ///
    /// In a resumed handshake, the proof comes from the resumed session.
    public let chain: TrustedChain
    /// The signature scheme of the server's handshake signature, or `nil` for a resumed session.
    public let serverScheme: SignatureScheme?
    /// The stapled OCSP response, or `nil` if the server sent none or the session was resumed.
    public let stapledResponse: [UInt8]?
    /// The signed certificate timestamps from the handshake messages.
    ///
    /// The list is empty for a resumed session. The certificate and the OCSP response can contain
    /// more signed certificate timestamps. RFC 6962 section 3.3.
    public let timestamps: [[UInt8]]
    /// The client's response to the server's certificate request.
    public let clientAuthentication: ClientAuthentication
    /// The client certificate of this handshake, or of the resumed session's handshake.
    public let clientCertificate: X509.Certificate?
  }

  /// The state of the client authentication in a TLS handshake.
  public enum ClientAuthentication: Sendable, Hashable {
    /// The server has not requested a client certificate.
    case notRequested
    /// The server has requested a certificate, and the client had no suitable certificate.
    case declined
    /// The client has sent a client certificate and signed the handshake with this signature
    /// scheme.
    case signed(SignatureScheme)
  }
}
