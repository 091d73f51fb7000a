internal import ApusBytes

/// The lexical half of JSON: white space, punctuation and literals; strings and numbers have their
/// own files.
///
/// RFC 8259 section 2.
struct JSONScanner {
  var cursor: Cursor

  init(_ bytes: Span<UInt8>) { cursor = Cursor(0..<bytes.count) }

  /// Where the next byte is.
  var position: Int { cursor.position }

  /// Passes white space and shows what follows, or nil at the end.
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

  /// Passes one of the three literal names.
  mutating func passLiteral(
    _ name: String, in bytes: Span<UInt8>
  ) throws(JSONError) -> JSONTape.Entry {
    let start = cursor.position
    for byte in name.utf8 {
      guard cursor.skip(byte, in: bytes) else { throw unexpected(in: bytes) }
    }
    return JSONTape.Entry(start..<cursor.position, flag: false)
  }

  /// The place of the next byte.
  func position(in bytes: Span<UInt8>) -> JSONPosition {
    JSONPosition(offset: position, in: bytes)
  }

  /// The error for a next byte that cannot stand there.
  func unexpected(in bytes: Span<UInt8>) -> JSONError {
    guard let byte = cursor.peek(in: bytes) else {
      return .unexpectedEnd(at: position(in: bytes))
    }
    return .unexpectedByte(byte, at: position(in: bytes))
  }
}
