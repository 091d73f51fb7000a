internal import ApusBytes

/// Deciphering with AES in CBC mode, for private keys that a password locks.
///
/// No time depends on what the bytes are. RFC 8018 appendix B.2.5, and SP 800-38A section 6.2.
enum AESCBC {
  /// How many bytes a block and the first vector have.
  static let blockByteCount = 16

  /// Deciphers whole blocks; the padding at their end is left there.
  static func decipher(
    _ ciphertext: Span<UInt8>, key: Span<UInt8>, initializationVector vector: Span<UInt8>
  ) -> SecretBytes {
    let plaintext = SecretBytes(count: ciphertext.count) { plaintext in
      decipher(ciphertext, AESKey(key), vector, into: &plaintext)
    }
    Wipe.stack()
    return plaintext
  }

  @inline(never)
  private static func decipher(
    _ ciphertext: Span<UInt8>, _ key: borrowing AESKey, _ vector: Span<UInt8>,
    into plaintext: inout MutableSpan<UInt8>
  ) {
    var previous = AESBlock(vector, at: 0)
    for start in stride(from: 0, to: ciphertext.count, by: blockByteCount) {
      let block = AESBlock(ciphertext, at: start)
      plaintext.storeLittleEndian((key.deciphered(block) ^ previous).bits, at: start)
      previous = block
    }
  }

  /// How many bytes stand before the padding, and whether it is one: as many bytes as a block has
  /// at most, that each say how many they are. Where it is none, the count is that of all bytes.
  ///
  /// RFC 8018 section 6.1.1, step 4.
  static func unpadded(
    _ plaintext: Span<UInt8>, blockByteCount: Int = blockByteCount
  ) -> (byteCount: Int, isPadded: Mask) {
    guard plaintext.count >= blockByteCount else { return (plaintext.count, ~Mask(isZero: 0)) }
    let count = UInt64(plaintext[plaintext.count - 1])
    var wrong: UInt64 = 0
    for place in 1...UInt64(blockByteCount) {
      let byte = UInt64(plaintext[plaintext.count - Int(place)])
      // The top bit of `count - place` is one where the place is in front of the padding.
      let isInside = Mask(isZero: (count &- place) >> 63)
      wrong |= isInside.select(byte ^ count, 0)
    }
    // A block has a power of two of bytes.
    let isInRange = Mask(isZero: (count &- 1) & ~UInt64(blockByteCount - 1))
    let isPadded = Mask(isZero: wrong) & isInRange
    return (plaintext.count - Int(isPadded.select(count, 0)), isPadded)
  }
}
