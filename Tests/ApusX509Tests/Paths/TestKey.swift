import ApusBytes
import ApusCrypto
import ApusX509

/// A key pair of P-256, made for one run.
final class TestKey: Sendable {
  private let pair: P256.PrivateKey

  /// A key of someone who signs nothing.
  static let idle = Result { try TestKey() }

  init() throws {
    pair = try P256.PrivateKey.generate(using: SystemRandom())
  }

  var publicKey: X509.PublicKey {
    get throws { try X509.PublicKey(der: VerificationKey.p256(pair.publicKey).spki.span) }
  }

  var identifier: X509.SubjectKeyIdentifier {
    get throws { X509.SubjectKeyIdentifier(of: try publicKey) }
  }

  func signature(for message: [UInt8]) throws -> [UInt8] {
    let digest = SHA256.digest(of: message.span)
    return try pair.signature(forDigest: digest.span, using: SystemRandom())
  }
}
