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

extension ASN1 {
  /// A BIT STRING, as a range of the span that it was read from.
  public struct BitString: Equatable, Sendable {
    /// The range of the BIT STRING's bytes. The first bit is the highest bit of the first byte.
    public let bytes: Range<Int>
    /// The number of low bits of the last byte that are not part of the BIT STRING.
    /// The unused bits are zero.
    public let unusedBitCount: Int

    /// The number of bits of the BIT STRING.
    public var bitCount: Int { bytes.count * 8 - unusedBitCount }

    /// Returns the bits as a set of named bits, with or without trailing zeros.
    ///
    /// Bit 0 of the result is bit 0 of the ASN.1 BIT STRING. DER forbids trailing zeros, but
    /// existing certificates have key usages with trailing zeros.
    public func names(in bytes: Span<UInt8>) throws(ASN1Error) -> UInt64 {
      guard bitCount <= ASN1.namedBitLimit else {
        throw .tooManyNamedBits(
          at: self.bytes.lowerBound, count: bitCount, limit: ASN1.namedBitLimit)
      }
      var names: UInt64 = 0
      for index in 0..<bitCount {
        let byte = bytes[self.bytes.lowerBound + index / 8]
        names |= UInt64(byte >> UInt8(7 - index % 8) & 1) << UInt64(index)
      }
      return names
    }
  }

  /// The maximum number of named bits in a BIT STRING. The longest BIT STRING of named bits in PKIX
  /// has nine bits.
  public static let namedBitLimit = 64
}

/// The content of a BIT STRING: a byte with the number of unused bits, followed by the bits.
///
/// X.690 sections 8.6 and 11.2, which RFC 5280 section 4.1 requires.
extension ASN1.Element {
  /// Returns a BIT STRING, and throws an error if its unused bits are not zero.
  public func bitString(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.BitString {
    guard byteCount > 0 else {
      throw .wrongByteCount(at: start, found: 0, allowed: 1...Int.max)
    }
    let unused = bytes[contentStart]
    guard unused < 8, byteCount > 1 || unused == 0 else {
      throw .wrongUnusedBitCount(at: contentStart, count: unused)
    }
    if byteCount > 1, bytes[end - 1] & (1 << unused - 1) != 0 { throw .unusedBitsSet(at: end - 1) }
    return ASN1.BitString(bytes: contentStart + 1..<end, unusedBitCount: Int(unused))
  }

  /// Returns the byte range of a BIT STRING that consists of whole bytes, such as a key or a
  /// signature.
  public func wholeBitString(in bytes: Span<UInt8>) throws(ASN1Error) -> Range<Int> {
    let string = try bitString(in: bytes)
    guard string.unusedBitCount == 0 else {
      throw .wrongUnusedBitCount(at: contentStart, count: UInt8(string.unusedBitCount))
    }
    return string.bytes
  }

  /// Returns the named bits of a BIT STRING. Bit 0 of the result is bit 0 of the ASN.1 BIT STRING.
  ///
  /// DER forbids trailing zeros, so the function rejects a BIT STRING that ends with a zero bit.
  public func namedBits(in bytes: Span<UInt8>) throws(ASN1Error) -> UInt64 {
    let string = try bitString(in: bytes)
    let names = try string.names(in: bytes)
    guard 64 - names.leadingZeroBitCount == string.bitCount else {
      throw .namedBitsNotMinimal(at: start)
    }
    return names
  }
}
