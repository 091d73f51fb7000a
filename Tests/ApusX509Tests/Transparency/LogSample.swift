import ApusCrypto
import ApusX509

/// A log that was made for one test, with its key.
struct LogSample: ~Copyable {
  let key: SigningKey
  let log: X509.TransparencyLog

  init(
    _ name: String = "log", operatorName: String = "operator",
    state: X509.TransparencyLog.State = .usable
  ) throws {
    let key = try Authority.key()
    log = X509.TransparencyLog(
      name, operatorName: operatorName, key: key.publicKey, state: state)
    self.key = key
  }

  /// Returns a log's timestamp over an entry: its type and its bytes, encoded independently.
  func promise(
    _ entry: [UInt8], at seconds: Int64 = Authority.now, extensions: [UInt8] = [],
    algorithms: [UInt8] = [4, 3]
  ) throws -> X509.SignedCertificateTimestamp {
    var time = ByteWriter()
    time.write(UInt64(seconds) * 1000)
    let tail = [0, UInt8(extensions.count)] + extensions
    let signed = [0, 0] + time.bytes + entry + tail
    let signature = try key.signature(for: signed.span, .ecdsa(.sha256), using: SystemRandom())
    let bytes =
      [0] + log.id + time.bytes + tail + algorithms + [0, UInt8(signature.count)] + signature
    return try X509.SignedCertificateTimestamp(bytes.span)
  }

  /// Returns the signed content of a whole certificate.
  static func entry(_ certificate: X509.Certificate) -> [UInt8] {
    [0, 0] + vector(certificate.der)
  }

  /// Returns the signed content of a precertificate.
  static func entry(_ tbs: [UInt8], issuerKey: X509.PublicKey) -> [UInt8] {
    [0, 1] + SHA256.digest(of: issuerKey.der) + vector(tbs)
  }

  private static func vector(_ bytes: [UInt8]) -> [UInt8] {
    [0, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
  }
}
