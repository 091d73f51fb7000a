import ApusBytes
import ApusCrypto
import ApusNames
import ApusNet
import ApusTLS
import ApusX509
import TestSupport

/// A key of the fixtures with a certificate for it, in files as the runner would leave them.
final class ShimCredential: Sendable {
  let key: TLS.HeldKey
  let root: X509.Certificate
  let leaf: X509.Certificate
  /// The files of the root, of the leaf alone and with the root after it, and of the key.
  let rootPath: String
  let leafPath: String
  let chainPath: String
  let keyPath: String
  private let folder = try? TemporaryFolder()

  /// A credential of a root of its own; the fixture's key is that of the leaf.
  init(_ fixture: String, host: String = "runner.example", isClient: Bool = false) throws {
    guard let folder else { throw TemporaryFolder.Failure() }
    keyPath = Self.keys + "/\(fixture).pem"
    let text = try Files.contents(of: keyPath)
    key = TLS.HeldKey(try SigningKey(pem: text.span))
    let validity = try X509.Validity(from: 1_700_000_000, through: 1_900_000_000)
    let rootKey = SigningKey.p256(try .generate(using: SystemRandom()))
    root = try X509.CertificateBuilder(
      .authority(pathLength: nil), subject: X509.Name([.commonName: "root of \(host)"]),
      validity: validity
    ).selfSigned(by: rootKey, using: SystemRandom())
    leaf = try X509.CertificateBuilder(
      isClient ? .client : .server, subject: X509.Name([.commonName: host]),
      alternativeNames: [.dns(try X509.IA5Text(host))], validity: validity
    ).certificate(
      for: try X509.PublicKey(key.publicKey), issuer: root, key: rootKey, using: SystemRandom())
    rootPath = try folder.write(Array(root.pem.utf8), to: "root.pem")
    leafPath = try folder.write(Array(leaf.pem.utf8), to: "leaf.pem")
    chainPath = try folder.write(Array((leaf.pem + root.pem).utf8), to: "chain.pem")
  }

  /// The path of certificates that a client has shown, judged by the root.
  func verify(_ presented: TLS.PresentedCertificates) throws -> X509.VerifiedChain {
    try X509.Verifier(anchors: X509.Anchors([root])).verify(
      presented.leaf, for: .client, at: UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch))
  }

  private static let keys =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Fixtures/keys"
}
