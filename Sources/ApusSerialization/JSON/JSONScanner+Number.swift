internal import ApusBytes

extension JSONScanner {
  /// Reads a number, of which the minus sign or a digit is next.
  ///
  ///     number = [ minus ] int [ frac ] [ exp ]
  ///     int    = zero / ( digit1-9 *DIGIT )
  ///     frac   = decimal-point 1*DIGIT
  ///     exp    = e [ minus / plus ] 1*DIGIT
  ///
  /// RFC 8259 section 6.
  mutating func readNumber(in bytes: Span<UInt8>) throws(JSONError) -> JSONNumber {
    let start = cursor.position
    var decimal = Decimal(isNegative: cursor.skip(0x2d, in: bytes))
    let first = cursor.position
    let integerCount = try readDigits(into: &decimal, in: bytes)
    guard integerCount == 1 || bytes[first] != 0x30 else {
      throw .malformedNumber(at: JSONPosition(offset: first, in: bytes))
    }
    var isInteger = true
    if cursor.skip(0x2e, in: bytes) {
      isInteger = false
      decimal.exponent &-= try readDigits(into: &decimal, in: bytes)
    }
    if cursor.skip(0x65, in: bytes) || cursor.skip(0x45, in: bytes) {
      isInteger = false
      decimal.exponent &+= try readExponent(in: bytes)
    }
    if isInteger, let integer = decimal.integer { return integer }
    if !isInteger, let double = decimal.double { return JSONNumber(.double(double)) }
    return JSONNumber(.text(text(start..<cursor.position, in: bytes)))
  }

  /// Reads at least one digit, and returns how many there were.
  private mutating func readDigits(
    into decimal: inout Decimal, in bytes: Span<UInt8>
  ) throws(JSONError) -> Int {
    let start = cursor.position
    while let byte = cursor.peek(in: bytes), byte &- 0x30 < 10 {
      decimal.append(byte &- 0x30)
      cursor.position &+= 1
    }
    guard cursor.position > start else { throw malformedNumber(in: bytes) }
    return cursor.position &- start
  }

  /// Reads the digits of an exponent and their sign.
  ///
  /// What no double reaches is not told apart any more: 10^13 is far beyond what the digits in
  /// front could make good, as text has fewer bytes than that.
  private mutating func readExponent(in bytes: Span<UInt8>) throws(JSONError) -> Int {
    let isNegative = cursor.skip(0x2d, in: bytes)
    if !isNegative { _ = cursor.skip(0x2b, in: bytes) }
    let start = cursor.position
    var exponent = 0
    while let byte = cursor.peek(in: bytes), byte &- 0x30 < 10 {
      if exponent < 1_000_000_000_000 { exponent = exponent &* 10 &+ Int(byte &- 0x30) }
      cursor.position &+= 1
    }
    guard cursor.position > start else { throw malformedNumber(in: bytes) }
    return isNegative ? -exponent : exponent
  }

  private func malformedNumber(in bytes: Span<UInt8>) -> JSONError {
    cursor.isAtEnd
      ? .unexpectedEnd(at: position(in: bytes)) : .malformedNumber(at: position(in: bytes))
  }

  /// Text that is known to be ASCII.
  private func text(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    for index in range { text.append(bytes[index]) }
    return String(decoding: text, as: UTF8.self)
  }
}
