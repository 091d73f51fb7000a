internal import ApusBytes
public import ApusX509

extension TLS {
  /// What an earlier connection has left for a later one to be resumed by.
  ///
  /// It holds a secret, of which every copy shares the one home; that is wiped with the last copy.
  /// No description shows it.
  public struct Session: Sendable {
    /// How the server was believed.
    public enum Peer: Sendable {
      /// By the proof of a policy of this process.
      case verified(TrustedChain)
      /// By a path that another process has verified, the leaf first: to be judged again before
      /// the session is of use.
      case stored([X509.Certificate])
    }

    /// The longest that a session is kept, whatever the server says, in seconds: seven days.
    ///
    /// RFC 8446 section 4.6.1.
    public static let lifetimeLimit: UInt32 = 604_800

    /// The most bytes that a ticket may have to be kept.
    ///
    /// Servers put their state into it, a client's chain at most; the grammar would allow 64 KiB.
    public static let ticketByteLimit = 1 << 14

    /// The scope that the session is bound to.
    public let scope: SessionScope
    /// The cipher suite, and by it the version.
    public let suite: CipherSuite
    /// How the server was believed.
    public internal(set) var peer: Peer
    /// The application protocol of the connection that left the session, if it had one.
    public let applicationProtocol: [UInt8]?
    /// When the session was received.
    public let received: UnixTime
    /// For how many seconds it is good.
    public let lifetime: UInt32
    /// How much data may be sent with the ClientHello; this client sends none.
    public let earlyDataLimit: UInt32
    /// What the server has given to be shown again; in TLS 1.2 maybe empty.
    let ticket: [UInt8]
    /// The name of the session in TLS 1.2; may be empty.
    let sessionID: [UInt8]
    /// What hides the age of a ticket of TLS 1.3.
    let ageAdd: UInt32
    /// The SHA-256 of the certificate that the client has shown, if it has shown one.
    let clientDigest: [UInt8]?
    /// The pre-shared key of TLS 1.3, or the extended master secret of TLS 1.2.
    let secret: SessionSecret

    /// A session with a lifetime as the server says it.
    init(
      scope: SessionScope, suite: CipherSuite, peer: Peer, applicationProtocol: [UInt8]?,
      received: UnixTime, lifetime: UInt32, earlyDataLimit: UInt32 = 0, ticket: [UInt8],
      sessionID: [UInt8] = [], ageAdd: UInt32 = 0, clientDigest: [UInt8]? = nil,
      secret: SessionSecret
    ) {
      self.scope = scope
      self.suite = suite
      self.peer = peer
      self.applicationProtocol = applicationProtocol
      self.received = received
      self.lifetime = min(lifetime, Self.lifetimeLimit)
      self.earlyDataLimit = earlyDataLimit
      self.ticket = ticket
      self.sessionID = sessionID
      self.ageAdd = ageAdd
      self.clientDigest = clientDigest
      self.secret = secret
    }
  }
}

extension TLS.Session {
  /// The certificates of the path by which the server was believed, the leaf first.
  public var certificates: [X509.Certificate] {
    switch peer {
    case .verified(let chain): chain.path?.certificates ?? [chain.leaf]
    case .stored(let certificates): certificates
    }
  }

  /// About how many bytes of memory the session takes, with the path that it holds on to.
  ///
  /// A certificate that was read takes its DER twice over: as it is, and in parts.
  var byteCost: Int {
    let path = certificates.reduce(0) { $0 + 2 * $1.der.count }
    return 512 + ticket.count + sessionID.count + (applicationProtocol?.count ?? 0)
      + scope.host.utf8.count + scope.configuration.count + path
  }

  /// Returns the session with a server judged anew; nil if that has another certificate.
  public func verified(by chain: TLS.TrustedChain) -> TLS.Session? {
    guard certificates.first?.der == chain.leaf.der else { return nil }
    var session = self
    session.peer = .verified(chain)
    return session
  }

  /// Whether the session is for one connection only, as in TLS 1.3.
  ///
  /// No one who watches can then tell that two connections are of the same client. RFC 8446 section
  /// C.4.
  public var isSingleUse: Bool { suite.version == .tls13 }

  /// Returns whether the session is still good.
  ///
  /// It is while its time is not over, nor that of the server's certificate, and the clock was not
  /// put back since it was received.
  public func isUsable(at moment: UnixTime) -> Bool {
    guard let leaf = certificates.first, moment >= received else { return false }
    return age(at: moment) < Int64(lifetime) * 1000
      && leaf.validity.contains(moment.wholeSecond.secondsSinceEpoch)
  }

  /// Whether the session is that of a client with those identities, of which it may be any.
  ///
  /// A server that resumes it takes the client for the one that it was when the session began.
  func fits(_ identities: [TLS.Identity]) -> Bool {
    clientDigest == nil || identity(among: identities) != nil
  }

  /// The identity that the client has shown when the session began, if it is one of those.
  func identity(among identities: [TLS.Identity]) -> TLS.Identity? {
    identities.first { $0.digest == clientDigest }
  }

  /// How old the ticket is, in milliseconds, with what hides it added modulo 2^32.
  ///
  /// RFC 8446 section 4.2.11.1.
  func obfuscatedAge(at moment: UnixTime) -> UInt32 {
    UInt32(truncatingIfNeeded: age(at: moment)) &+ ageAdd
  }

  private func age(at moment: UnixTime) -> Int64 {
    let (age, isOverflow) = moment.millisecondsSinceEpoch.subtractingReportingOverflow(
      received.millisecondsSinceEpoch)
    return isOverflow ? .max : age
  }
}

extension TLS.Session: CustomStringConvertible {
  public var description: String {
    "session of \(scope.host):\(scope.port) (\(suite.version), \(suite), good for \(lifetime) s)"
  }
}

extension TLS.Session: CustomReflectable {
  /// Nothing of what the session holds, so that no dump shows it.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A session's secret: what copies of the session share, and is wiped with the last of them.
final class SessionSecret: Sendable {
  private let bytes: SecretBytes

  init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

  /// How many bytes it has.
  var count: Int { bytes.count }

  /// Lends the bytes for the length of a call.
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes(body)
  }

  /// A second owner of the same bytes, in memory of its own.
  func copy() -> SecretBytes { bytes.copy() }
}
