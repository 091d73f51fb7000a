internal import ApusBytes
internal import ApusNet
public import ApusTLS
public import ApusX509

extension TestServer {
  /// The TLS settings of a server: its identity, and its handshake parameters.
  ///
  ///     let server = try await TestServer(
  ///       tls: .local { $0.configuration.clientCertificates = .required }, TestRoutes.answer)
  ///
  /// Tickets are sent unless `configuration.ticketSealer` is nil. A HelloRetryRequest is sent to
  /// every client if there is a `configuration.retryCookie`.
  public struct Security: Sendable {
    /// The configuration of the TLS server, including its faults.
    public var configuration: TLS.ServerConfiguration
    /// The trusted authorities of client certificates.
    public var clientRoots: [X509.Certificate] = []
    /// The time at which client certificates are verified; nil, the default, for the clock's time.
    public var clientMoment: UnixTime?
    /// The fault of the server on a connection, by its number, counted from 1.
    ///
    /// Without a fault, the server follows its configuration.
    package var fault: @Sendable (_ connection: Int) -> TLS.ServerFault? = { _ in nil }
    /// The number of bytes in each write, with a millisecond between writes; nil by default.
    ///
    /// If it is nil, all bytes are written together. Pieces of one byte split records at every
    /// position.
    public var pieceByteCount: Int?
    /// The root that a client must trust, if it is known.
    public let root: X509.Certificate?
    private let key: TLS.Identity.Key

    /// Creates a server with an identity and the root of its certificate.
    ///
    /// - Parameters:
    ///   - identity: The certificates and the key of the server.
    ///   - root: The certificate that clients must trust; nil if it is unknown.
    public init(_ identity: TLS.Identity, root: X509.Certificate? = nil) throws {
      let publicKey = try identity.leaf.verificationKey()
      configuration = TLS.ServerConfiguration(
        identity.chain, schemes: identity.schemes.filter { $0.fits(publicKey, in: .tls13) })
      configuration.applicationProtocols = [Array("http/1.1".utf8)]
      configuration.ticketSealer = try TLS.TicketSealer(using: SystemRandom())
      key = identity.key
      self.root = root
    }

    /// Creates a server of an authority that trusts clients of the same authority.
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

    /// Makes a server for this machine, with a new authority, key and certificate.
    ///
    /// - Parameter adapt: The closure that changes the settings of the server.
    public static func local(
      _ adapt: (inout Security) throws -> Void = { _ in }
    ) throws -> Security {
      var security = try Security(TestAuthority())
      try adapt(&security)
      return security
    }

    /// Signs a handshake.
    func signature(for request: TLS.SigningRequest) async throws -> [UInt8] {
      switch key {
      case .held(let key):
        try key.signature(for: request.message.span, by: request.scheme, using: SystemRandom())
      case .external(let signer):
        try await signer.signature(for: request.message, by: request.scheme)
      }
    }

    /// Returns the verified path of a client's certificate.
    func verified(
      _ presented: TLS.PresentedCertificates
    ) throws(X509.TrustFailure) -> X509.VerifiedChain {
      try X509.Verifier(anchors: X509.Anchors(clientRoots)).verify(
        presented.leaf, intermediates: presented.intermediates, for: .client,
        at: clientMoment ?? UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch))
    }
  }
}
