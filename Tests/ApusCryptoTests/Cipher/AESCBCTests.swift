import ApusBytes
import Testing

@testable import ApusCrypto

/// SP 800-38A appendix F.2, RFC 8018 section 6.1.1.
@Suite struct AESCBCTests {
  private let plain =
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"

  @Test(arguments: [
    (
      "2b7e151628aed2a6abf7158809cf4f3c",
      "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
        + "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7"
    ),
    (
      "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
      "4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a"
        + "571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd"
    ),
    (
      "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
      "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"
        + "39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b"
    ),
  ])
  func `AES-CBC decrypts the published ciphertext blocks`(_ key: String, _ cipher: String) {
    let (cipher, key, vector) = (Bytes.hex(cipher), Bytes.hex(key), (0..<16).map { UInt8($0) })
    let deciphered = AESCBC.decipher(
      cipher.span, key: key.span, initializationVector: vector.span)
    #expect(deciphered.hex == plain)
    let (bytes, padded) = (Bytes.hex(plain), cipher.count + 16)
    let enciphered = AESCBC.encipher(bytes.span, key: key.span, initializationVector: vector.span)
    #expect(Array(enciphered.dropLast(16)) == cipher && enciphered.count == padded)
  }

  private func unpadded(_ bytes: [UInt8]) -> Int? {
    let (count, isPadded) = AESCBC.unpadded(bytes.span)
    return isPadded.declassified ? count : nil
  }

  @Test func `AES-CBC padding is valid only if each padding byte contains the padding length`() {
    for count in 1...16 {
      let body = [UInt8](repeating: 0xaa, count: 32 - count)
      let padding = [UInt8](repeating: UInt8(count), count: count)
      #expect(unpadded(body + padding) == body.count)
      for place in 0..<count {
        for change: UInt8 in [0x01, 0x10, 0x80, 0xff] {
          var changed = padding
          changed[place] ^= change
          #expect(unpadded(body + changed) == paddingByDefinition(body + changed))
        }
      }
    }
  }

  /// Returns the number of bytes before the padding, in a simple way.
  private func paddingByDefinition(_ bytes: [UInt8]) -> Int? {
    guard let last = bytes.last, 1...16 ~= last, bytes.count >= last,
      bytes.suffix(Int(last)).allSatisfy({ $0 == last })
    else { return nil }
    return bytes.count - Int(last)
  }

  @Test func `AES-CBC padding is invalid if its last byte is 0 or above the block size`() {
    for last in [UInt8(0), 17, 0x20, 0x7f, 0x80, 0xff] {
      #expect(unpadded([UInt8](repeating: last, count: 32)) == nil)
    }
    #expect(unpadded([]) == nil)
    #expect(unpadded([UInt8](repeating: 16, count: 16)) == 0)
  }
}
