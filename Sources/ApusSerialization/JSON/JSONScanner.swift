internal import ApusBytes

/// The lexical half of JSON: white space, punctuation and literals; strings and numbers have their
/// own files.
///
/// Knows nothing of the values it is read for, so that what decodes straight into types can use it
/// as well. RFC 8259 section 2.
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
      guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return byte }
      cursor.position &+= 1
    }
    return nil
  }

  /// Passes white space, and one byte if it follows.
  @inline(__always)
  mutating func skip(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard next(in: bytes) == byte else { return false }
    cursor.position &+= 1
    return true
  }

  /// Passes bytes that have been seen.
  mutating func pass(_ count: Int) { cursor.position &+= count }

  /// Passes U+FEFF at the start of the text.
  mutating func skipByteOrderMark(in bytes: Span<UInt8>) {
    _ = cursor.skip("\u{feff}", in: bytes)
  }

  /// Reads one of the three literal names.
  mutating func read<Value>(
    _ name: String, as value: Value, in bytes: Span<UInt8>
  ) throws(JSONError) -> Value {
    for byte in name.utf8 {
      guard cursor.skip(byte, in: bytes) else { throw unexpected(in: bytes) }
    }
    return value
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
