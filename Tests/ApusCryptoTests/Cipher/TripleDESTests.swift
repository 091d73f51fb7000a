import ApusBytes
import Testing

@testable import ApusCrypto

/// FIPS 46-3, FIPS 81 and SP 800-67.
@Suite struct TripleDESTests {
  private func deciphered(_ cipher: String, _ key: String, _ vector: String) -> String {
    let (cipher, key, vector) = (Bytes.hex(cipher), Bytes.hex(key), Bytes.hex(vector))
    return TripleDES.decipher(
      cipher.span, key: key.span, initializationVector: vector.span
    ).hex
  }

  private func block(_ cipher: String, key: String) -> String {
    deciphered(cipher, key, "0000000000000000")
  }

  /// With the same key three times it is DES.
  @Test(arguments: [
    ("0101010101010101", "95f8a5e5dd31d900", "8000000000000000"),
    ("0101010101010101", "166b40b44aba4bd6", "0000000000000001"),
    ("8001010101010101", "95a8d72813daa94d", "0000000000000000"),
    ("133457799bbcdff1", "85e813540f0ab405", "0123456789abcdef"),
    ("0e329232ea6d0d73", "0000000000000000", "8787878787878787"),
  ])
  func `DES decrypts the published ciphertext blocks`(
    _ key: String, _ cipher: String, _ plain: String
  ) {
    #expect(block(cipher, key: key + key + key) == plain)
  }

  @Test func `Triple DES with three keys decrypts the blocks of SP 800-67`() {
    let key = "0123456789abcdef" + "23456789abcdef01" + "456789abcdef0123"
    let blocks = [
      ("a826fd8ce53b855f", "5468652071756663"), ("cce21c8112256fe6", "6b2062726f776e20"),
      ("68d5c05dd9b6b900", "666f78206a756d70"),
    ]
    for (cipher, plain) in blocks { #expect(block(cipher, key: key) == plain) }
  }

  @Test func `Triple DES in CBC mode combines each block with the previous ciphertext block`() {
    // FIPS 81 table C1: "Now is the time for all ".
    let key = "0123456789abcdef"
    #expect(
      deciphered(
        "e5c7cdde872bf27c43e934008c389c0f683788499a7c05f6", key + key + key, "1234567890abcdef")
        == "4e6f77206973207468652074696d6520666f7220616c6c20")
    // Made with OpenSSL 3.0.
    #expect(
      deciphered(
        "fc47f2991995cc214ca23d1dea255a4035821c98388230e4d3b67dc05bdf44c6839308890374ee4e",
        "3d10639bbdb783d6b6f283e86e6044fed81b96ceea88ea44", "3b212cfd88112f5b")
        == "293a3a250771877df10a7e7ece1b2601ef195f0f6774dfa78bc1a6c1eb41318be355324222d28a80")
    #expect(
      deciphered(
        "af608ce633972242360515445d799fed6f767b978bc698d10286d07928b4a5495f8123833aa14a00",
        "099be2420c30efbb2c7c5931960c359165fac38759ec6f86", "fadc29013fc75980")
        == "60b63ea1d22fd7d836c52fb8656c778c709790b4c235c6e63899897f11d78cac43f1af73ef2ee1e5")
  }

  @Test func `DES with a complemented key and block gives the complemented result`() {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
    func text(_ word: UInt64) -> String {
      (0..<8).map { index in
        let byte = UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * index))
        return (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
    }
    for _ in 0..<16 {
      let (keys, cipher) = ([next(), next(), next()], next())
      let plain = block(text(cipher), key: keys.map(text).joined())
      let other = block(text(~cipher), key: keys.map { text(~$0) }.joined())
      #expect(UInt64(plain, radix: 16).map { ~$0 } == UInt64(other, radix: 16))
    }
  }

  @Test func `DES ignores the parity bits of a key`() {
    let key = "0123456789abcdef23456789abcdef01456789abcdef0123"
    let flipped = Bytes.hex(key).map { $0 ^ 1 }
    let (cipher, vector) = (Bytes.hex("a826fd8ce53b855f"), [UInt8](repeating: 0, count: 8))
    let plain = TripleDES.decipher(
      cipher.span, key: flipped.span, initializationVector: vector.span)
    #expect(plain.hex == "5468652071756663")
  }

  @Test func `DES padding of 1 to 8 bytes is valid, and padding of 9 bytes is invalid`() {
    for count in 1...9 {
      let bytes =
        [UInt8](repeating: 0xaa, count: 16 - count)
        + [UInt8](repeating: UInt8(count), count: count)
      let (byteCount, isPadded) = AESCBC.unpadded(bytes.span, blockByteCount: 8)
      #expect(isPadded.declassified == (count <= 8))
      #expect(byteCount == (count <= 8 ? 16 - count : 16))
    }
  }
}
