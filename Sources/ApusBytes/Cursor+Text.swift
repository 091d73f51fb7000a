/// Reading of literals, digits and runs, compared as bytes and never as characters.
extension Cursor {
  /// Passes one byte if it is the next.
  @inlinable @inline(__always)
  public mutating func skip(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position &+= 1
    return true
  }

  /// Passes an ASCII literal if it is next, case and all.
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

  /// Reads exactly that many decimal digits, at most eighteen so that the value always fits.
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

  /// Passes bytes while they are in a set, and returns them as a range that may be empty.
  @inlinable @inline(__always)
  public mutating func readWhile(
    in bytes: Span<UInt8>, _ isMember: (UInt8) -> Bool
  ) -> Range<Int> {
    let start = position
    while position < end, isMember(bytes[position]) { position &+= 1 }
    return start..<position
  }
}
