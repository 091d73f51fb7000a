import ApusASN1
import ApusCrypto
import ApusNet
import ApusX509
import Testing

/// The same key in two forms. RFC 5480 section 2.2, RFC 4055 section 1.2.
@Suite struct PublicKeyComparisonTests {
  private func key(of path: String) throws -> X509.PublicKey {
    let bundle = X509.Bundle(try Files.contents(of: path))
    return try #require(bundle.certificates().certificates.first).publicKey
  }

  @Test func `a compressed public key equals the uncompressed key, but not the negated key`() throws
  {
    let key = try key(of: "Fixtures/keystores/p256.pem")
    let parity: UInt8 = key.bits[64] & 1
    func compressed(_ form: UInt8) -> X509.PublicKey {
      X509.PublicKey(key.algorithm, bits: [form] + key.bits[1...32])
    }
    #expect(key != compressed(2 + parity) && key.isSameKey(as: compressed(2 + parity)))
    #expect(!key.isSameKey(as: compressed(3 - parity)))
  }

  @Test func `an RSA key for PSS only is the same key as an RSA key for any use`() throws {
    let modulus = [0x80] + [UInt8](repeating: 1, count: 255)
    func bits(exponent: [UInt8]) -> [UInt8] {
      var writer = DERWriter(capacity: 300)
      writer.writeSequence {
        $0.writeInteger(magnitude: modulus)
        $0.writeInteger(magnitude: exponent)
      }
      return writer.bytes
    }
    let key = X509.PublicKey(
      X509.Algorithm(.rsaEncryption, .null), bits: bits(exponent: [1, 0, 1]))
    let pss = X509.PublicKey(X509.Algorithm(.rsassaPSS), bits: key.bits)
    #expect(key.isSameKey(as: pss) && pss.isSameKey(as: key))
    let other = X509.PublicKey(X509.Algorithm(.rsassaPSS), bits: bits(exponent: [3]))
    #expect(!key.isSameKey(as: other) && !other.isSameKey(as: key))
  }

  @Test func `keys of an unknown algorithm are compared byte by byte`() {
    let algorithm = X509.Algorithm(.commonName)
    let key = X509.PublicKey(algorithm, bits: [1])
    #expect(key.isSameKey(as: X509.PublicKey(algorithm, bits: [1])))
    #expect(!key.isSameKey(as: X509.PublicKey(algorithm, bits: [2])))
  }
}
