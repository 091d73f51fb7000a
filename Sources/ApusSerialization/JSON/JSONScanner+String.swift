internal import ApusBytes

extension JSONScanner {
  /// Skips a string whose opening quotation mark is the next byte.
  ///
  ///     string    = quotation-mark *char quotation-mark
  ///     unescaped = %x20-21 / %x23-5B / %x5D-10FFFF
  ///
  /// RFC 8259 section 7.
  @inline(__always)
  mutating func passString(in bytes: Span<UInt8>) throws(JSON.ParsingError) -> JSONTape.Entry {
    let start = cursor.position
    let at = ByteScan.firstNotPlain(in: bytes, from: start &+ 1, to: cursor.end)
    guard at < cursor.end, bytes[at] == 0x22 else {
      let entry = try unusualString(from: start, in: bytes)
      cursor.position = start &+ entry.byteCount
      return entry
    }
    cursor.position = at &+ 1
    return JSONTape.Entry(start..<at &+ 1, flag: false)
  }

  /// Skips a string that contains escape sequences or non-ASCII characters, or is invalid.
  @inline(never)
  private func unusualString(
    from start: Int, in bytes: Span<UInt8>
  ) throws(JSON.ParsingError) -> JSONTape.Entry {
    var inner = Cursor(start &+ 1..<cursor.end)
    var hasEscapes = false
    var isASCII = true
    while true {
      inner.position = ByteScan.firstNotPlain(in: bytes, from: inner.position, to: inner.end)
      guard let byte = inner.peek(in: bytes) else {
        throw .unexpectedEnd(at: JSON.Position(offset: cursor.end, in: bytes))
      }
      if byte == 0x22 { break }
      if byte == 0x5c {
        hasEscapes = true
        try JSONEscapes.pass(&inner, in: bytes)
      } else if byte >= 0x80 {
        isASCII = false
        inner.position = ByteScan.firstUnquotable(in: bytes, from: inner.position, to: inner.end)
      } else {
        throw .controlCharacter(byte, at: JSON.Position(offset: inner.position, in: bytes))
      }
    }
    if !isASCII { try holdUTF8(start &+ 1..<inner.position, in: bytes) }
    return JSONTape.Entry(start..<inner.position &+ 1, flag: hasEscapes)
  }

  /// Checks that the bytes of a JSON string are valid UTF-8. The bytes may include escape
  /// sequences, which are ASCII characters.
  private func holdUTF8(_ range: Range<Int>, in bytes: Span<UInt8>) throws(JSON.ParsingError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.extracting(range))
    } catch {
      let offset = range.lowerBound + error.byteOffsets.lowerBound
      throw .malformedUTF8(at: JSON.Position(offset: offset, in: bytes))
    }
  }
}
