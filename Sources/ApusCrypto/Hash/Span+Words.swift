extension Span<UInt8> {
  /// Returns the big-endian word of the four bytes at an offset.
  @inline(__always)
  func bigEndian32(at offset: Int) -> UInt32 {
    let word = extracting(offset..<offset &+ 4)
    return UInt32(word[0]) << 24 | UInt32(word[1]) << 16 | UInt32(word[2]) << 8 | UInt32(word[3])
  }

  /// Returns the little-endian word of the four bytes at an offset.
  @inline(__always)
  func littleEndian32(at offset: Int) -> UInt32 { bigEndian32(at: offset).byteSwapped }

  /// Returns the big-endian word of the eight bytes at an offset.
  @inline(__always)
  func bigEndian64(at offset: Int) -> UInt64 { littleEndian64(at: offset).byteSwapped }

  /// Returns the little-endian word of the eight bytes at an offset.
  @inline(__always)
  func littleEndian64(at offset: Int) -> UInt64 {
    let word = extracting(offset..<offset &+ 8)
    let low =
      UInt64(word[0]) | UInt64(word[1]) << 8 | UInt64(word[2]) << 16 | UInt64(word[3]) << 24
    let high =
      UInt64(word[4]) | UInt64(word[5]) << 8 | UInt64(word[6]) << 16 | UInt64(word[7]) << 24
    return low | high << 32
  }
}

extension MutableSpan<UInt8> {
  /// Writes a word at an offset in big-endian order.
  @inline(__always)
  mutating func storeBigEndian(_ word: some FixedWidthInteger, at offset: Int) {
    storeLittleEndian(word.byteSwapped, at: offset)
  }

  /// Writes a word at an offset in little-endian order.
  @inline(__always)
  mutating func storeLittleEndian<Word: FixedWidthInteger>(_ word: Word, at offset: Int) {
    for index in 0..<Word.bitWidth / 8 {
      self[offset &+ index] = UInt8(truncatingIfNeeded: word &>> Word(8 * index))
    }
  }

  /// Copies the bytes of a second span to an offset. The bytes must fit into the span.
  mutating func copy(_ bytes: Span<UInt8>, at offset: Int = 0) {
    for index in bytes.indices { self[offset &+ index] = bytes[index] }
  }
}
