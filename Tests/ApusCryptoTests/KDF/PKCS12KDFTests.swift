import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 7292 appendix B, with outputs of OpenSSL 3.0.
@Suite struct PKCS12KDFTests {
  private func derived<Hash: HashFunction>(
    _ hash: Hash.Type, _ purpose: PKCS12KDF.Purpose, _ password: String, _ salt: [UInt8],
    _ iterations: Int, _ byteCount: Int
  ) throws -> String {
    let password = Array(password.utf8)
    guard let wide = PKCS12KDF.password16(password.span) else { return "no text" }
    let count = try PBKDF2.IterationCount(iterations)
    return wide.withBytes { wide in
      PKCS12KDF.derive(
        purpose, hash, password: wide, salt: salt.span, iterations: count, byteCount: byteCount)
    }.hex
  }

  @Test func `PKCS 12 keys shorter and longer than a digest equal the keys of OpenSSL`() throws {
    let salt = Bytes.hex("0a58cf64530d823f")
    #expect(
      try derived(InsecureSHA1.self, .initializationVector, "apus", salt, 16, 8)
        == "b70812a513331501")
    #expect(
      try derived(InsecureSHA1.self, .cipherKey, "apus", salt, 1, 24)
        == "09adf9124791675ea7da7e0aa4dded16b117f1e1c9789dab")
  }

  @Test func `the PKCS 12 key derivation drops the carry out of a block`() throws {
    let ones = [UInt8](repeating: 0xff, count: 70)
    #expect(
      try derived(SHA256.self, .cipherKey, "apus", ones, 3, 100)
        == "42609749985fe1ce0ddd2a559f7bc386309f79044e5327e364501cf9d8619779cac20e48cdcc6502"
        + "3a4141bfcaaa51624aa98dbfde6b91e29d94a27535e29ee3554bd6b89e78a3b39c9d62560fbaa1b1"
        + "c96c534bedfe4b7a4a30f515c2c220cd24752f55")
    #expect(
      try derived(SHA512.self, .codeKey, "", Array(ones.prefix(8)), 2, 130)
        == "bdabd9dbcfea890fb731003e876fe4c6482f62567c680a2a3ec1e9ea49885b4e9716077b1e7ed879"
        + "9e0e7d14d0415d1c293c6599908f75dbe187f2c55918df632e378b92f9dd4d3f828b7361058d80df"
        + "fb71f5beb56b9d525a0ba3dbee6b818ed4b970a6c5e6543f65780ead361cc019acadf8f2a22e0498"
        + "bc5676394c151816fbd9")
  }

  @Test func `a too long PKCS 12 password or salt and invalid UTF-8 are rejected`() {
    let long = [UInt8](repeating: 0x61, count: PKCS12KDF.inputLimit + 1)
    let limit = Array(long.dropLast())
    for (password, salt) in [(long, []), ([], long)] as [([UInt8], [UInt8])] {
      #expect(
        throws: CryptoError.inputTooLong(byteCount: long.count, limit: PKCS12KDF.inputLimit)
      ) { try PKCS12KDF.hold(password.span, salt.span) }
    }
    #expect(throws: Never.self) { try PKCS12KDF.hold(limit.span, limit.span) }
    let noText: [UInt8] = [0xff, 0xfe]
    let isText = PKCS12KDF.password16(noText.span) != nil
    #expect(!isText)
  }
}
