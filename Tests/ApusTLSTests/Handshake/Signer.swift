import ApusBytes
import ApusCrypto
import ApusNames
import ApusX509

@testable import ApusTLS

/// A signer with a key and certificates for it, issued by a root of its own.
final class Signer: Sendable, TLS.Signer {
  let key: SigningKey
  let root: X509.Certificate
  let leaf: X509.Certificate
  /// The path of the leaf, verified once: that costs more than most tests.
  private let chain: X509.VerifiedChain?
  /// The proof of a policy about a server, created once too.
  private let proof: TLS.TrustedChain?

  /// Creates a new key, root and leaf.
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
    let roots = X509.Anchors([root])
    chain =
      isClient
      ? try X509.Verifier(anchors: roots).verify(leaf, for: .client, at: Duet.now.wholeSecond) : nil
    proof =
      isClient
      ? nil
      : try TLS.Policy().evaluate(
        [leaf], for: try CanonicalHost(host), at: Duet.now.wholeSecond, trusting: roots)
  }

  /// The key's schemes for handshakes.
  var schemes: [TLS.SignatureScheme] {
    TLS.SignatureScheme.allCases.filter { $0.fits(key.publicKey, in: .tls13) }
  }

  func sign(_ request: TLS.SigningRequest) throws -> [UInt8] {
    try key.signature(
      for: request.message.span, request.scheme.algorithm, using: SystemRandom())
  }

  func signature(for content: [UInt8], by scheme: TLS.SignatureScheme) throws -> [UInt8] {
    try key.signature(for: content.span, scheme.algorithm, using: SystemRandom())
  }

  /// Returns the client identity with the key, which signs on request.
  func identity() throws -> TLS.Identity { try TLS.Identity([leaf], signer: self) }

  /// Returns the path of a client's certificates, verified with the root.
  func verify(client presented: TLS.PresentedCertificates) throws -> X509.VerifiedChain {
    if let chain, presented.leaf == leaf { return chain }
    return try X509.Verifier(anchors: X509.Anchors([root])).verify(
      presented.leaf, intermediates: presented.intermediates, for: .client,
      at: Duet.now.wholeSecond)
  }

  /// Returns the result of a policy that trusts the root, for a server's certificates.
  func judge(_ presented: TLS.PresentedCertificates) throws -> TLS.TrustedChain {
    if let proof, presented.leaf == leaf { return proof }
    return try TLS.Policy().evaluate(
      [presented.leaf] + presented.intermediates, for: try CanonicalHost(Duet.host),
      at: Duet.now.wholeSecond, trusting: X509.Anchors([root]))
  }

  static let p256 = try? Signer(.p256(.generate(using: SystemRandom())))
  static let ed25519 = try? Signer(.ed25519(.generate(using: SystemRandom())))
  /// A signer whose certificate does not allow signing.
  static let mute = try? Signer(
    .ed25519(.generate(using: SystemRandom())), usage: .keyAgreement)
  /// A client with another key, issued by a root of its own.
  static let otherClient = try? Signer(
    .ed25519(.generate(using: SystemRandom())), host: "other.example", isClient: true)
  static let client = try? Signer(
    .p384(.generate(using: SystemRandom())), host: "client.example", isClient: true)
}
