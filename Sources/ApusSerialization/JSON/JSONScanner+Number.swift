internal import ApusBytes

extension JSONScanner {
  /// Passes a number, of which the minus sign or a digit is next.
  ///
  ///     number = [ minus ] int [ frac ] [ exp ]
  ///     int    = zero / ( digit1-9 *DIGIT )
  ///     frac   = decimal-point 1*DIGIT
  ///     exp    = e [ minus / plus ] 1*DIGIT
  ///
  /// RFC 8259 section 6.
  @inline(__always)
  mutating func passNumber(in bytes: Span<UInt8>) throws(JSONError) -> JSONTape.Entry {
    let start = cursor.position
    if bytes[start] == 0x2d { cursor.position &+= 1 }
    let first = cursor.position
    try passDigits(in: bytes)
    guard bytes[first] != 0x30 || cursor.position &- first == 1 else {
      throw .malformedNumber(at: JSONPosition(offset: first, in: bytes))
    }
    var isInteger = true
    if let byte = cursor.peek(in: bytes), byte == 0x2e || byte | 0x20 == 0x65 {
      isInteger = false
      try passFractionAndExponent(in: bytes)
    }
    return JSONTape.Entry(start..<cursor.position, flag: isInteger)
  }

  private mutating func passFractionAndExponent(in bytes: Span<UInt8>) throws(JSONError) {
    if cursor.skip(0x2e, in: bytes) { try passDigits(in: bytes) }
    if cursor.skip(0x65, in: bytes) || cursor.skip(0x45, in: bytes) {
      _ = cursor.skip(0x2d, in: bytes) || cursor.skip(0x2b, in: bytes)
      try passDigits(in: bytes)
    }
  }

  /// Passes at least one digit.
  @inline(__always)
  private mutating func passDigits(in bytes: Span<UInt8>) throws(JSONError) {
    let start = cursor.position
    while let byte = cursor.peek(in: bytes), byte &- 0x30 < 10 { cursor.position &+= 1 }
    guard cursor.position > start else {
      throw cursor.isAtEnd
        ? .unexpectedEnd(at: position(in: bytes)) : .malformedNumber(at: position(in: bytes))
    }
  }
}
