/// ASCII rules for bytes: case, digits, and comparison that no other script can bend.
public enum ASCII {
  /// Returns the byte with `A` to `Z` made lower case; every other byte as it is.
  @inlinable @inline(__always)
  public static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Returns whether two runs of bytes are the same except for the case of `A` to `Z`.
  @inlinable
  public static func equalsIgnoringCase(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var index = 0
    while index < left.count {
      let (one, other) = (left[index], right[index])
      // The two cases of a letter differ in one bit, and only letters may differ in it.
      if one != other, one ^ other != 0x20 || (one | 0x20) &- 0x61 >= 26 { return false }
      index &+= 1
    }
    return true
  }

  /// Returns whether bytes are those of a text, except for the case of `A` to `Z`.
  ///
  /// No span of the text is taken: when this is inlined into another module, the compiler would
  /// remove a short string from the stack before its span is read.
  @inlinable
  public static func equalsIgnoringCase(_ bytes: Span<UInt8>, _ text: String) -> Bool {
    guard bytes.count == text.utf8.count else { return false }
    var index = 0
    for other in text.utf8 {
      let one = bytes[index]
      if one != other, one ^ other != 0x20 || (one | 0x20) &- 0x61 >= 26 { return false }
      index &+= 1
    }
    return true
  }

  /// Returns whether two texts are the same except for the case of `A` to `Z`.
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

  /// Returns the value of a hexadecimal digit.
  @inlinable @inline(__always)
  public static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x37
    case 0x61...0x66: byte &- 0x57
    default: nil
    }
  }

  /// Returns a decimal number that consists of digits only, or nil: no sign, no space, no overflow.
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
