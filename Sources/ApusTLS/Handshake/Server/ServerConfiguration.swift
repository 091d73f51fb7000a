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
    /// The suites, the best first. The default is all suites of TLS 1.3, with AES-128-GCM first.
    public var suites: [CipherSuite] = [.aes128GCM, .aes256GCM, .chaCha20Poly1305]
    /// The groups for key exchange, the best first.
    /// The default is all groups, with X25519MLKEM768 first.
    public var groups: [NamedGroup] = [
      .x25519MLKEM768, .x25519, .secp256r1, .secp384r1, .secp521r1,
    ]
    /// The application protocols, the best first; if it is empty, none is negotiated.
    /// The default is empty.
    public var applicationProtocols: [[UInt8]] = []
    /// The request for client certificates. The default is `ignored`.
    public var clientCertificates = ClientCertificates.ignored
    /// The trusted authorities that are sent to clients; empty if clients can use any.
    /// The default is empty.
    public var clientAuthorities: [X509.Name] = []
    /// The accepted signature schemes of clients. The default is that of `ClientConfiguration`.
    public var clientSchemes = ClientConfiguration().signatureSchemes
    /// A cookie, which the server requests in a second ClientHello. The default is nil.
    public var retryCookie: [UInt8]?
    /// The OCSP response that is stapled. The default is nil.
    public var stapledResponse: [UInt8]?
    /// The signed certificate timestamps for clients that request them. The default is empty.
    public var timestamps: [[UInt8]] = []
    /// The largest plaintext in a record of a client, or nil for the maximum. The default is nil.
    public var recordSizeLimit: UInt16?
    /// The sealer of session tickets; without it there are none. The default is nil.
    public var ticketSealer: TicketSealer?
    /// The number of tickets for a client. The default is 2.
    public var ticketCount = 2
    /// A fault of the server, for tests of clients.
    package var fault: ServerFault?
    /// A function that receives the secrets of the connection. The default is nil.
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
