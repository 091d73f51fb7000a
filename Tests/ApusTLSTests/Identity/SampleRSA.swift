import ApusCrypto
import ApusNet

/// The RSA key of 2,048 bits among the fixtures.
enum SampleRSA {
  static func key() throws -> SigningKey {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let text = try Files.contents(of: root + "/Fixtures/keys/rsa.pem")
    return try SigningKey(pem: text.span)
  }
}
