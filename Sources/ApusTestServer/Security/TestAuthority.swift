internal import ApusBytes
public import ApusCrypto
internal import ApusNames
internal import ApusNet
public import ApusTLS
public import ApusX509

/// A generated certificate authority for tests and demonstrations, which issues certificates.
///
///     let authority = try TestAuthority()
///     let identity = try authority.server(["localhost", "127.0.0.1"])
///
/// The authority consists of a root and an issuing intermediate, or only of a root. Every key is
/// generated in the process and lost at its end. An attacker therefore cannot misuse the trust in
/// the root later.
public final class TestAuthority: Sendable {
  /// The algorithm of a generated private key.
  public enum KeyKind: Sendable, Hashable, CaseIterable {
    case p256, p384, p521, ed25519
  }

  /// The names and addresses of this machine on its loopback interface.
  public static let loopback = ["localhost", "127.0.0.1", "::1"]

  /// The root certificate that a client must trust.
  public let root: X509.Certificate
  /// The intermediate certificates, from the issuer of the leaf certificates upwards.
  public let intermediates: [X509.Certificate]
  /// The private key of the issuing certificate.
  let key: SigningKey
  /// The creation time of the authority. All certificates are valid from the day before the
  /// creation time.
  private let moment: UnixTime

  /// Creates an authority with an intermediate and new keys.
  ///
  /// - Parameters:
  ///   - name: The name in the certificates of the authority.
  ///   - keys: The kind of keys; P-256 by default.
  ///   - moment: The creation time. The certificates are valid from the day before.
  public convenience init(
    _ name: String = "Apus test", keys: KeyKind = .p256, at moment: UnixTime = TestAuthority.now
  ) throws {
    try self.init(name, rootKey: keys.newKey(), issuingKey: keys.newKey(), at: moment)
  }

  /// Creates an authority with given keys for the root and for its intermediate.
  ///
  /// - Parameters:
  ///   - name: The name in the certificates of the authority.
  ///   - rootKey: The private key of the root.
  ///   - issuingKey: The private key of the intermediate.
  ///   - moment: The creation time. The certificates are valid from the day before.
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

  /// Creates an authority without an intermediate. A closure may change the root certificate.
  ///
  /// - Parameters:
  ///   - name: The name in the certificate of the root.
  ///   - kind: The kind of keys; P-256 by default.
  ///   - moment: The creation time. The certificates are valid from the day before.
  ///   - adapt: The closure that changes the builder of the root certificate.
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

  /// The issuing certificate, which is the lowest intermediate or the root itself.
  public var issuer: X509.Certificate { intermediates.first ?? root }

  /// The root certificate in PEM, for programs that read their roots from a file.
  public var rootPEM: String { root.pem }

  /// Creates the identity of a server with a new private key.
  ///
  /// - Parameters:
  ///   - hosts: The names and addresses of the server; this machine's by default.
  ///   - kind: The kind of the key; P-256 by default.
  ///   - adapt: The closure that changes the dates, the extensions and other parts before the
  ///     certificate is signed.
  public func server(
    _ hosts: [String] = loopback, key kind: KeyKind = .p256,
    _ adapt: (inout X509.CertificateBuilder) throws -> Void = { _ in }
  ) throws -> TLS.Identity {
    try server(hosts, key: kind.newKey(), adapt)
  }

  /// Creates the identity of a server with a given private key.
  ///
  /// - Parameters:
  ///   - hosts: The names and addresses of the server.
  ///   - key: The private key of the server.
  ///   - adapt: The closure that changes the certificate before it is signed.
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

  /// Creates the identity of a client with a new private key.
  ///
  /// - Parameters:
  ///   - name: The common name of the client.
  ///   - kind: The kind of the key; P-256 by default.
  ///   - adapt: The closure that changes the certificate before it is signed.
  public func client(
    _ name: String, key kind: KeyKind = .p256,
    _ adapt: (inout X509.CertificateBuilder) throws -> Void = { _ in }
  ) throws -> TLS.Identity {
    try client(name, key: kind.newKey(), adapt)
  }

  /// Creates the identity of a client with a given private key.
  ///
  /// - Parameters:
  ///   - name: The common name of the client.
  ///   - key: The private key of the client.
  ///   - adapt: The closure that changes the certificate before it is signed.
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

  /// Issues a certificate from a builder, and returns an identity with the intermediate
  /// certificates.
  ///
  /// - Parameters:
  ///   - builder: The builder with the subject, the names and the role of the certificate.
  ///   - key: The private key of the certificate.
  public func identity(
    _ builder: X509.CertificateBuilder, _ key: consuming SigningKey
  ) throws -> TLS.Identity {
    let leaf = try certificate(builder, for: X509.PublicKey(key.publicKey))
    return try TLS.Identity([leaf] + intermediates, TLS.HeldKey(key))
  }

  /// Issues a certificate for a public key from a builder.
  ///
  /// - Parameters:
  ///   - builder: The builder with the subject, the names and the role of the certificate.
  ///   - publicKey: The public key of the certificate.
  public func certificate(
    _ builder: X509.CertificateBuilder, for publicKey: X509.PublicKey
  ) throws -> X509.Certificate {
    try builder.certificate(for: publicKey, issuer: issuer, key: key, using: SystemRandom())
  }

  /// The current time by the clock of the system.
  public static var now: UnixTime {
    UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch)
  }

  /// Returns the validity period of a certificate. The validity begins on the day before the
  /// creation, because clocks may differ.
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
  /// Generates a new private key.
  func newKey() throws -> SigningKey {
    switch self {
    case .p256: .p256(try .generate(using: SystemRandom()))
    case .p384: .p384(try .generate(using: SystemRandom()))
    case .p521: .p521(try .generate(using: SystemRandom()))
    case .ed25519: .ed25519(try .generate(using: SystemRandom()))
    }
  }
}
