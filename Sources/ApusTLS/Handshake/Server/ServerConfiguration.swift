public import ApusX509

extension TLS {
  /// The settings of a server.
  public struct ServerConfiguration: Sendable {
    /// The server's request for client certificates.
    public enum ClientCertificates: Sendable, Hashable {
      case ignored, optional, required
    }

    /// The certificate of the server first, then its issuers.
    public var certificates: [X509.Certificate]
    /// The signature schemes of the certificate's key, the best first.
    public var schemes: [SignatureScheme]
    /// The suites, the best first.
    public var suites: [CipherSuite] = [.aes128GCM, .aes256GCM, .chaCha20Poly1305]
    /// The groups for key exchange, the best first.
    public var groups: [NamedGroup] = [
      .x25519MLKEM768, .x25519, .secp256r1, .secp384r1, .secp521r1,
    ]
    /// The application protocols, the best first; if it is empty, none is negotiated.
    public var applicationProtocols: [[UInt8]] = []
    /// The request for client certificates.
    public var clientCertificates = ClientCertificates.ignored
    /// The trusted authorities that are sent to clients; empty if clients can use any.
    public var clientAuthorities: [X509.Name] = []
    /// The accepted signature schemes of clients.
    public var clientSchemes = ClientConfiguration().signatureSchemes
    /// A cookie, which the server requests in a second ClientHello.
    public var retryCookie: [UInt8]?
    /// The OCSP response that is stapled.
    public var stapledResponse: [UInt8]?
    /// The signed certificate timestamps for clients that request them.
    public var timestamps: [[UInt8]] = []
    /// The largest plaintext in a record of a client, or nil for the maximum.
    public var recordSizeLimit: UInt16?
    /// The sealer of session tickets; without it there are none.
    public var ticketSealer: TicketSealer?
    /// The number of tickets for a client.
    public var ticketCount = 2
    /// A fault of the server, for tests of clients.
    package var fault: ServerFault?
    /// A function that receives the secrets of the connection.
    public var keyLog: KeyLogger?

    /// Creates the configuration of a server from its certificates and the signature schemes of its
    /// key.
    ///
    /// - Parameters:
    ///   - certificates: The certificates, the server's own first.
    ///   - schemes: The schemes in which the key signs, the preferred one first.
    public init(_ certificates: [X509.Certificate], schemes: [SignatureScheme]) {
      self.certificates = certificates
      self.schemes = schemes
    }
  }
}
