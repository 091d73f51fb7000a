import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 5869 appendix A, and the limit of section 2.3.
@Suite struct HKDFTests {
  struct Vector: Sendable {
    var (secret, salt, info): (String, String, String)
    var (key, output): (String, String)
  }

  static let vectors = [
    Vector(
      secret: "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b",
      salt: "000102030405060708090a0b0c",
      info: "f0f1f2f3f4f5f6f7f8f9",
      key: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
      output: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208"
        + "d5b887185865"),
    Vector(
      secret: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20212223"
        + "2425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f4041424344454647"
        + "48494a4b4c4d4e4f",
      salt: "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f80818283"
        + "8485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7"
        + "a8a9aaabacadaeaf",
      info: "b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3"
        + "d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7"
        + "f8f9fafbfcfdfeff",
      key: "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
      output: "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99"
        + "cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87"
        + "c14c01d5c1f3434f1d87"),
    Vector(
      secret: "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b",
      salt: "",
      info: "",
      key: "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
      output: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395"
        + "faa4b61a96c8"),
  ]

  @Test(arguments: vectors)
  func `the HKDF key and output equal the published values`(vector: Vector) throws {
    let (salt, secret) = (try Hex.decode(vector.salt), try Hex.decode(vector.secret))
    let info = try Hex.decode(vector.info)
    let key = HKDF.extract(.sha256, salt: salt.span, secret: secret.span)
    #expect(key.hex == vector.key)
    let output = try HKDF.expand(
      .sha256, key: key, info: info.span, byteCount: vector.output.utf8.count / 2)
    #expect(output.hex == vector.output)
  }

  @Test(arguments: HashAlgorithm.allCases)
  func `a shorter HKDF output is the beginning of a longer one, up to the limit`(
    hash: HashAlgorithm
  ) throws {
    let limit = 255 * hash.digestByteCount
    let key = SecretBytes(zeros: 32)
    let info: [UInt8] = [4]
    let longest = try HKDF.expand(hash, key: key, info: info.span, byteCount: limit)
    #expect(longest.count == limit)
    for count in [0, 1, 31, 32, 33, 47, 48, 49, 63, 64, 65, limit - 1] {
      let output = try HKDF.expand(hash, key: key, info: info.span, byteCount: count)
      let start = longest.withBytes { $0.extracting(0..<count).copy() }
      #expect(output.array == start)
    }
    #expect(throws: CryptoError.outputByteCountOutOfRange(limit + 1, limit: limit)) {
      _ = try HKDF.expand(hash, key: key, info: info.span, byteCount: limit + 1).count
    }
  }

  @Test func `a negative HKDF output length is rejected`() {
    let key = SecretBytes(zeros: 32)
    let info: [UInt8] = []
    #expect(throws: CryptoError.outputByteCountOutOfRange(-1, limit: 8160)) {
      _ = try HKDF.expand(.sha256, key: key, info: info.span, byteCount: -1).count
    }
  }
}
