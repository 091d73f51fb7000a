extension ASN1 {
  /// An INTEGER of any size, as ranges of the span that it was read from.
  public struct Integer: Equatable, Sendable {
    /// The range of the INTEGER's content, which is the shortest two's complement form in
    /// big-endian order.
    public let bytes: Range<Int>
    /// A Boolean value that indicates whether the INTEGER is negative.
    public let isNegative: Bool
    /// The range of the INTEGER's bytes without the leading zero of the sign, or `nil` if the
    /// INTEGER is negative.
    ///
    /// The magnitude of zero is one zero byte.
    public let magnitude: Range<Int>?
  }
}

/// The content of the types BOOLEAN, INTEGER, ENUMERATED and NULL.
///
/// X.690 sections 8.2, 8.3, 8.4, 8.8 and 11.1, which RFC 5280 section 4.1 requires.
extension ASN1.Element {
  /// Returns the value of a BOOLEAN, which is one byte: 0x00 or 0xFF.
  @inlinable
  public func boolean(in bytes: Span<UInt8>) throws(ASN1Error) -> Bool {
    try expectByteCount(1...1)
    switch bytes[contentStart] {
    case 0x00: return false
    case 0xff: return true
    case let byte: throw .booleanNotCanonical(at: contentStart, byte: byte)
    }
  }

  /// Checks that a NULL has no content.
  @inlinable
  public func null() throws(ASN1Error) {
    try expectByteCount(0...0)
  }

  /// Returns the value of an INTEGER or ENUMERATED that fits into an `Int`.
  public func integer(in bytes: Span<UInt8>) throws(ASN1Error) -> Int {
    let integer = try wideInteger(in: bytes)
    guard byteCount <= 8 else {
      throw .integerTooLarge(at: start, byteCount: byteCount, limit: 8)
    }
    var value: UInt64 = integer.isNegative ? .max : 0
    for index in content { value = value << 8 | UInt64(bytes[index]) }
    return Int(Int64(bitPattern: value))
  }

  /// Returns the byte ranges of an INTEGER of any size.
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
    // If the nine highest bits of an INTEGER are equal, the first byte is redundant.
    let second = bytes[contentStart + 1]
    guard !(first == 0 && second < 0x80), !(first == 0xff && second >= 0x80) else {
      throw .integerNotMinimal(at: start)
    }
    let magnitude = first == 0 ? contentStart + 1..<end : content
    return ASN1.Integer(
      bytes: content, isNegative: isNegative, magnitude: isNegative ? nil : magnitude)
  }

  /// Returns the range of the bytes of a nonnegative INTEGER, without a leading zero.
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
