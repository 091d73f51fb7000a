extension ASN1 {
  /// An INTEGER of any size, as ranges of the span it was read from.
  public struct Integer: Equatable, Sendable {
    /// The content: two's complement, the high byte first, in its shortest form.
    public let bytes: Range<Int>
    /// A Boolean value that indicates whether the number is negative.
    public let isNegative: Bool
    /// The bytes without the leading zero of a sign; nil for a negative number.
    ///
    /// Zero itself is one zero byte.
    public let magnitude: Range<Int>?
  }
}

/// The content of BOOLEAN, INTEGER, ENUMERATED and NULL.
///
/// X.690 sections 8.2, 8.3, 8.4, 8.8 and 11.1, which RFC 5280 section 4.1 requires.
extension ASN1.Element {
  /// Returns a BOOLEAN: one byte, 0x00 or 0xFF.
  @inlinable
  public func boolean(in bytes: Span<UInt8>) throws(ASN1Error) -> Bool {
    try expectByteCount(1...1)
    switch bytes[contentStart] {
    case 0x00: return false
    case 0xff: return true
    case let byte: throw .booleanNotCanonical(at: contentStart, byte: byte)
    }
  }

  /// Reads a NULL, which has no content.
  @inlinable
  public func null() throws(ASN1Error) {
    try expectByteCount(0...0)
  }

  /// Returns an INTEGER or ENUMERATED that fits into an `Int`.
  public func integer(in bytes: Span<UInt8>) throws(ASN1Error) -> Int {
    let integer = try wideInteger(in: bytes)
    guard byteCount <= 8 else {
      throw .integerTooLarge(at: start, byteCount: byteCount, limit: 8)
    }
    var value: UInt64 = integer.isNegative ? .max : 0
    for index in content { value = value << 8 | UInt64(bytes[index]) }
    return Int(Int64(bitPattern: value))
  }

  /// Returns an INTEGER of any size.
  public func wideInteger(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Integer {
    guard byteCount > 0 else {
      throw .wrongByteCount(at: start, found: 0, allowed: 1...Int.max)
    }
    let first = bytes[contentStart]
    let isNegative = first >= 0x80
    guard byteCount > 1 else {
      return ASN1.Integer(
        bytes: content, isNegative: isNegative, magnitude: isNegative ? nil : content)
    }
    // If the nine leading bits are equal, the first byte is redundant.
    let second = bytes[contentStart + 1]
    guard !(first == 0 && second < 0x80), !(first == 0xff && second >= 0x80) else {
      throw .integerNotMinimal(at: start)
    }
    let magnitude = first == 0 ? contentStart + 1..<end : content
    return ASN1.Integer(
      bytes: content, isNegative: isNegative, magnitude: isNegative ? nil : magnitude)
  }

  /// Returns the bytes of an INTEGER that must not be negative, without a leading zero.
  public func magnitude(in bytes: Span<UInt8>) throws(ASN1Error) -> Range<Int> {
    guard let magnitude = try wideInteger(in: bytes).magnitude else {
      throw .integerNegative(at: start)
    }
    return magnitude
  }

  @inlinable
  func expectByteCount(_ allowed: ClosedRange<Int>) throws(ASN1Error) {
    guard allowed.contains(byteCount) else {
      throw .wrongByteCount(at: start, found: byteCount, allowed: allowed)
    }
  }
}
