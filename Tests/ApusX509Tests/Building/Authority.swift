import ApusBytes
import ApusCrypto
import ApusX509

/// An authority that was made for one test, with its key.
struct Authority: ~Copyable {
  let key: SigningKey
  let certificate: X509.Certificate

  /// A root with a key of P-256.
  init(_ name: String = "root", extensions: [X509.Extension] = []) throws {
    let key = try Authority.key()
    let builder = X509.CertificateBuilder(
      .authority(pathLength: nil), subject: X509.Name([.commonName: name]),
      validity: try Authority.validity(), extensions: extensions)
    certificate = try builder.selfSigned(by: key, using: SystemRandom())
    self.key = key
  }

  /// A moment within the validity of all certificates of these tests.
  static let now: Int64 = 1_800_000_000

  static func validity() throws -> X509.Validity {
    try X509.Validity(from: now - 86_400, through: now + 86_400)
  }

  static func key() throws -> SigningKey {
    .p256(try P256.PrivateKey.generate(using: SystemRandom()))
  }

  var issuer: X509.RevocationIssuer {
    get throws { try X509.RevocationIssuer(certificate) }
  }

  /// A certificate of a role, for a key.
  func issue(
    _ role: X509.CertificateBuilder.Role = .server, to name: String = "leaf",
    for key: borrowing SigningKey, extensions: [X509.Extension] = []
  ) throws -> X509.Certificate {
    let builder = X509.CertificateBuilder(
      role, subject: X509.Name([.commonName: name]), validity: try Authority.validity(),
      extensions: extensions)
    return try builder.certificate(
      for: X509.PublicKey(key.publicKey), issuer: certificate, key: self.key,
      using: SystemRandom())
  }

  /// Signed content of any kind.
  static func signed(
    _ content: [UInt8], by key: borrowing SigningKey, then rest: [UInt8] = []
  ) throws -> [UInt8] {
    let signature = try key.signature(for: content.span, .ecdsa(.sha256), using: SystemRandom())
    var writer = DERWriter()
    writer.writeSequence { fields in
      fields.writeRaw(content)
      SignatureAlgorithm.ecdsa(.sha256).write(to: &fields)
      fields.writeBitString(signature)
      fields.writeRaw(rest)
    }
    return writer.bytes
  }
}
