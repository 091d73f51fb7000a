internal import ApusBytes
internal import ApusNet
public import ApusTLS
public import ApusX509

extension TestServer {
  /// How a server speaks TLS: who it is, and what it takes and gives.
  ///
  ///     let server = try await TestServer(
  ///       tls: .local { $0.configuration.clientCertificates = .required }, TestRoutes.answer)
  ///
  /// Tickets are given unless `configuration.ticketSealer` is taken away, a HelloRetryRequest is
  /// sent to everybody where there is a `configuration.retryCookie`.
  public struct Security: Sendable {
    /// What the server shows, offers and asks for, and what it does wrong.
    public var configuration: TLS.ServerConfiguration
    /// The authorities that a client's certificate must lead to.
    public var clientRoots: [X509.Certificate] = []
    /// The time at which clients' certificates are judged; that of the clock by default.
    public var clientMoment: UnixTime?
    /// What the server does wrong on a connection, by its number, counted from 1.
    ///
    /// Where that is nothing, it does what the configuration says.
    package var fault: @Sendable (_ connection: Int) -> TLS.ServerFault? = { _ in nil }
    /// How many bytes go over the wire at a time, with a millisecond between them.
    ///
    /// All go at once if that is nil. In pieces of one byte records come apart wherever they can.
    public var pieceByteCount: Int?
    /// The root that a client must trust, where it is known.
    public let root: X509.Certificate?
    private let key: TLS.Identity.Key

    /// Creates a server that shows an identity, to which that root leads.
    public init(_ identity: TLS.Identity, root: X509.Certificate? = nil) throws {
      let publicKey = try identity.leaf.verificationKey()
      configuration = TLS.ServerConfiguration(
        identity.chain, schemes: identity.schemes.filter { $0.fits(publicKey, in: .tls13) })
      configuration.applicationProtocols = [Array("http/1.1".utf8)]
      configuration.ticketSealer = try TLS.TicketSealer(using: SystemRandom())
      key = identity.key
      self.root = root
    }

    /// Creates a server of an authority, which believes the clients of the same authority.
    public init(
      _ authority: TestAuthority, hosts: [String] = TestAuthority.loopback,
      key: TestAuthority.KeyKind = .p256
    ) throws {
      try self.init(authority.server(hosts, key: key), root: authority.root)
      clientRoots = [authority.root]
    }

    /// Makes a server of this machine, with an authority, a key and a certificate of its own.
    public static func local(
      _ adapt: (inout Security) throws -> Void = { _ in }
    ) throws -> Security {
      var security = try Security(TestAuthority())
      try adapt(&security)
      return security
    }

    /// Signs what a handshake asks for.
    func signature(for request: TLS.SigningRequest) async throws -> [UInt8] {
      switch key {
      case .held(let key):
        try key.signature(for: request.message.span, by: request.scheme, using: SystemRandom())
      case .external(let signer):
        try await signer.signature(for: request.message, by: request.scheme)
      }
    }

    /// The path by which a client is believed.
    func verified(
      _ presented: TLS.PresentedCertificates
    ) throws(X509.TrustFailure) -> X509.VerifiedChain {
      try X509.Verifier(anchors: X509.Anchors(clientRoots)).verify(
        presented.leaf, intermediates: presented.intermediates, for: .client,
        at: clientMoment ?? UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch))
    }
  }
}
