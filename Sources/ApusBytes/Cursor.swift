/// A position and an end index for parsing bytes that the caller passes separately.
///
/// The types of the parser cannot store a `Span`. A parser that must not allocate memory therefore
/// stores a `Cursor` and receives the span at each step. The file `Cursor+Text.swift` adds the
/// operations for text grammars.
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
