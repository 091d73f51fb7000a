import ApusCrypto
import ApusTLS
import ApusX509

/// An authority of a test: its certificate, and the key that issues others.
final class TestAuthority: Sendable {
  let certificate: X509.Certificate
  private let key: SigningKey

  /// When every certificate is valid that is not said to be otherwise.
  static let moment = X509.Moment(secondsSinceEpoch: 1_800_000_000)
  /// From before that moment until after it.
  static let current: Range<Int64> = 1_700_000_000..<1_900_000_000
  /// A time that ends just before that moment.
  static let past: Range<Int64> = 1_700_000_000..<1_799_999_999

  /// A root.
  init(root name: String, extensions: [X509.Extension] = []) throws {
    key = try Self.newKey()
    let builder = try Self.builder(.authority(pathLength: nil), name, [], Self.current, extensions)
    certificate = try builder.selfSigned(by: key, using: SystemRandom())
  }

  /// An authority below another one.
  init(_ name: String, below issuer: TestAuthority) throws {
    key = try Self.newKey()
    let builder = try Self.builder(.authority(pathLength: nil), name, [], Self.current, [])
    certificate = try builder.certificate(
      for: X509.PublicKey(key.publicKey), issuer: issuer.certificate, key: issuer.key,
      using: SystemRandom())
  }

  /// A server's certificate by this authority.
  func server(
    _ hosts: String..., valid: Range<Int64> = current, role: X509.CertificateBuilder.Role = .server,
    key: X509.PublicKey? = nil, extensions: [X509.Extension] = []
  ) throws -> X509.Certificate {
    let publicKey = try key ?? X509.PublicKey(Self.newKey().publicKey)
    return try Self.builder(role, hosts.first ?? "server", hosts, valid, extensions)
      .certificate(
        for: publicKey, issuer: certificate, key: self.key, using: SystemRandom())
  }

  /// A server's certificate by this key, whoever it says has issued it.
  func server(_ host: String, issuedAs issuer: X509.Name) throws -> X509.Certificate {
    let builder = try Self.builder(.server, host, [host], Self.current, [])
    let publicKey = try X509.PublicKey(Self.newKey().publicKey)
    var content = try builder.content(for: publicKey, .ed25519, using: SystemRandom())
    content.issuer = issuer
    return try content.signed(by: key, using: SystemRandom())
  }

  /// A server's certificate that is its own authority.
  static func selfSigned(
    _ hosts: String..., valid: Range<Int64> = current
  ) throws -> X509.Certificate {
    try builder(.server, hosts.first ?? "server", hosts, valid, [])
      .selfSigned(by: newKey(), using: SystemRandom())
  }

  /// A client of some authority, with a key that is held here.
  static func client(_ key: TLS.HeldKey) throws -> TLS.Identity {
    let authority = try TestAuthority(root: "authority")
    let leaf = try authority.server(
      "worker", role: .client, key: X509.PublicKey(key.publicKey))
    return try TLS.Identity([leaf], key)
  }

  static func newKey() throws -> SigningKey {
    .ed25519(try Ed25519.PrivateKey.generate(using: SystemRandom()))
  }

  private static func builder(
    _ role: X509.CertificateBuilder.Role, _ name: String, _ hosts: [String], _ valid: Range<Int64>,
    _ extensions: [X509.Extension]
  ) throws -> X509.CertificateBuilder {
    X509.CertificateBuilder(
      role, subject: X509.Name([.commonName: name]),
      alternativeNames: try hosts.map { .dns(try X509.IA5Text($0)) },
      validity: try X509.Validity(from: valid.lowerBound, through: valid.upperBound),
      extensions: extensions)
  }
}
