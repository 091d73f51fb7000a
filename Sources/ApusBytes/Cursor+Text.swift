/// The text operations of a byte cursor. The cursor compares bytes and never characters.
extension Cursor {
  /// Skips the next byte if it equals a given byte, and returns whether a byte was skipped.
  @inlinable @inline(__always)
  public mutating func skip(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position &+= 1
    return true
  }

  /// Skips an ASCII literal if the next bytes equal the literal, with the same letter case. Returns
  /// whether the literal was skipped.
  @inlinable @inline(__always)
  public mutating func skip(_ literal: String, in bytes: Span<UInt8>) -> Bool {
    var at = position
    for byte in literal.utf8 {
      guard at < end, bytes[at] == byte else { return false }
      at &+= 1
    }
    position = at
    return true
  }

  /// Reads an exact number of decimal digits. At most eighteen digits are allowed, so the value
  /// cannot overflow.
  @inlinable @inline(__always)
  public mutating func readDigits(_ count: Int, in bytes: Span<UInt8>) -> Int? {
    guard count >= 0, count <= remaining, count <= 18 else { return nil }
    var value = 0
    for index in 0..<count {
      let digit = bytes[position &+ index] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    position &+= count
    return value
  }

  /// Skips the following bytes that are in a byte set, and returns the range of the skipped bytes.
  /// The range may be empty.
  @inlinable @inline(__always)
  public mutating func readWhile(
    in bytes: Span<UInt8>, _ isMember: (UInt8) -> Bool
  ) -> Range<Int> {
    let start = position
    while position < end, isMember(bytes[position]) { position &+= 1 }
    return start..<position
  }
}
