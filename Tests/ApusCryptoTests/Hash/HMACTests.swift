import ApusBytes
import ApusCrypto
import Testing

@testable import ApusCrypto

/// RFC 4231 section 4, and properties for every key and message.
@Suite struct HMACTests {
  struct Vector: Sendable {
    var key: String
    var message: String
    var codes: [HashAlgorithm: String]
  }

  static let vectors = [
    Vector(
      key: "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b",
      message: "4869205468657265",
      codes: [
        .sha256: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        .sha384: "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9"
          + "076ede7f4af152e8b2fa9cb6",
        .sha512: "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7"
          + "d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
      ]),
    Vector(
      key: "4a656665",
      message: "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
      codes: [
        .sha256: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        .sha384: "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca"
          + "5e69e2c78b3239ecfab21649",
        .sha512: "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75"
          + "c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
      ]),
    Vector(
      key: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      message: "dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
        + "dddddddddddddddddddddddddddd",
      codes: [
        .sha256: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
        .sha384: "88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b2a5ab39d"
          + "c13814b94e3ab6e101a34f27",
        .sha512: "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e8482"
          + "79a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
      ]),
    Vector(
      key: "0102030405060708090a0b0c0d0e0f10111213141516171819",
      message: "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"
        + "cdcdcdcdcdcdcdcdcdcdcdcdcdcd",
      codes: [
        .sha256: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
        .sha384: "3e8a69b7783c25851933ab6290af6ca77a9981480850009cc5577c6e1f573b4e6801dd23"
          + "c4a7d679ccf8a386c674cffb",
        .sha512: "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3dba91ca5c1"
          + "1aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd",
      ]),
    Vector(
      key: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      message: "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b65"
        + "79202d2048617368204b6579204669727374",
      codes: [
        .sha256: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        .sha384: "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab"
          + "4030fe8296248df163f44952",
        .sha512: "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037"
          + "e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
      ]),
    Vector(
      key: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      message: "5468697320697320612074657374207573696e672061206c6172676572207468616e2062"
        + "6c6f636b2d73697a65206b657920616e642061206c6172676572207468616e20626c6f63"
        + "6b2d73697a6520646174612e20546865206b6579206e6565647320746f20626520686173"
        + "686564206265666f7265206265696e6720757365642062792074686520484d414320616c"
        + "676f726974686d2e",
      codes: [
        .sha256: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
        .sha384: "6617178e941f020d351e2f254e8fd32c602420feb0b8fb9adccebb82461e99c5a678cc31"
          + "e799176d3860e6110c46523e",
        .sha512: "e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944b6022cac"
          + "3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58",
      ]),
  ]

  @Test(arguments: vectors)
  func `the HMAC of a published message equals the published code`(vector: Vector) throws {
    let key = try Hex.decode(vector.key)
    let message = try Hex.decode(vector.message)
    for (hash, code) in vector.codes {
      #expect(Hex.encode(HMAC.code(hash, key: key.span, for: message.span)) == code)
    }
  }

  /// RFC 4231 section 4.6: a code that is truncated to 128 bits.
  @Test func `a truncated HMAC code is invalid`() {
    let key = [UInt8](repeating: 0x0c, count: 20)
    let message = Array("Test With Truncation".utf8)
    var hmac = HMAC(.sha256, key: key.span)
    hmac.update(message.span)
    let code: [UInt8] = [
      0xa3, 0xb6, 0x16, 0x74, 0x73, 0x10, 0x0e, 0xe0, 0x6e, 0x0c, 0x79, 0x6c, 0x29, 0x55, 0x55,
      0x2b,
    ]
    #expect(Array(HMAC.code(.sha256, key: key.span, for: message.span).prefix(16)) == code)
    let isValid = hmac.isValid(code: code.span)
    #expect(!isValid)
  }

  @Test(arguments: HashAlgorithm.allCases)
  func `an HMAC code is invalid after a change of any bit`(hash: HashAlgorithm) {
    let (key, message) = ([UInt8](1...20), [UInt8](1...50))
    let code = HMAC.code(hash, key: key.span, for: message.span)
    var hmac = HMAC(hash, key: key.span)
    for bit in 0..<code.count * 8 {
      var wrong = code
      wrong[bit / 8] ^= 1 << (bit % 8)
      hmac.update(message.span)
      let isValid = hmac.isValid(code: wrong.span)
      #expect(!isValid)
    }
    hmac.update(message.span)
    let isValid = hmac.isValid(code: code.span)
    #expect(isValid)
  }

  @Test(arguments: HashAlgorithm.allCases)
  func `a message in two parts has the same HMAC as the whole message, with one key`(
    hash: HashAlgorithm
  ) {
    let (key, message) = ([UInt8](1...20), [UInt8](0..<200))
    let whole = HMAC.code(hash, key: key.span, for: message.span)
    var hmac = HMAC(hash, key: SecretBytes(copying: key.span))
    for first in 0...message.count {
      hmac.update(message.span.extracting(0..<first))
      hmac.update(message.span.extracting(first..<message.count))
      let code = hmac.finalize()
      #expect(code == whole)
    }
  }

  @Test(arguments: [(HashAlgorithm.sha256, 64), (.sha384, 128), (.sha512, 128)])
  func `an HMAC key longer than a block gives the same codes as the key's digest`(
    hash: HashAlgorithm, block: Int
  ) {
    let long = [UInt8](repeating: 7, count: block + 1)
    let digest = hash.digest(of: long.span)
    let message = [UInt8](1...9)
    #expect(
      HMAC.code(hash, key: long.span, for: message.span)
        == HMAC.code(hash, key: digest.span, for: message.span))
    let whole = Array(long.dropLast())
    #expect(
      HMAC.code(hash, key: whole.span, for: message.span)
        != HMAC.code(hash, key: hash.digest(of: whole.span).span, for: message.span))
  }
}

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
