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
    while true {
      at = Self.plainEnd(from: at, in: bytes)
      guard at < cursor.end else {
        throw .unexpectedEnd(at: JSONPosition(offset: cursor.end, in: bytes))
      }
      switch bytes[at] {
      case 0x22:
        cursor.position = at &+ 1
        return (start..<at, hasEscapes)
      case 0x5c:
        // What follows is passed unseen here, so that `\"` does not end the string.
        at &+= 2
        hasEscapes = true
      case let byte:
        throw .controlCharacter(byte, at: JSONPosition(offset: at, in: bytes))
      }
    }
  }

  /// Where the bytes end that stand for themselves: at a control, a quotation mark or a backslash.
  ///
  /// Eight at a time. `(word - n) & ~word` has the high bit of every byte below n, as long as no
  /// byte before it is: a borrow can only add bits behind the first, which is the one that counts.
  @inline(__always)
  private static func plainEnd(from start: Int, in bytes: Span<UInt8>) -> Int {
    var at = start
    // That `at` is not negative is said for the compiler, which then checks eight bytes at once.
    while at >= 0, bytes.count &- at >= 8 {
      var word: UInt64 = 0
      for index in 0..<8 { word |= UInt64(bytes[at &+ index]) &<< UInt64(8 &* index) }
      let mark = word ^ 0x2222_2222_2222_2222
      let backslash = word ^ 0x5c5c_5c5c_5c5c_5c5c
      let found =
        (word &- 0x2020_2020_2020_2020) & ~word
        | (mark &- 0x0101_0101_0101_0101) & ~mark
        | (backslash &- 0x0101_0101_0101_0101) & ~backslash
      let firstFound = (found & 0x8080_8080_8080_8080).trailingZeroBitCount
      guard firstFound == 64 else { return at &+ firstFound >> 3 }
      at &+= 8
    }
    while at < bytes.count, bytes[at] >= 0x20, bytes[at] != 0x22, bytes[at] != 0x5c { at &+= 1 }
    return at
  }

  /// The text of a string that has escapes.
  private func unescape(
    _ range: Range<Int>, in bytes: Span<UInt8>
  ) throws(JSONError) -> String {
    // No escape is shorter than what it stands for.
    let text = try [UInt8](capacity: range.count) { text throws(JSONError) in
      var inner = Cursor(range)
      while let byte = inner.peek(in: bytes) {
        inner.position &+= 1
        if byte == 0x5c {
          try readEscape(from: &inner, into: &text, in: bytes)
        } else {
          text.append(byte)
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads what follows a backslash; the closing quotation mark is known to come later.
  private func readEscape(
    from inner: inout Cursor, into text: inout OutputSpan<UInt8>, in bytes: Span<UInt8>
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
      for byte in scalar.utf8 { text.append(byte) }
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
