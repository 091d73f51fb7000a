internal import ApusBytes

/// A decoder of the escape sequences in JSON strings, such as `\n` and `\u20ac`.
///
///     char   = unescaped / escape ( %x22 / %x5C / %x2F / "b" / "f" / "n" / "r" / "t" /
///              "u" 4HEXDIG )
///     escape = %x5C
///
/// RFC 8259 section 7.
enum JSONEscapes {
  /// Checks and skips the escape sequence at the cursor.
  static func pass(_ cursor: inout Cursor, in bytes: Span<UInt8>) throws(JSON.ParsingError) {
    let start = cursor.position
    cursor.position &+= 1
    guard let letter = cursor.peek(in: bytes) else { throw unended(cursor, in: bytes) }
    cursor.position &+= 1
    guard letter == 0x75 else {
      guard character(letter) != nil else { throw malformed(start, in: bytes) }
      return
    }
    let unit = try passUnit(&cursor, start: start, in: bytes)
    guard unit &>> 11 == 0x1b else { return }
    let second = cursor.position
    guard unit < 0xdc00, cursor.skip("\\u", in: bytes) else {
      throw .loneSurrogate(unit, at: JSON.Position(offset: start, in: bytes))
    }
    let low = try passUnit(&cursor, start: second, in: bytes)
    guard low &>> 10 == 0x37 else {
      throw .loneSurrogate(unit, at: JSON.Position(offset: start, in: bytes))
    }
  }

  /// Returns the decoded text of a JSON string with valid escape sequences.
  static func text(_ content: Span<UInt8>) -> String {
    // An escape sequence is at least as long as the UTF-8 form of its character, so the capacity is
    // sufficient.
    let text = [UInt8](capacity: content.count) { text in
      var at = 0
      while at < content.count {
        let byte = content[at]
        at &+= 1
        if byte == 0x5c { at = append(at, of: content, to: &text) } else { text.append(byte) }
      }
    }
    return String(exactly: text.span)
  }

  /// Decodes the escape sequence whose letter is at `at`, appends the character, and returns the
  /// position after the sequence.
  private static func append(
    _ at: Int, of content: Span<UInt8>, to text: inout OutputSpan<UInt8>
  ) -> Int {
    guard at < content.count else { return at }
    guard content[at] == 0x75 else {
      text.append(character(content[at]) ?? content[at])
      return at &+ 1
    }
    guard content.count &- at >= 5 else { return content.count }
    let unit = unit(at &+ 1, of: content)
    guard unit &>> 11 == 0x1b, content.count &- at >= 11 else {
      append(unit, to: &text)
      return at &+ 5
    }
    let low = Self.unit(at &+ 7, of: content)
    append(0x10000 &+ (unit & 0x3ff) &<< 10 &+ low & 0x3ff, to: &text)
    return at &+ 11
  }

  private static func append(_ value: UInt32, to text: inout OutputSpan<UInt8>) {
    if value < 0x80 {
      text.append(UInt8(truncatingIfNeeded: value))
    } else if let scalar = Unicode.Scalar(value) {
      for byte in scalar.utf8 { text.append(byte) }
    }
  }

  /// Returns the value of four valid hexadecimal digits.
  private static func unit(_ at: Int, of content: Span<UInt8>) -> UInt32 {
    var unit: UInt32 = 0
    for index in at..<at &+ 4 {
      unit = unit &<< 4 | UInt32(ASCII.hexValue(content[index]) ?? 0)
    }
    return unit
  }

  private static func passUnit(
    _ cursor: inout Cursor, start: Int, in bytes: Span<UInt8>
  ) throws(JSON.ParsingError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = cursor.peek(in: bytes) else { throw unended(cursor, in: bytes) }
      guard let digit = ASCII.hexValue(byte) else { throw malformed(start, in: bytes) }
      unit = unit &<< 4 | UInt16(digit)
      cursor.position &+= 1
    }
    return unit
  }

  /// Returns the character for the letter of a short escape sequence, such as the line feed for
  /// `n`.
  @inline(__always)
  private static func character(_ letter: UInt8) -> UInt8? {
    switch letter {
    case 0x22, 0x5c, 0x2f: letter
    case 0x62: 0x08
    case 0x66: 0x0c
    case 0x6e: 0x0a
    case 0x72: 0x0d
    case 0x74: 0x09
    default: nil
    }
  }

  private static func unended(_ cursor: Cursor, in bytes: Span<UInt8>) -> JSON.ParsingError {
    .unexpectedEnd(at: JSON.Position(offset: cursor.end, in: bytes))
  }

  private static func malformed(_ start: Int, in bytes: Span<UInt8>) -> JSON.ParsingError {
    .malformedEscape(at: JSON.Position(offset: start, in: bytes))
  }
}
