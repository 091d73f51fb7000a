internal import ApusBytes

/// The lexical half of JSON: white space, punctuation and literals; strings and numbers have their
/// own files.
///
/// RFC 8259 section 2.
struct JSONScanner {
  var cursor: Cursor

  init(_ bytes: Span<UInt8>) { cursor = Cursor(0..<bytes.count) }

  /// The index of the next byte.
  var position: Int { cursor.position }

  /// Skips white space and returns the byte after it, or nil at the end.
  ///
  ///     ws = *( %x20 / %x09 / %x0A / %x0D )
  ///
  /// RFC 8259 section 2.
  @inline(__always)
  mutating func next(in bytes: Span<UInt8>) -> UInt8? {
    while let byte = cursor.peek(in: bytes) {
      guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else {
        return byte
      }
      cursor.position &+= 1
    }
    return nil
  }

  /// Passes a byte that has been seen.
  @inline(__always)
  mutating func pass() { cursor.position &+= 1 }

  /// Passes U+FEFF at the start of the text.
  mutating func skipByteOrderMark(in bytes: Span<UInt8>) {
    _ = cursor.skip("\u{feff}", in: bytes)
  }

  /// Skips one of the three literal names, whose last four letters are given in the form of
  /// `ByteScan`.
  @inline(__always)
  mutating func passLiteral(
    _ letters: UInt32, byteCount: Int, in bytes: Span<UInt8>
  ) throws(JSON.ParsingError) -> JSONTape.Entry {
    let start = cursor.position
    let end = start &+ byteCount
    guard end <= cursor.end, ByteScan.quartet(in: bytes, at: end &- 4) == letters else {
      throw malformedLiteral(letters, byteCount: byteCount, in: bytes)
    }
    cursor.position = end
    return JSONTape.Entry(start..<end, flag: false)
  }

  /// Finds the first wrong byte; there must be one.
  @inline(never)
  private func malformedLiteral(
    _ letters: UInt32, byteCount: Int, in bytes: Span<UInt8>
  ) -> JSON.ParsingError {
    var inner = self
    inner.cursor.position &+= byteCount &- 4
    var rest = letters
    while rest != 0, inner.cursor.skip(UInt8(truncatingIfNeeded: rest), in: bytes) { rest &>>= 8 }
    return inner.unexpected(in: bytes)
  }

  /// The place of the next byte.
  func position(in bytes: Span<UInt8>) -> JSON.Position {
    JSON.Position(offset: position, in: bytes)
  }

  /// The error for a next byte that is not allowed there.
  func unexpected(in bytes: Span<UInt8>) -> JSON.ParsingError {
    guard let byte = cursor.peek(in: bytes) else {
      return .unexpectedEnd(at: position(in: bytes))
    }
    return .unexpectedByte(byte, at: position(in: bytes))
  }
}
