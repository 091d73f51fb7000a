internal import ApusBytes

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
