internal import ApusBytes

/// A key of AES, made ready for deciphering, and wiped when its only owner lets go of it.
struct AESKey: ~Copyable {
  /// Sixteen bytes for each round, and for what comes before the first.
  private let roundKeys: SecretBytes
  private let roundCount: Int

  /// Takes a key of 16, 24 or 32 bytes.
  ///
  ///     w[i] = w[i - Nk] ^ w[i - 1], which goes through S at every Nk-th i, and where Nk is 8 at
  ///            every fourth
  ///
  /// FIPS 197 section 5.2; Nk is the count of the key's words, of four bytes each.
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
          // Times x in the field of bytes; the last that any key needs is 0x36.
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

  /// Returns the block that the cipher makes of another. FIPS 197 section 5.1.
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

  /// The block that the cipher makes this one of. FIPS 197 section 5.3.
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
  /// A row is shifted by its number, so that four shifts change nothing and three shift back.
  fileprivate func rowsShifted() -> AESBlock {
    rowsUnshifted().rowsUnshifted().rowsUnshifted()
  }

  /// The fourth power of the matrix of FIPS 197 section 5.1.3 is one, and the third its inverse.
  fileprivate func columnsMixed() -> AESBlock {
    columnsUnmixed().columnsUnmixed().columnsUnmixed()
  }

  /// The sixteen bytes from an offset on.
  init(_ bytes: Span<UInt8>, at offset: Int) {
    bits =
      UInt128(bytes.littleEndian64(at: offset + 8)) << 64
      | UInt128(bytes.littleEndian64(at: offset))
  }
}

/// AES in CBC mode, for private keys that a password locks.
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

  /// Enciphers bytes with the padding of RFC 8018 section 6.1.1, step 4.
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
