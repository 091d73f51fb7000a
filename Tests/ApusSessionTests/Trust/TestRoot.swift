import ApusCrypto
import ApusTLS
import ApusX509

/// A root of a test, and the key that issues others.
final class TestRoot: Sendable {
  let certificate: X509.Certificate
  private let key: SigningKey

  static let moment = X509.Moment(secondsSinceEpoch: 1_800_000_000)

  init(_ name: String = "root") throws {
    key = .ed25519(try Ed25519.PrivateKey.generate(using: SystemRandom()))
    certificate = try Self.builder(.authority(pathLength: nil), name)
      .selfSigned(by: key, using: SystemRandom())
  }

  func server(_ name: String = "www.example.org") throws -> X509.Certificate {
    let key = SigningKey.ed25519(try Ed25519.PrivateKey.generate(using: SystemRandom()))
    return try issue(.server, name, to: X509.PublicKey(key.publicKey))
  }

  /// A client's certificate and its key, as files have them.
  func client(_ name: String = "worker") throws -> (chain: [UInt8], key: [UInt8]) {
    let key = SigningKey.ed25519(try Ed25519.PrivateKey.generate(using: SystemRandom()))
    let leaf = try issue(.client, name, to: X509.PublicKey(key.publicKey))
    let text = key.pkcs8.withBytes { PEM.encode($0.copy(), as: .privateKey) }
    return (Array((leaf.pem + certificate.pem).utf8), Array(text.utf8))
  }

  private func issue(
    _ role: X509.CertificateBuilder.Role, _ name: String, to key: X509.PublicKey
  ) throws -> X509.Certificate {
    try Self.builder(role, name)
      .certificate(for: key, issuer: certificate, key: self.key, using: SystemRandom())
  }

  private static func builder(
    _ role: X509.CertificateBuilder.Role, _ name: String
  ) throws -> X509.CertificateBuilder {
    X509.CertificateBuilder(
      role, subject: X509.Name([.commonName: name]),
      alternativeNames: [.dns(try X509.IA5Text(name))],
      validity: try X509.Validity(from: 1_700_000_000, through: 1_900_000_000))
  }

  /// Whether the roots make a server believed.
  static func isBelieved(_ server: X509.Certificate, by roots: TLS.Roots) throws -> Bool {
    let host = try CanonicalHost("www.example.org")
    return (try? TLS.Policy().evaluate([server], for: host, at: moment, trusting: roots.anchors))
      != nil
  }
}
