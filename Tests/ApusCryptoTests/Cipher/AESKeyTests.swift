import ApusBytes
import Testing

@testable import ApusCrypto

/// FIPS 197 appendix C: the three examples.
@Suite struct AESKeyTests {
  @Test(arguments: [
    (16, "69c4e0d86a7b0430d8cdb78070b4c55a"), (24, "dda97ca4864cdfe06eaf70a0ec0d7191"),
    (32, "8ea2b7ca516745bfeafc49904b496089"),
  ])
  func `AES encrypts and decrypts a block with a key of each length`(
    _ byteCount: Int, _ cipher: String
  ) {
    let (bytes, block) = ((0..<byteCount).map { UInt8($0) }, Bytes.hex(cipher))
    let plain = AESKey(bytes.span).deciphered(AESBlock(block.span, at: 0))
    #expect(plain.bits.byteSwapped == 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff)
    #expect(AESKey(bytes.span).enciphered(plain).bits == AESBlock(block.span, at: 0).bits)
  }
}
