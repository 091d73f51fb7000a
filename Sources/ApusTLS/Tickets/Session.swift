internal import ApusBytes
public import ApusX509

extension TLS {
  /// A TLS session of an earlier connection that a later connection can resume.
  ///
  /// All copies of a session share one secret in memory, which is wiped with the last copy. No
  /// description of a session shows the secret.
  public struct Session: Sendable {
    /// The proof of the server's identity in a TLS session.
    public enum Peer: Sendable {
      /// The server was verified by a trust policy of this process.
      case verified(TrustedChain)
      /// The server was verified by another process. The certification path starts with the
      /// server's certificate.
      ///
      /// This process must verify the certification path again before it uses the session.
      case stored([X509.Certificate])
    }

    /// The maximum lifetime of a session in seconds: seven days, even if the server allows more.
    ///
    /// RFC 8446 section 4.6.1.
    public static let lifetimeLimit: UInt32 = 604_800

    /// The maximum number of bytes of a stored session ticket.
    ///
    /// A ticket can contain the server's state of the session, such as the client's certificate
    /// chain. The TLS message format allows up to 64 KiB.
    public static let ticketByteLimit = 1 << 14

    /// The scope of the TLS session: its host, port and configuration.
    public let scope: SessionScope
    /// The cipher suite of the session, which determines the TLS version.
    public let suite: CipherSuite
    /// The proof of the server's identity in the TLS session.
    public internal(set) var peer: Peer
    /// The application protocol of the original connection, or `nil` if none was negotiated.
    public let applicationProtocol: [UInt8]?
    /// The time at which the client received the session ticket.
    public let received: UnixTime
    /// The lifetime of the TLS session in seconds.
    public let lifetime: UInt32
    /// The maximum number of early data bytes that the server accepts. This client sends no early
    /// data.
    public let earlyDataLimit: UInt32
    /// The session ticket that the client sends to the server, which can be empty in TLS 1.2.
    let ticket: [UInt8]
    /// The session ID of a TLS 1.2 session, which can be empty.
    let sessionID: [UInt8]
    /// The number that the client adds to the age of a TLS 1.3 ticket to obfuscate the age.
    let ageAdd: UInt32
    /// The SHA-256 digest of the client's certificate, or `nil` if the client sent no certificate.
    let clientDigest: [UInt8]?
    /// The pre-shared key of a TLS 1.3 session, or the extended master secret of a TLS 1.2 session.
    let secret: SessionSecret

    /// Creates a TLS session with the lifetime that the server has sent.
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
  /// The certification path that proved the server's identity, beginning with the server's
  /// certificate.
  public var certificates: [X509.Certificate] {
    switch peer {
    case .verified(let chain): chain.path?.certificates ?? [chain.leaf]
    case .stored(let certificates): certificates
    }
  }

  /// The approximate number of bytes of memory that the session uses, including its certification
  /// path.
  ///
  /// A decoded certificate uses twice the size of its DER encoding, for the encoded bytes and the
  /// decoded parts.
  var byteCost: Int {
    let path = certificates.reduce(0) { $0 + 2 * $1.der.count }
    return 512 + ticket.count + sessionID.count + (applicationProtocol?.count ?? 0)
      + scope.host.utf8.count + scope.configuration.count + path
  }

  /// Returns a copy of the TLS session with a new proof of the server's identity.
  ///
  /// The result is `nil` if the proof is for a different certificate.
  ///
  /// - Parameter chain: A proof of trust for the certificate of the session's server.
  public func verified(by chain: TLS.TrustedChain) -> TLS.Session? {
    guard certificates.first?.der == chain.leaf.der else { return nil }
    var session = self
    session.peer = .verified(chain)
    return session
  }

  /// A Boolean value that indicates whether the session can be used only once, as in TLS 1.3.
  ///
  /// Single use prevents an observer from linking two connections of the same client. RFC 8446
  /// section C.4.
  public var isSingleUse: Bool { suite.version == .tls13 }

  /// Returns `true` if the TLS session has not expired.
  ///
  /// A session expires after its lifetime, or with the certificate of its server. A session also
  /// expires if the clock was set back to a time before the client received the session.
  ///
  /// - Parameter moment: The time of the expiry check.
  public func isUsable(at moment: UnixTime) -> Bool {
    guard let leaf = certificates.first, moment >= received else { return false }
    return age(at: moment) < Int64(lifetime) * 1000
      && leaf.validity.contains(moment.wholeSecond.secondsSinceEpoch)
  }

  /// Returns a Boolean value that indicates whether the session used one of the given client
  /// identities or none.
  ///
  /// A server that resumes a session identifies the client by the client certificate of the
  /// original handshake.
  func fits(_ identities: [TLS.Identity]) -> Bool {
    clientDigest == nil || identity(among: identities) != nil
  }

  /// Returns the client identity of the session's original handshake, or `nil` if the list does not
  /// contain it.
  func identity(among identities: [TLS.Identity]) -> TLS.Identity? {
    identities.first { $0.digest == clientDigest }
  }

  /// Returns the obfuscated ticket age: the age in milliseconds plus the server's random number,
  /// modulo 2^32.
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
    "session of \(scope.host):\(scope.port) (\(suite.version), \(suite), lifetime \(lifetime) s)"
  }
}

extension TLS.Session: CustomReflectable {
  /// An empty mirror, which prevents `dump` from showing a part of the session.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The secret of a TLS session. All copies of the session share the secret, which is wiped with the
/// last copy.
final class SessionSecret: Sendable {
  private let bytes: SecretBytes

  init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

  /// The number of bytes of the session's secret.
  var count: Int { bytes.count }

  /// Calls a closure with the bytes of the session's secret.
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes(body)
  }

  /// Returns a copy of the session's secret in separate memory.
  func copy() -> SecretBytes { bytes.copy() }
}
