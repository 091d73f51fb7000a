import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 2268.
@Suite struct RC2Tests {
  private func deciphered(_ cipher: String, _ key: String, _ vector: String) -> String {
    let (cipher, key, vector) = (Bytes.hex(cipher), Bytes.hex(key), Bytes.hex(vector))
    return RC2.decipher(cipher.span, key: key.span, initializationVector: vector.span).hex
  }

  /// RFC 2268 section 5: the vectors with all bits of the key in effect.
  @Test(arguments: [
    ("ffffffffffffffff", "278b27e42e2f0d49", "ffffffffffffffff"),
    ("3000000000000000", "30649edf9be7d2c2", "1000000000000001"),
    ("88bca90e90875a7f0f79c384627bafb2", "2269552ab0f85ca6", "0000000000000000"),
  ])
  func `RC2 decrypts the published ciphertext blocks`(
    _ key: String, _ cipher: String, _ plain: String
  ) {
    #expect(deciphered(cipher, key, "0000000000000000") == plain)
  }

  @Test func `RC2 in CBC mode combines each block with the previous ciphertext block`() {
    let block = "2269552ab0f85ca6"
    let key = "88bca90e90875a7f0f79c384627bafb2"
    #expect(deciphered(block + block, key, "0102030405060708") == "0102030405060708" + block)
  }

  @Test(arguments: [1, 5, 16, 127, 128])
  func `an RC2 key can have any length from 1 to 128 bytes`(_ count: Int) {
    let key = [UInt8](repeating: 0xa5, count: count)
    let (cipher, vector) = ([UInt8](repeating: 7, count: 8), [UInt8](repeating: 0, count: 8))
    let plain = RC2.decipher(cipher.span, key: key.span, initializationVector: vector.span)
    #expect(plain.count == 8)
  }
}
