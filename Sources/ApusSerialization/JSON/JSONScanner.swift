internal import ApusBytes

/// A scanner for the tokens of JSON text. The scanning of strings and numbers is in separate files.
///
/// RFC 8259 section 2.
struct JSONScanner {
  var cursor: Cursor

  init(_ bytes: Span<UInt8>) { cursor = Cursor(0..<bytes.count) }

  /// The position of the next byte.
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

  /// Skips a byte that has already been examined.
  @inline(__always)
  mutating func pass() { cursor.position &+= 1 }

  /// Skips a byte order mark (U+FEFF) at the start of the text.
  mutating func skipByteOrderMark(in bytes: Span<UInt8>) {
    _ = cursor.skip("\u{feff}", in: bytes)
  }

  /// Skips one of the three literal names. The last four letters of the name are passed in the form
  /// of `ByteScan`.
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

  /// Throws the error for the first wrong byte of a literal name, which must contain a wrong byte.
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

  /// Returns the position of the next byte in the text.
  func position(in bytes: Span<UInt8>) -> JSON.Position {
    JSON.Position(offset: position, in: bytes)
  }

  /// Returns the error for a next byte that is not allowed.
  func unexpected(in bytes: Span<UInt8>) -> JSON.ParsingError {
    guard let byte = cursor.peek(in: bytes) else {
      return .unexpectedEnd(at: position(in: bytes))
    }
    return .unexpectedByte(byte, at: position(in: bytes))
  }
}
