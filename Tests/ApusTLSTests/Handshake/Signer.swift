import ApusBytes
import ApusCrypto
import ApusNames
import ApusX509

@testable import ApusTLS

/// Someone with a key and certificates for it, which a root of their own has issued.
final class Signer: Sendable {
  let key: SigningKey
  let root: X509.Certificate
  let leaf: X509.Certificate
  /// The path of the leaf, once it was judged: that costs more than most tests.
  private let chain: X509.VerifiedChain
  private let purpose: X509.Purpose

  /// Makes key, root and leaf anew.
  init(
    _ key: consuming SigningKey, host: String = "server.example", isClient: Bool = false,
    usage: X509.KeyUsage.Uses = .digitalSignature
  ) throws {
    let validity = try X509.Validity(from: 1_700_000_000, through: 1_900_000_000)
    let rootKey = SigningKey.p256(try .generate(using: SystemRandom()))
    let authority = X509.CertificateBuilder(
      .authority(pathLength: nil), subject: X509.Name([.commonName: "root of \(host)"]),
      validity: validity)
    root = try authority.selfSigned(by: rootKey, using: SystemRandom())
    let builder = X509.CertificateBuilder(
      isClient ? .client : .server, subject: X509.Name([.commonName: host]),
      alternativeNames: [.dns(try X509.IA5Text(host))], validity: validity,
      extensions: [X509.Extension(.keyUsage(try X509.KeyUsage(usage)), isCritical: true)])
    leaf = try builder.certificate(
      for: try X509.PublicKey(key.publicKey), issuer: root, key: rootKey, using: SystemRandom())
    self.key = key
    purpose = isClient ? .client : .server(try CanonicalHost(host))
    chain = try X509.Verifier(anchors: X509.Anchors([root]))
      .verify(leaf, for: purpose, at: Duet.now.second)
  }

  /// How the key signs handshakes of TLS 1.3.
  var schemes: [TLS.SignatureScheme] {
    TLS.SignatureScheme.allCases.filter { $0.fits(key.publicKey, in: .tls13) }
  }

  func sign(_ request: TLS.SigningRequest) throws -> [UInt8] {
    try key.signature(
      for: request.message.span, request.scheme.algorithm, using: SystemRandom())
  }

  /// The path of certificates that were presented, judged by the root.
  func verify(
    _ presented: TLS.PresentedCertificates, for purpose: X509.Purpose
  ) throws -> X509.VerifiedChain {
    if presented.leaf == leaf, purpose == self.purpose { return chain }
    return try X509.Verifier(anchors: X509.Anchors([root])).verify(
      presented.leaf, intermediates: presented.intermediates, for: purpose,
      at: Duet.now.second)
  }

  static let p256 = try? Signer(.p256(.generate(using: SystemRandom())))
  static let ed25519 = try? Signer(.ed25519(.generate(using: SystemRandom())))
  /// One whose certificate does not let its key sign.
  static let mute = try? Signer(
    .ed25519(.generate(using: SystemRandom())), usage: .keyAgreement)
  static let client = try? Signer(
    .p384(.generate(using: SystemRandom())), host: "client.example", isClient: true)
}
