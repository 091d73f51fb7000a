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

extension JSONScanner {
  /// Skips a number whose minus sign or first digit is the next byte.
  ///
  ///     number = [ minus ] int [ frac ] [ exp ]
  ///     int    = zero / ( digit1-9 *DIGIT )
  ///     frac   = decimal-point 1*DIGIT
  ///     exp    = e [ minus / plus ] 1*DIGIT
  ///
  /// RFC 8259 section 6.
  @inline(__always)
  mutating func passNumber(in bytes: Span<UInt8>) throws(JSON.ParsingError) -> JSONTape.Entry {
    let start = cursor.position
    let first = bytes[start] == 0x2d ? start &+ 1 : start
    var at = first
    while at < cursor.end, bytes[at] &- 0x30 < 10 { at &+= 1 }
    guard at > first, bytes[first] != 0x30 || at &- first == 1 else {
      throw malformedNumber(from: first, to: at, in: bytes)
    }
    var isInteger = true
    if at < cursor.end, bytes[at] == 0x2e || bytes[at] | 0x20 == 0x65 {
      isInteger = false
      at = try endOfFraction(from: at, in: bytes)
    }
    cursor.position = at
    return JSONTape.Entry(start..<at, flag: isInteger)
  }

  /// Returns the end of a number whose fraction or exponent begins at the given position.
  @inline(never)
  private func endOfFraction(from start: Int, in bytes: Span<UInt8>) throws(JSON.ParsingError)
    -> Int
  {
    var inner = Cursor(start..<cursor.end)
    if inner.skip(0x2e, in: bytes) { try passDigits(&inner, in: bytes) }
    if inner.skip(0x65, in: bytes) || inner.skip(0x45, in: bytes) {
      _ = inner.skip(0x2d, in: bytes) || inner.skip(0x2b, in: bytes)
      try passDigits(&inner, in: bytes)
    }
    return inner.position
  }

  /// Skips at least one decimal digit.
  @inline(__always)
  private func passDigits(_ inner: inout Cursor, in bytes: Span<UInt8>) throws(JSON.ParsingError) {
    let start = inner.position
    while inner.remaining >= 8, ByteScan.isDigits(ByteScan.octet(in: bytes, at: inner.position)) {
      inner.position &+= 8
    }
    while let byte = inner.peek(in: bytes), byte &- 0x30 < 10 { inner.position &+= 1 }
    guard inner.position > start else { throw missingDigits(at: start, in: bytes) }
  }

  /// Returns the error for an integer with missing digits or with a leading zero.
  private func malformedNumber(
    from first: Int, to end: Int, in bytes: Span<UInt8>
  ) -> JSON.ParsingError {
    end == first
      ? missingDigits(at: first, in: bytes)
      : .malformedNumber(at: JSON.Position(offset: first, in: bytes))
  }

  private func missingDigits(at place: Int, in bytes: Span<UInt8>) -> JSON.ParsingError {
    let position = JSON.Position(offset: place, in: bytes)
    return place >= cursor.end ? .unexpectedEnd(at: position) : .malformedNumber(at: position)
  }
}
