/// A position and an end, used to parse bytes that are passed separately.
///
/// Our types cannot store a `Span`, so a parser that must not allocate keeps a `Cursor` and
/// receives the span at each step. `Cursor+Text.swift` adds the operations for text grammars.
public struct Cursor: Equatable, Sendable {
  /// The index of the next byte.
  public var position: Int
  /// One past the last byte that may be read.
  public let end: Int

  /// Walks over a range of the bytes, which must lie inside the span used with it.
  @inlinable @inline(__always)
  public init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// A Boolean value that indicates whether every byte has been read.
  @inlinable @inline(__always)
  public var isAtEnd: Bool { position >= end }

  /// The number of bytes left.
  @inlinable @inline(__always)
  public var remaining: Int { end &- position }

  /// The bytes that are left, as a range.
  @inlinable @inline(__always)
  public var range: Range<Int> { position..<end }

  /// Checks that every byte has been passed.
  @inlinable
  public func finish() throws(DecodeError) {
    guard isAtEnd else { throw .trailingBytes(at: position, count: remaining) }
  }

  /// Returns the next byte, without passing it.
  @inlinable @inline(__always)
  public func peek(in bytes: Span<UInt8>) -> UInt8? {
    position < end ? bytes[position] : nil
  }

  /// Reads one byte.
  @inlinable
  public mutating func readUInt8(in bytes: Span<UInt8>) throws(DecodeError) -> UInt8 {
    let at = try advance(by: 1)
    return bytes[at]
  }

  /// Reads two bytes, the high one first.
  @inlinable
  public mutating func readUInt16(in bytes: Span<UInt8>) throws(DecodeError) -> UInt16 {
    let at = try advance(by: 2)
    return UInt16(bytes[at]) << 8 | UInt16(bytes[at &+ 1])
  }

  /// Reads that many bytes as a range.
  @inlinable
  public mutating func readRange(_ count: Int) throws(DecodeError) -> Range<Int> {
    let start = try advance(by: count)
    return start..<position
  }

  /// Moves on and returns where the bytes that were passed start.
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
