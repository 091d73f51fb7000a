public import ApusX509

extension TLS {
  /// What a server takes and shows.
  public struct ServerConfiguration: Sendable {
    /// Whether a client is asked for a certificate.
    public enum ClientCertificates: Sendable, Hashable {
      case ignored, optional, required
    }

    /// The certificate of the server first, then those that lead to an authority.
    public var certificates: [X509.Certificate]
    /// How the key of the certificate can sign, the best way first.
    public var schemes: [SignatureScheme]
    /// The suites, the best first.
    public var suites: [CipherSuite] = [.aes128GCM, .aes256GCM, .chaCha20Poly1305]
    /// The groups in which keys can be agreed on, the best first.
    public var groups: [NamedGroup] = [
      .x25519MLKEM768, .x25519, .secp256r1, .secp384r1, .secp521r1,
    ]
    /// The application protocols, the best first; with none, none is negotiated.
    public var applicationProtocols: [[UInt8]] = []
    /// Whether clients are asked who they are.
    public var clientCertificates = ClientCertificates.ignored
    /// Whose certificates a client is told that it may show; anybody's where no one is named.
    public var clientAuthorities: [X509.Name] = []
    /// How a client may sign.
    public var clientSchemes = ClientConfiguration().signatureSchemes
    /// A cookie for which every client is asked to start again.
    public var retryCookie: [UInt8]?
    /// The OCSP response that is stapled.
    public var stapledResponse: [UInt8]?
    /// The signed certificate timestamps that are sent to clients that ask for them.
    public var timestamps: [[UInt8]] = []
    /// The most plaintext that a client may put into a record, or nil for any.
    public var recordSizeLimit: UInt16?
    /// What seals the tickets of sessions; without it there are none.
    public var ticketSealer: TicketSealer?
    /// How many tickets a client is given.
    public var ticketCount = 2
    /// What the server does wrong, for tests of clients.
    package var fault: ServerFault?
    /// Hears the secrets of the connection.
    public var keyLog: KeyLogger?

    /// Creates a server that shows those certificates, whose key can sign in those ways.
    public init(_ certificates: [X509.Certificate], schemes: [SignatureScheme]) {
      self.certificates = certificates
      self.schemes = schemes
    }
  }
}
