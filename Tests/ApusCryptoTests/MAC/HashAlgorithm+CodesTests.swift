import ApusCrypto
import Testing

/// Digests and codes of arrays, by the vectors of FIPS 180-4 and RFC 4231.
struct HashAlgorithmCodesTests {
  @Test func `the digest of a message equals the value of FIPS 180-4`() {
    #expect(
      HashAlgorithm.hex(HashAlgorithm.sha256.digest(of: Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(HashAlgorithm.sha512.digest(of: []).count == 64)
  }

  @Test func `the HMAC of a message equals the value of RFC 4231`() {
    let (key, message) = (Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
    #expect(
      HashAlgorithm.hex(HashAlgorithm.sha256.code(of: message, key: key))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      HashAlgorithm.hex(HashAlgorithm.sha384.code(of: message, key: key))
        == "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e"
        + "8e2240ca5e69e2c78b3239ecfab21649")
  }
}
