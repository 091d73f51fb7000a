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
