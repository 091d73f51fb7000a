internal import ApusBytes
public import ApusCrypto
internal import ApusNames
internal import ApusNet
public import ApusTLS
public import ApusX509

/// An authority made on the spot, for tests and demonstrations, and the certificates it issues.
///
///     let authority = try TestAuthority()
///     let identity = try authority.server(["localhost", "127.0.0.1"])
///
/// It is a root with an intermediate below it, which issues, or a root alone. Every key is made in
/// this process and is gone with it, so that nobody can misuse what trusts the root later.
public final class TestAuthority: Sendable {
  /// What a key that is made can be.
  public enum KeyKind: Sendable, Hashable, CaseIterable {
    case p256, p384, p521, ed25519
  }

  /// The names and addresses of this machine, as it calls itself.
  public static let loopback = ["localhost", "127.0.0.1", "::1"]

  /// What a client must trust.
  public let root: X509.Certificate
  /// What stands between the root and what is issued, the lowest first.
  public let intermediates: [X509.Certificate]
  /// The key of whoever issues.
  let key: SigningKey
  /// The time from whose day before on everything is valid.
  private let moment: UnixTime

  /// An authority with keys of a kind, whose certificates are valid at a time and long after it.
  public convenience init(
    _ name: String = "Apus test", keys: KeyKind = .p256, at moment: UnixTime = TestAuthority.now
  ) throws {
    try self.init(name, rootKey: keys.newKey(), issuingKey: keys.newKey(), at: moment)
  }

  /// An authority with those keys, the first of the root, the second of what issues below it.
  public init(
    _ name: String, rootKey: consuming SigningKey, issuingKey: consuming SigningKey,
    at moment: UnixTime = TestAuthority.now
  ) throws {
    self.moment = moment
    let validity = try Self.validity(from: moment, years: 10)
    root = try X509.CertificateBuilder(
      .authority(pathLength: nil), subject: X509.Name([.commonName: "\(name) root"]),
      validity: validity
    ).selfSigned(by: rootKey, using: SystemRandom())
    let below = X509.CertificateBuilder(
      .authority(pathLength: 0), subject: X509.Name([.commonName: "\(name) intermediate"]),
      validity: validity)
    let publicKey = try X509.PublicKey(issuingKey.publicKey)
    intermediates = [
      try below.certificate(for: publicKey, issuer: root, key: rootKey, using: SystemRandom())
    ]
    key = issuingKey
  }

  /// An authority whose root issues by itself, and says of itself what it is told to.
  public init(
    rootAlone name: String, keys kind: KeyKind = .p256, at moment: UnixTime = TestAuthority.now,
    _ adapt: (inout X509.CertificateBuilder) throws -> Void = { _ in }
  ) throws {
    self.moment = moment
    let key = try kind.newKey()
    var builder = X509.CertificateBuilder(
      .authority(pathLength: nil), subject: X509.Name([.commonName: "\(name) root"]),
      validity: try Self.validity(from: moment, years: 10))
    try adapt(&builder)
    root = try builder.selfSigned(by: key, using: SystemRandom())
    intermediates = []
    self.key = key
  }

  /// Whoever issues: the lowest below the root, or the root itself.
  public var issuer: X509.Certificate { intermediates.first ?? root }

  /// The root as PEM, for whatever reads its roots from a file.
  public var rootPEM: String { root.pem }

  /// A server of those names and addresses, with a key made for it.
  ///
  /// Dates, extensions and all else can be changed before the certificate is signed.
  public func server(
    _ hosts: [String] = loopback, key kind: KeyKind = .p256,
    _ adapt: (inout X509.CertificateBuilder) throws -> Void = { _ in }
  ) throws -> TLS.Identity {
    try server(hosts, key: kind.newKey(), adapt)
  }

  /// A server of those names and addresses, with that key.
  public func server(
    _ hosts: [String], key: consuming SigningKey,
    _ adapt: (inout X509.CertificateBuilder) throws -> Void = { _ in }
  ) throws -> TLS.Identity {
    var builder = X509.CertificateBuilder(
      .server, subject: X509.Name([.commonName: hosts.first ?? "server"]),
      alternativeNames: try hosts.map(Self.name(of:)),
      validity: try Self.validity(from: moment, years: 1))
    try adapt(&builder)
    return try identity(builder, key)
  }

  /// A client of that name, with a key made for it.
  public func client(
    _ name: String, key kind: KeyKind = .p256,
    _ adapt: (inout X509.CertificateBuilder) throws -> Void = { _ in }
  ) throws -> TLS.Identity {
    try client(name, key: kind.newKey(), adapt)
  }

  /// A client of that name, with that key.
  public func client(
    _ name: String, key: consuming SigningKey,
    _ adapt: (inout X509.CertificateBuilder) throws -> Void = { _ in }
  ) throws -> TLS.Identity {
    var builder = X509.CertificateBuilder(
      .client, subject: X509.Name([.commonName: name]),
      validity: try Self.validity(from: moment, years: 1))
    try adapt(&builder)
    return try identity(builder, key)
  }

  /// Whatever a builder describes, with that key, and the certificates up to the root.
  public func identity(
    _ builder: X509.CertificateBuilder, _ key: consuming SigningKey
  ) throws -> TLS.Identity {
    let leaf = try certificate(builder, for: X509.PublicKey(key.publicKey))
    return try TLS.Identity([leaf] + intermediates, TLS.HeldKey(key))
  }

  /// Whatever a builder describes, for whoever has that key.
  public func certificate(
    _ builder: X509.CertificateBuilder, for publicKey: X509.PublicKey
  ) throws -> X509.Certificate {
    try builder.certificate(for: publicKey, issuer: issuer, key: key, using: SystemRandom())
  }

  /// What time it is.
  public static var now: UnixTime {
    UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch)
  }

  /// From the day before on, because no two clocks agree.
  private static func validity(
    from moment: UnixTime, years: Int64
  ) throws -> X509.Validity {
    let (start, day) = (moment.secondsSinceEpoch, Int64(86_400))
    return try X509.Validity(from: start - day, through: start + years * 365 * day)
  }

  private static func name(of host: String) throws -> X509.GeneralName {
    if let address = try? IPv4Address(host) { return .ipv4(address) }
    if let address = try? IPv6Address(host) { return .ipv6(address) }
    return .dns(try X509.IA5Text(host))
  }
}

extension TestAuthority.KeyKind {
  /// A key that nobody else has.
  func newKey() throws -> SigningKey {
    switch self {
    case .p256: .p256(try .generate(using: SystemRandom()))
    case .p384: .p384(try .generate(using: SystemRandom()))
    case .p521: .p521(try .generate(using: SystemRandom()))
    case .ed25519: .ed25519(try .generate(using: SystemRandom()))
    }
  }
}
