internal import ApusBytes

/// A scanner for the tokens of JSON text, such as strings, numbers and brackets.
///
/// RFC 8259 section 2.
struct JSONScanner {
  var cursor: Cursor

  init(_ bytes: Span<UInt8>) { cursor = Cursor(0..<bytes.count) }

  /// The position of the next byte in the JSON text.
  var position: Int { cursor.position }

  /// Skips white space and returns the byte after the white space, or `nil` at the end of the text.
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

  /// Skips one byte of the JSON text.
  @inline(__always)
  mutating func pass() { cursor.position &+= 1 }

  /// Skips a byte order mark (U+FEFF) at the start of the text.
  mutating func skipByteOrderMark(in bytes: Span<UInt8>) {
    _ = cursor.skip("\u{feff}", in: bytes)
  }

  /// Skips one of the literals `true`, `false` and `null`. The last four letters are passed as an
  /// integer of `ByteScan`.
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

  /// Throws the error for the first wrong byte of a misspelled literal, such as `nul1`.
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

  /// Returns the line and column of the next byte in the JSON text.
  func position(in bytes: Span<UInt8>) -> JSON.Position {
    JSON.Position(offset: position, in: bytes)
  }

  /// Returns the error for an invalid next byte, or for an unexpected end of the JSON text.
  func unexpected(in bytes: Span<UInt8>) -> JSON.ParsingError {
    guard let byte = cursor.peek(in: bytes) else {
      return .unexpectedEnd(at: position(in: bytes))
    }
    return .unexpectedByte(byte, at: position(in: bytes))
  }
}
