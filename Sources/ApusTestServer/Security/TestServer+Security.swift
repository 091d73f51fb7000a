internal import ApusBytes
internal import ApusNet
public import ApusTLS
public import ApusX509

extension TestServer {
  /// The TLS settings of a test server, with its certificate and its handshake parameters.
  ///
  ///     let server = try await TestServer(
  ///       tls: .local { $0.configuration.clientCertificates = .required }, TestRoutes.answer)
  ///
  /// The server sends session tickets unless `configuration.ticketSealer` is `nil`. If
  /// `configuration.retryCookie` is set, the server sends a HelloRetryRequest to every client.
  public struct Security: Sendable {
    /// The configuration of the TLS server, including its faults.
    public var configuration: TLS.ServerConfiguration
    /// The trusted root certificates for client certificates.
    public var clientRoots: [X509.Certificate] = []
    /// The time for the verification of client certificates; nil, the default, for the clock's
    /// time.
    public var clientMoment: UnixTime?
    /// The closure that returns the TLS fault for a connection. The argument is the number of the
    /// connection, counted from 1.
    ///
    /// Without a fault, the server follows its configuration.
    package var fault: @Sendable (_ connection: Int) -> TLS.ServerFault? = { _ in nil }
    /// The number of bytes in each write, with a millisecond between writes; nil by default.
    ///
    /// If the value is `nil`, the server writes all bytes together. Writes of one byte split the
    /// TLS records at every position.
    public var pieceByteCount: Int?
    /// The root certificate that a client must trust.
    /// The value is `nil` if the root certificate is unknown.
    public let root: X509.Certificate?
    private let key: TLS.Identity.Key

    /// Creates TLS settings from an identity and the root of its certificate.
    ///
    /// - Parameters:
    ///   - identity: The certificates and the key of the server.
    ///   - root: The root certificate that clients must trust. The value is `nil` if the root
    ///     certificate is unknown.
    public init(_ identity: TLS.Identity, root: X509.Certificate? = nil) throws {
      let publicKey = try identity.leaf.verificationKey()
      configuration = TLS.ServerConfiguration(
        identity.chain, schemes: identity.schemes.filter { $0.fits(publicKey, in: .tls13) })
      configuration.applicationProtocols = [Array("http/1.1".utf8)]
      configuration.ticketSealer = try TLS.TicketSealer(using: SystemRandom())
      key = identity.key
      self.root = root
    }

    /// Creates TLS settings with a certificate of an authority.
    /// The server trusts client certificates of the same authority.
    ///
    /// - Parameters:
    ///   - authority: The authority that issues the certificate.
    ///   - hosts: The host names and addresses in the certificate.
    ///   - key: The kind of the server's key; P-256 by default.
    public init(
      _ authority: TestAuthority, hosts: [String] = TestAuthority.loopback,
      key: TestAuthority.KeyKind = .p256
    ) throws {
      try self.init(authority.server(hosts, key: key), root: authority.root)
      clientRoots = [authority.root]
    }

    /// Creates TLS settings for this machine, with a new authority, key and certificate.
    ///
    /// - Parameter adapt: The closure that changes the settings of the server.
    public static func local(
      _ adapt: (inout Security) throws -> Void = { _ in }
    ) throws -> Security {
      var security = try Security(TestAuthority())
      try adapt(&security)
      return security
    }

    /// Returns the server's signature for a TLS handshake.
    func signature(for request: TLS.SigningRequest) async throws -> [UInt8] {
      switch key {
      case .held(let key):
        try key.signature(for: request.message.span, by: request.scheme, using: SystemRandom())
      case .external(let signer):
        try await signer.signature(for: request.message, by: request.scheme)
      }
    }

    /// Returns the verified certificate chain of a client. Throws an error if the verification
    /// fails.
    func verified(
      _ presented: TLS.PresentedCertificates
    ) throws(X509.TrustFailure) -> X509.VerifiedChain {
      try X509.Verifier(anchors: X509.Anchors(clientRoots)).verify(
        presented.leaf, intermediates: presented.intermediates, for: .client,
        at: clientMoment ?? UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch))
    }
  }
}
