internal import ApusBytes

extension JSONScanner {
  /// Reads a string, of which the quotation mark is next.
  ///
  ///     string    = quotation-mark *char quotation-mark
  ///     char      = unescaped / escape ( %x22 / %x5C / %x2F / "b" / "f" / "n" / "r" / "t" /
  ///                 "u" 4HEXDIG )
  ///     unescaped = %x20-21 / %x23-5B / %x5D-10FFFF
  ///
  /// RFC 8259 section 7.
  mutating func readString(in bytes: Span<UInt8>) throws(JSONError) -> String {
    let (range, hasEscapes) = try passString(in: bytes)
    let text: UTF8Span
    do throws(UTF8.ValidationError) {
      text = try UTF8Span(validating: bytes.extracting(range))
    } catch {
      let offset = range.lowerBound + error.byteOffsets.lowerBound
      throw .malformedUTF8(at: JSONPosition(offset: offset, in: bytes))
    }
    // An escape is ASCII, so cutting it out of valid UTF-8 leaves valid UTF-8.
    return hasEscapes ? try unescape(range, in: bytes) : String(copying: text)
  }

  /// Passes a string and returns what stands between its quotation marks.
  private mutating func passString(
    in bytes: Span<UInt8>
  ) throws(JSONError) -> (range: Range<Int>, hasEscapes: Bool) {
    let start = cursor.position &+ 1
    var at = start
    var hasEscapes = false
    while at < cursor.end {
      let byte = bytes[at]
      if byte == 0x22 {
        cursor.position = at &+ 1
        return (start..<at, hasEscapes)
      }
      guard byte >= 0x20 else {
        throw .controlCharacter(byte, at: JSONPosition(offset: at, in: bytes))
      }
      // What follows a backslash is passed unseen here, so that `\"` does not end the string.
      at &+= byte == 0x5c ? 2 : 1
      hasEscapes = hasEscapes || byte == 0x5c
    }
    throw .unexpectedEnd(at: JSONPosition(offset: cursor.end, in: bytes))
  }

  /// The text of a string that has escapes.
  private func unescape(
    _ range: Range<Int>, in bytes: Span<UInt8>
  ) throws(JSONError) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var inner = Cursor(range)
    while let byte = inner.peek(in: bytes) {
      inner.position &+= 1
      if byte == 0x5c {
        try readEscape(from: &inner, into: &text, in: bytes)
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads what follows a backslash; the closing quotation mark is known to come later.
  private func readEscape(
    from inner: inout Cursor, into text: inout [UInt8], in bytes: Span<UInt8>
  ) throws(JSONError) {
    let start = inner.position &- 1
    let letter = inner.peek(in: bytes)
    inner.position &+= 1
    switch letter {
    case 0x22, 0x5c, 0x2f: text.append(bytes[start &+ 1])
    case 0x62: text.append(0x08)
    case 0x66: text.append(0x0c)
    case 0x6e: text.append(0x0a)
    case 0x72: text.append(0x0d)
    case 0x74: text.append(0x09)
    case 0x75:
      let scalar = try readScalar(from: &inner, start: start, in: bytes)
      text.append(contentsOf: scalar.utf8)
    default: throw .malformedEscape(at: JSONPosition(offset: start, in: bytes))
    }
  }

  /// Reads what follows `\u`: a character, or the pair of surrogates that stands for one.
  private func readScalar(
    from inner: inout Cursor, start: Int, in bytes: Span<UInt8>
  ) throws(JSONError) -> Unicode.Scalar {
    let unit = try readUnit(from: &inner, start: start, in: bytes)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let second = inner.position
    guard unit < 0xdc00, inner.skip("\\u", in: bytes) else {
      throw .loneSurrogate(unit, at: JSONPosition(offset: start, in: bytes))
    }
    let low = try readUnit(from: &inner, start: second, in: bytes)
    let value = 0x10000 + (UInt32(unit) & 0x3ff) << 10 + UInt32(low) & 0x3ff
    guard low >> 10 == 0x37, let scalar = Unicode.Scalar(value) else {
      throw .loneSurrogate(unit, at: JSONPosition(offset: start, in: bytes))
    }
    return scalar
  }

  /// Reads four hexadecimal digits.
  private func readUnit(
    from inner: inout Cursor, start: Int, in bytes: Span<UInt8>
  ) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = inner.peek(in: bytes), let digit = ASCII.hexValue(byte) else {
        throw .malformedEscape(at: JSONPosition(offset: start, in: bytes))
      }
      unit = unit << 4 | UInt16(digit)
      inner.position &+= 1
    }
    return unit
  }
}
