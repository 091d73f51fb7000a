import ApusASN1
import ApusBytes
import ApusCrypto
import ApusX509

/// A key pair of P-256, made for one run.
final class TestKey: Sendable {
  private let pair: P256.PrivateKey

  /// A key whose owner never signs.
  static let idle = Result { try TestKey() }

  init() throws {
    pair = try P256.PrivateKey.generate(using: SystemRandom())
  }

  var publicKey: X509.PublicKey {
    get throws { try X509.PublicKey(der: VerificationKey.p256(pair.publicKey).spki.span) }
  }

  /// A key of RSA with a modulus of so many bits, all of them ones.
  static func rsa(bitCount: Int, exponent: [UInt8] = [1, 0, 1]) -> X509.PublicKey {
    var modulus = [UInt8](repeating: 0xff, count: (bitCount + 7) / 8)
    modulus[0] >>= UInt8(modulus.count * 8 - bitCount)
    return rsa(modulus: modulus, exponent: exponent)
  }

  static func rsa(
    modulus: [UInt8], exponent: [UInt8] = [1, 0, 1], _ algorithm: OID = .rsaEncryption
  ) -> X509.PublicKey {
    var writer = DERWriter()
    writer.writeSequence { numbers in
      numbers.writeInteger(magnitude: modulus)
      numbers.writeInteger(magnitude: exponent)
    }
    let isPlain = algorithm == .rsaEncryption
    return X509.PublicKey(
      isPlain ? X509.Algorithm(algorithm, .null) : X509.Algorithm(algorithm), bits: writer.bytes)
  }

  /// The generator of the Ed25519 points.
  static let ed25519: [UInt8] = [0x58] + [UInt8](repeating: 0x66, count: 31)

  var identifier: X509.SubjectKeyIdentifier {
    get throws { X509.SubjectKeyIdentifier(of: try publicKey) }
  }

  func signature(for message: [UInt8]) throws -> [UInt8] {
    let digest = SHA256.digest(of: message.span)
    return try pair.signature(forDigest: digest.span, using: SystemRandom())
  }
}
