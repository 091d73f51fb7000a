import ApusASN1
import ApusBytes
import ApusCrypto
import ApusX509

/// A PEM bundle that is created from a single certificate.
enum CertificateSample {
  private static let pem = Result {
    let key = SigningKey.p256(try P256.PrivateKey.generate(using: SystemRandom()))
    let validity = try X509.Validity(from: 1_700_000_000, through: 1_900_000_000)
    let builder = X509.CertificateBuilder(
      .authority(pathLength: nil), subject: X509.Name([.commonName: "root"]), validity: validity)
    let certificate = try builder.selfSigned(by: key, using: SystemRandom())
    return Array(PEM.encode(certificate.der, as: .certificate).utf8)
  }

  static func bundle(count: Int) throws -> [UInt8] {
    let one = try pem.get()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(one.count * count)
    for _ in 0..<count { bytes += one }
    return bytes
  }
}
