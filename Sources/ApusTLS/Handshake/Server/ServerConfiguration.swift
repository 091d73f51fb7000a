public import ApusX509

extension TLS {
  /// The certificates, algorithms and other settings of a TLS server.
  public struct ServerConfiguration: Sendable {
    /// The server's policy for client certificates: ignored, optional or required.
    public enum ClientCertificates: Sendable, Hashable {
      case ignored, optional, required
    }

    /// The server's certificate, followed by the certificates of its issuers.
    public var certificates: [X509.Certificate]
    /// The signature schemes of the server certificate's key, in descending order of preference.
    public var schemes: [SignatureScheme]
    /// The cipher suites that the server accepts, in descending order of preference.
    /// The default is all suites of TLS 1.3, with AES-128-GCM first.
    public var suites: [CipherSuite] = [.aes128GCM, .aes256GCM, .chaCha20Poly1305]
    /// The groups that the server accepts for the key exchange, in descending order of preference.
    /// The default is all groups, with X25519MLKEM768 first.
    public var groups: [NamedGroup] = [
      .x25519MLKEM768, .x25519, .secp256r1, .secp384r1, .secp521r1,
    ]
    /// The application protocols that the server accepts, in descending order of preference.
    /// The default is empty.
    ///
    /// The server negotiates no application protocol if the list is empty.
    public var applicationProtocols: [[UInt8]] = []
    /// The server's policy for client certificates. The default is `ignored`.
    public var clientCertificates = ClientCertificates.ignored
    /// The names of the trusted certification authorities that the server sends to clients.
    /// The default is empty.
    ///
    /// A client can send a certificate of any authority if the list is empty.
    public var clientAuthorities: [X509.Name] = []
    /// The signature schemes that the server accepts from clients.
    /// The default is that of `ClientConfiguration`.
    public var clientSchemes = ClientConfiguration().signatureSchemes
    /// The cookie that the server sends to request a second ClientHello. The default is nil.
    public var retryCookie: [UInt8]?
    /// The OCSP response that the server staples to its certificate. The default is nil.
    public var stapledResponse: [UInt8]?
    /// The signed certificate timestamps that the server sends to clients that request them.
    /// The default is empty.
    public var timestamps: [[UInt8]] = []
    /// The maximum number of plaintext bytes in a client's record, or `nil` for the limit of TLS.
    /// The default is nil.
    public var recordSizeLimit: UInt16?
    /// The encryptor of session tickets, or `nil` if the server sends no session tickets. The
    /// default is nil.
    public var ticketSealer: TicketSealer?
    /// The number of session tickets that the server sends to each client. The default is 2.
    public var ticketCount = 2
    /// The deliberate fault of the server, for tests of TLS clients.
    package var fault: ServerFault?
    /// A function that receives the secrets of the TLS connection. The default is nil.
    public var keyLog: KeyLogger?

    /// Creates a server configuration from certificates and the signature schemes of their key.
    ///
    /// - Parameters:
    ///   - certificates: The certificates of the server and its issuers, the server's own
    ///     certificate first.
    ///   - schemes: The signature schemes of the server's key, in descending order of preference.
    public init(_ certificates: [X509.Certificate], schemes: [SignatureScheme]) {
      self.certificates = certificates
      self.schemes = schemes
    }
  }
}
