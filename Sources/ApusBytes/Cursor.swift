/// A position and an end index for parsing bytes that the caller passes separately.
///
/// The types of the parser cannot store a `Span`. A parser that must not allocate memory therefore
/// stores a `Cursor` and receives the span at each step. An extension adds the operations for text
/// grammars.
public struct Cursor: Equatable, Sendable {
  /// The index of the next byte that the cursor reads.
  public var position: Int
  /// The index after the last byte that the cursor may read.
  public let end: Int

  /// Creates a cursor for a range of bytes. The range must be within the span that is used with the
  /// cursor.
  @inlinable @inline(__always)
  public init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// A Boolean value that indicates whether every byte has been read.
  @inlinable @inline(__always)
  public var isAtEnd: Bool { position >= end }

  /// The number of unread bytes before the end of the cursor.
  @inlinable @inline(__always)
  public var remaining: Int { end &- position }

  /// The range of the unread bytes.
  @inlinable @inline(__always)
  public var range: Range<Int> { position..<end }

  /// Throws an error if the cursor has unread bytes.
  @inlinable
  public func finish() throws(DecodeError) {
    guard isAtEnd else { throw .trailingBytes(at: position, count: remaining) }
  }

  /// Returns the next byte without advancing the cursor.
  @inlinable @inline(__always)
  public func peek(in bytes: Span<UInt8>) -> UInt8? {
    position < end ? bytes[position] : nil
  }

  /// Reads one byte and returns it as an integer.
  @inlinable
  public mutating func readUInt8(in bytes: Span<UInt8>) throws(DecodeError) -> UInt8 {
    let at = try advance(by: 1)
    return bytes[at]
  }

  /// Reads two bytes as an integer in network byte order.
  @inlinable
  public mutating func readUInt16(in bytes: Span<UInt8>) throws(DecodeError) -> UInt16 {
    let at = try advance(by: 2)
    return UInt16(bytes[at]) << 8 | UInt16(bytes[at &+ 1])
  }

  /// Reads a number of bytes and returns the range of these bytes.
  @inlinable
  public mutating func readRange(_ count: Int) throws(DecodeError) -> Range<Int> {
    let start = try advance(by: count)
    return start..<position
  }

  /// Advances the cursor by a number of bytes and returns the index of the first of these bytes.
  @inlinable @inline(__always)
  mutating func advance(by count: Int) throws(DecodeError) -> Int {
    guard count >= 0, count <= remaining else {
      throw .truncated(at: position, needed: count, available: remaining)
    }
    let start = position
    position = start &+ count
    return start
  }
}

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
