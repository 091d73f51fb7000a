import ApusCrypto
import ApusNames
import ApusTLS
import ApusTestServer
import ApusX509

/// A server of a test: its certificates, and its flaws.
struct TestServer: Sendable, CustomStringConvertible {
  /// Its flaws, by the names of the checks that detect them.
  let flaws: TLS.Danger
  let presented: [X509.Certificate]
  /// The certificate at the upper end of its path, which a policy can pin.
  let top: X509.Certificate

  var description: String { "\(flaws.names)" }

  static let host = Result { try CanonicalHost("www.example.org") }

  /// The root that is trusted.
  static let root = Result { try TestAuthority.alone("root") }

  /// A server for each set of flaws that one server can have.
  static let all: Result<[TestServer], any Error> = Result {
    let root = try TestServer.root.get()
    let stranger = try TestAuthority.alone("stranger")
    var servers: [TestServer] = []
    for flaws in sets(of: [.wrongHost, .expired, .untrusted, .selfSigned]) {
      let host = flaws.contains(.wrongHost) ? "other.example.org" : "www.example.org"
      let isPast = flaws.contains(.expired)
      switch (flaws.contains(.untrusted), flaws.contains(.selfSigned)) {
      case (true, true): continue
      case (false, true):
        let leaf = try TestAuthority.selfSigned(host, isPast: isPast)
        servers.append(TestServer(flaws: flaws, presented: [leaf], top: leaf))
      case (let isStrange, false):
        let authority = isStrange ? stranger : root
        let leaf = try authority.leaf(host) { if isPast { $0.validity = try TestAuthority.past() } }
        servers.append(
          TestServer(flaws: flaws, presented: [leaf, authority.root], top: authority.root))
      }
    }
    return servers
  }

  static func sets(of members: [TLS.Danger]) -> [TLS.Danger] {
    members.reduce([[]]) { sets, member in sets + sets.map { $0.union(member) } }
  }
}

extension TestAuthority {
  /// The moment at which every certificate is valid, unless the test defines otherwise.
  static let moment = UnixTime(secondsSinceEpoch: 1_800_000_000)

  /// A time that ends just before that moment.
  static func past() throws -> X509.Validity {
    try X509.Validity(from: 1_700_000_000, through: 1_799_999_999)
  }

  /// A root that issues by itself, with keys that are quick to check.
  static func alone(
    _ name: String, _ adapt: (inout X509.CertificateBuilder) throws -> Void = { _ in }
  ) throws -> TestAuthority {
    try TestAuthority(rootAlone: name, keys: .ed25519, at: moment, adapt)
  }

  /// Returns a server's certificate.
  func leaf(
    _ hosts: String..., adapt: (inout X509.CertificateBuilder) throws -> Void = { _ in }
  ) throws -> X509.Certificate {
    try server(hosts, key: .ed25519, adapt).leaf
  }

  /// Returns a server's certificate for a key without a known private half.
  func leaf(_ host: String, for key: X509.PublicKey) throws -> X509.Certificate {
    try certificate(Self.builder(host), for: key)
  }

  /// Returns a server's self-signed certificate.
  static func selfSigned(_ host: String, isPast: Bool = false) throws -> X509.Certificate {
    var builder = try builder(host)
    if isPast { builder.validity = try past() }
    return try builder.selfSigned(by: newKey(), using: SystemRandom())
  }

  /// Returns a server's certificate signed with a key, for any issuer name.
  static func forged(
    _ host: String, by key: borrowing SigningKey, issuedAs issuer: X509.Name
  ) throws -> X509.Certificate {
    let publicKey = try X509.PublicKey(newKey().publicKey)
    var content = try builder(host).content(for: publicKey, .ed25519, using: SystemRandom())
    content.issuer = issuer
    return try content.signed(by: key, using: SystemRandom())
  }

  /// Returns a new key.
  static func newKey() throws -> SigningKey { .ed25519(try .generate(using: SystemRandom())) }

  private static func builder(_ host: String) throws -> X509.CertificateBuilder {
    X509.CertificateBuilder(
      .server, subject: X509.Name([.commonName: host]),
      alternativeNames: [.dns(try X509.IA5Text(host))],
      validity: try X509.Validity(from: 1_700_000_000, through: 1_900_000_000))
  }
}
