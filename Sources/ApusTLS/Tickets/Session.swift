internal import ApusBytes
public import ApusX509

extension TLS {
  /// A session of an earlier connection that a later one can resume.
  ///
  /// It contains a secret, which all copies share in one place; that is wiped with the last copy.
  /// No description shows it.
  public struct Session: Sendable {
    /// The proof of the server's identity.
    public enum Peer: Sendable {
      /// The proof of a policy of this process.
      case verified(TrustedChain)
      /// A path that another process has verified, the leaf first: it must be verified again before
      /// the session is used.
      case stored([X509.Certificate])
    }

    /// The longest lifetime of a session, whatever the server allows, in seconds: seven days.
    ///
    /// RFC 8446 section 4.6.1.
    public static let lifetimeLimit: UInt32 = 604_800

    /// The largest number of bytes of a stored ticket.
    ///
    /// Servers store their state in it, at most a client's chain; the grammar would allow 64 KiB.
    public static let ticketByteLimit = 1 << 14

    /// The scope of the session.
    public let scope: SessionScope
    /// The cipher suite, which determines the version.
    public let suite: CipherSuite
    /// The proof of the server's identity.
    public internal(set) var peer: Peer
    /// The application protocol of the session's connection, if it had one.
    public let applicationProtocol: [UInt8]?
    /// The time of receipt.
    public let received: UnixTime
    /// The lifetime in seconds.
    public let lifetime: UInt32
    /// The limit of data that can be sent with the ClientHello; this client sends none.
    public let earlyDataLimit: UInt32
    /// The ticket to send back to the server; it can be empty in TLS 1.2.
    let ticket: [UInt8]
    /// The name of the session in TLS 1.2; it can be empty.
    let sessionID: [UInt8]
    /// The number that obfuscates the age of a TLS 1.3 ticket.
    let ageAdd: UInt32
    /// The SHA-256 of the client's certificate, if it sent one.
    let clientDigest: [UInt8]?
    /// The pre-shared key of TLS 1.3, or the extended master secret of TLS 1.2.
    let secret: SessionSecret

    /// Creates a session with a lifetime from the server.
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
  /// The certificates of the path that proved the server's identity, the leaf first.
  public var certificates: [X509.Certificate] {
    switch peer {
    case .verified(let chain): chain.path?.certificates ?? [chain.leaf]
    case .stored(let certificates): certificates
    }
  }

  /// The approximate number of bytes of memory that the session uses, with its path.
  ///
  /// A decoded certificate uses twice the size of its DER: the bytes, and their parts.
  var byteCost: Int {
    let path = certificates.reduce(0) { $0 + 2 * $1.der.count }
    return 512 + ticket.count + sessionID.count + (applicationProtocol?.count ?? 0)
      + scope.host.utf8.count + scope.configuration.count + path
  }

  /// Returns the session with a new proof of the server's identity.
  ///
  /// The result is nil if the proof is for another certificate.
  ///
  /// - Parameter chain: A proof for the certificate of this session.
  public func verified(by chain: TLS.TrustedChain) -> TLS.Session? {
    guard certificates.first?.der == chain.leaf.der else { return nil }
    var session = self
    session.peer = .verified(chain)
    return session
  }

  /// A Boolean value that indicates whether the session can be used only once, as in TLS 1.3.
  ///
  /// An observer cannot link two connections of the same client then. RFC 8446 section C.4.
  public var isSingleUse: Bool { suite.version == .tls13 }

  /// Returns whether the session has not expired.
  ///
  /// It expires after its lifetime, or with the server's certificate, or if the clock was set back
  /// to before it was received.
  ///
  /// - Parameter moment: The time at which dates are checked.
  public func isUsable(at moment: UnixTime) -> Bool {
    guard let leaf = certificates.first, moment >= received else { return false }
    return age(at: moment) < Int64(lifetime) * 1000
      && leaf.validity.contains(moment.wholeSecond.secondsSinceEpoch)
  }

  /// Returns a Boolean value that indicates whether the session belongs to a client with the
  /// identities, any of them.
  ///
  /// A server that resumes it takes the client for the one at the start of the session.
  func fits(_ identities: [TLS.Identity]) -> Bool {
    clientDigest == nil || identity(among: identities) != nil
  }

  /// Returns the identity that the client sent at the start of the session, if it is in a list.
  func identity(among identities: [TLS.Identity]) -> TLS.Identity? {
    identities.first { $0.digest == clientDigest }
  }

  /// Returns the age of the ticket in milliseconds, plus the obfuscating number, modulo 2^32.
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
  /// An empty mirror, so that a dump shows no part of the session.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A session's secret, which its copies share, and which is wiped with the last of them.
final class SessionSecret: Sendable {
  private let bytes: SecretBytes

  init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

  /// The number of bytes of the secret.
  var count: Int { bytes.count }

  /// Calls a closure with the bytes.
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes(body)
  }

  /// Returns a copy of the bytes in memory of its own.
  func copy() -> SecretBytes { bytes.copy() }
}
