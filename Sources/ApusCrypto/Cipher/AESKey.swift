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
  /// The sixteen bytes from an offset on.
  init(_ bytes: Span<UInt8>, at offset: Int) {
    bits =
      UInt128(bytes.littleEndian64(at: offset + 8)) << 64
      | UInt128(bytes.littleEndian64(at: offset))
  }
}
