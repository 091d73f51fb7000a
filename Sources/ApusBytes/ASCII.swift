/// The ASCII rules for letter case, digits and comparison. Bytes outside ASCII are never changed.
public enum ASCII {
  /// Returns the lower-case form of a byte from `A` to `Z`, and returns every other byte unchanged.
  @inlinable @inline(__always)
  public static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Returns whether two byte sequences are equal if the case of `A` to `Z` is ignored.
  @inlinable
  public static func equalsIgnoringCase(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var index = 0
    while index < left.count {
      let (one, other) = (left[index], right[index])
      // The upper-case and lower-case forms of a letter differ in exactly one bit, and only letters
      // may differ in this bit.
      if one != other, one ^ other != 0x20 || (one | 0x20) &- 0x61 >= 26 { return false }
      index &+= 1
    }
    return true
  }

  /// Returns whether a byte sequence equals a text if the case of `A` to `Z` is ignored.
  ///
  /// The function is not inlined: in a different module, the compiler would remove a short string
  /// from the stack before the span of the string is read.
  @inline(never)
  public static func equalsIgnoringCase(_ bytes: Span<UInt8>, _ text: String) -> Bool {
    guard bytes.count == text.utf8.count else { return false }
    return equalsIgnoringCase(bytes, text.utf8Span.span)
  }

  /// Returns whether two texts are equal if the case of `A` to `Z` is ignored.
  @inlinable
  public static func equalsIgnoringCase(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    var others = right.utf8.makeIterator()
    for one in left.utf8 {
      guard let other = others.next() else { return false }
      if one != other, one ^ other != 0x20 || (one | 0x20) &- 0x61 >= 26 { return false }
    }
    return true
  }

  /// Returns the value of a hexadecimal digit, or `nil` if the byte is not a hexadecimal digit.
  @inlinable @inline(__always)
  public static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x37
    case 0x61...0x66: byte &- 0x57
    default: nil
    }
  }

  /// Returns the value of a decimal number that consists only of digits.
  /// The value is `nil` if the text contains any other character or the number overflows.
  public static func decimal(_ bytes: Span<UInt8>) -> UInt64? {
    guard !bytes.isEmpty else { return nil }
    var value: UInt64 = 0
    for index in bytes.indices {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      let (shifted, tooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, tooLarge) = shifted.addingReportingOverflow(UInt64(digit))
      guard !tooLong, !tooLarge else { return nil }
      value = sum
    }
    return value
  }
}
