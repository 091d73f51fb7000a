internal import ApusBytes

/// An expanded AES key for encryption and decryption, which is wiped when its owner releases the
/// key.
struct AESKey: ~Copyable {
  /// The AES round keys, with sixteen bytes for each round and for the initial key addition.
  private let roundKeys: SecretBytes
  private let roundCount: Int

  /// Expands an AES key of 16, 24 or 32 bytes to round keys.
  ///
  ///     w[i] = w[i - Nk] ^ w[i - 1], which goes through S at every Nk-th i, and where Nk is 8 at
  ///            every fourth
  ///
  /// FIPS 197 section 5.2. Nk is the number of four-byte words of the key.
  init(_ key: Span<UInt8>) {
    precondition([16, 24, 32].contains(key.count), "AES has keys of 16, 24 or 32 bytes")
    let keyWordCount = key.count / 4
    roundCount = keyWordCount + 6
    roundKeys = SecretBytes(count: 16 * (roundCount + 1)) { bytes in
      bytes.copy(key)
      var constant: UInt32 = 1
      for index in keyWordCount..<bytes.count / 4 {
        var word = bytes.span.bigEndian32(at: 4 * index - 4).byteSwapped
        if index % keyWordCount == 0 {
          word = Self.substituted(word &>> 8 | word &<< 24) ^ constant
          // The next constant is the product of the constant and x in the field of bytes. The last
          // constant that a key needs is 0x36.
          constant = constant < 0x80 ? constant &<< 1 : 0x1b
        } else if keyWordCount == 8, index % 4 == 0 {
          word = Self.substituted(word)
        }
        word ^= bytes.span.bigEndian32(at: 4 * (index - keyWordCount)).byteSwapped
        bytes.storeLittleEndian(word, at: 4 * index)
      }
    }
  }

  private static func substituted(_ word: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: AESBlock(bits: UInt128(word)).substituted().bits)
  }

  /// Returns the encrypted AES block. FIPS 197 section 5.1.
  func enciphered(_ block: AESBlock) -> AESBlock {
    roundKeys.withBytes { keys in
      var block = block ^ AESBlock(keys, at: 0)
      for round in 1...roundCount {
        block = block.substituted().rowsShifted()
        if round < roundCount { block = block.columnsMixed() }
        block = block ^ AESBlock(keys, at: 16 * round)
      }
      return block
    }
  }

  /// Returns the decrypted AES block. FIPS 197 section 5.3.
  func deciphered(_ block: AESBlock) -> AESBlock {
    roundKeys.withBytes { keys in
      var block = block ^ AESBlock(keys, at: 16 * roundCount)
      for round in (0..<roundCount).reversed() {
        block = block.rowsUnshifted().unsubstituted() ^ AESBlock(keys, at: 16 * round)
        if round > 0 { block = block.columnsUnmixed() }
      }
      return block
    }
  }
}

extension AESBlock {
  /// Returns the AES state with each row shifted by its number.
  ///
  /// Four shifts of a row have no effect, so three shifts undo one shift.
  fileprivate func rowsShifted() -> AESBlock {
    rowsUnshifted().rowsUnshifted().rowsUnshifted()
  }

  /// Returns the AES state with mixed columns.
  ///
  /// The fourth power of the matrix of FIPS 197 section 5.1.3 is the identity matrix, so the third
  /// power is the inverse of the matrix.
  fileprivate func columnsMixed() -> AESBlock {
    columnsUnmixed().columnsUnmixed().columnsUnmixed()
  }

  /// Creates an AES state from the sixteen bytes at an offset.
  init(_ bytes: Span<UInt8>, at offset: Int) {
    bits =
      UInt128(bytes.littleEndian64(at: offset + 8)) << 64
      | UInt128(bytes.littleEndian64(at: offset))
  }
}

/// AES in CBC mode for private keys that are encrypted with a password.
///
/// All functions run in constant time. RFC 8018 appendix B.2.5, and SP 800-38A section 6.2.
enum AESCBC {
  /// The number of bytes of an AES block and of the initialization vector.
  static let blockByteCount = 16

  /// Decrypts complete AES blocks, and does not remove the padding at their end.
  static func decipher(
    _ ciphertext: Span<UInt8>, key: Span<UInt8>, initializationVector vector: Span<UInt8>
  ) -> SecretBytes {
    let plaintext = SecretBytes(count: ciphertext.count) { plaintext in
      decipher(ciphertext, AESKey(key), vector, into: &plaintext)
    }
    Wipe.stack()
    return plaintext
  }

  /// Encrypts bytes with the padding of RFC 8018 section 6.1.1, step 4.
  static func encipher(
    _ plaintext: Span<UInt8>, key: Span<UInt8>, initializationVector vector: Span<UInt8>
  ) -> [UInt8] {
    let count = plaintext.count
    let padding = blockByteCount - count % blockByteCount
    let padded = SecretBytes(count: count + padding) { padded in
      padded.copy(plaintext)
      for index in count..<count + padding { padded[index] = UInt8(padding) }
    }
    let ciphertext = padded.withBytes { encipher($0, AESKey(key), vector) }
    Wipe.stack()
    return ciphertext
  }

  @inline(never)
  private static func encipher(
    _ padded: Span<UInt8>, _ key: borrowing AESKey, _ vector: Span<UInt8>
  ) -> [UInt8] {
    var ciphertext = [UInt8](repeating: 0, count: padded.count)
    var output = ciphertext.mutableSpan
    var previous = AESBlock(vector, at: 0)
    for start in stride(from: 0, to: padded.count, by: blockByteCount) {
      previous = key.enciphered(AESBlock(padded, at: start) ^ previous)
      output.storeLittleEndian(previous.bits, at: start)
    }
    return ciphertext
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

  /// Returns the number of bytes before the padding, and a mask that is set if the padding is
  /// valid.
  ///
  /// A valid padding has at most as many bytes as a block, and each of its bytes contains the
  /// number of padding bytes. The number of all bytes is returned if the padding is invalid.
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
      // The top bit of `count - place` is one if the place is before the padding.
      let isInside = Mask(isZero: (count &- place) >> 63)
      wrong |= isInside.select(byte ^ count, 0)
    }
    // The mask is correct because the number of bytes in a block is a power of two.
    let isInRange = Mask(isZero: (count &- 1) & ~UInt64(blockByteCount - 1))
    let isPadded = Mask(isZero: wrong) & isInRange
    return (plaintext.count - Int(isPadded.select(count, 0)), isPadded)
  }
}
