/// A reader of binary data that owns its bytes. A program can store a byte reader and pass it on.
///
/// A reader never traps. If bytes are missing, the error contains the offset, and the position does
/// not change. Copies of a reader share the bytes. A parser calls `finish()` at its end to check
/// that no bytes remain.
public struct ByteReader: Sendable {
  private let storage: [UInt8]
  /// The offset of the next byte from the first byte of the input.
  public private(set) var offset: Int
  /// The offset after the last byte that may be read.
  public let end: Int

  /// Creates a reader of all bytes of an array.
  public init(_ bytes: [UInt8]) {
    self.storage = bytes
    self.offset = 0
    self.end = bytes.count
  }

  private init(storage: [UInt8], from offset: Int, to end: Int) {
    self.storage = storage
    self.offset = offset
    self.end = end
  }

  /// The number of bytes that have not been read.
  public var remaining: Int { end &- offset }

  /// A Boolean value that indicates whether every byte has been read.
  public var isAtEnd: Bool { offset == end }

  /// Throws an error if the byte reader has unread bytes.
  public func finish() throws(DecodeError) {
    guard isAtEnd else { throw .trailingBytes(at: offset, count: remaining) }
  }

  /// Reads one byte and returns it as an integer.
  public mutating func readUInt8() throws(DecodeError) -> UInt8 {
    let at = try advance(by: 1)
    return storage[at]
  }

  /// Reads two bytes as an integer in network byte order.
  public mutating func readUInt16() throws(DecodeError) -> UInt16 {
    UInt16(truncatingIfNeeded: try readInteger(byteCount: 2))
  }

  /// Reads three bytes as an integer in network byte order.
  public mutating func readUInt24() throws(DecodeError) -> UInt32 {
    UInt32(truncatingIfNeeded: try readInteger(byteCount: 3))
  }

  /// Reads four bytes as an integer in network byte order.
  public mutating func readUInt32() throws(DecodeError) -> UInt32 {
    UInt32(truncatingIfNeeded: try readInteger(byteCount: 4))
  }

  /// Reads eight bytes as an integer in network byte order.
  public mutating func readUInt64() throws(DecodeError) -> UInt64 {
    try readInteger(byteCount: 8)
  }

  /// Reads a number of bytes and returns a copy of the bytes.
  public mutating func readBytes(_ count: Int) throws(DecodeError) -> [UInt8] {
    let start = try advance(by: count)
    return Array(storage[start..<offset])
  }

  /// Reads a number of bytes and returns a byte reader of these bytes. The two readers share the
  /// bytes and their offsets.
  public mutating func readSlice(_ count: Int) throws(DecodeError) -> ByteReader {
    let start = try advance(by: count)
    return ByteReader(storage: storage, from: start, to: offset)
  }

  /// Reads a byte vector with a length prefix of one byte.
  public mutating func readVector8(
    atLeast least: Int = 0, atMost most: Int = 0xff
  ) throws(DecodeError) -> ByteReader {
    try readVector(lengthByteCount: 1, least, most)
  }

  /// Reads a byte vector with a length prefix of two bytes.
  public mutating func readVector16(
    atLeast least: Int = 0, atMost most: Int = 0xffff
  ) throws(DecodeError) -> ByteReader {
    try readVector(lengthByteCount: 2, least, most)
  }

  /// Reads a byte vector with a length prefix of three bytes.
  public mutating func readVector24(
    atLeast least: Int = 0, atMost most: Int = 0xff_ffff
  ) throws(DecodeError) -> ByteReader {
    try readVector(lengthByteCount: 3, least, most)
  }

  /// Returns a copy of the unread bytes.
  public func bytes() -> [UInt8] {
    Array(storage[offset..<end])
  }

  /// Calls a closure with the unread bytes, without a copy.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(offset..<end))
  }

  private mutating func readVector(
    lengthByteCount: Int, _ least: Int, _ most: Int
  ) throws(DecodeError) -> ByteReader {
    var ahead = self
    let length = Int(try ahead.readInteger(byteCount: lengthByteCount))
    guard length >= least, length <= most else {
      throw .lengthOutOfRange(at: offset, length: length, allowed: least...most)
    }
    let body = try ahead.readSlice(length)
    self = ahead
    return body
  }

  /// Reads an integer in network byte order. An integer has at most eight bytes, so no bits are
  /// shifted out.
  private mutating func readInteger(byteCount: Int) throws(DecodeError) -> UInt64 {
    let start = try advance(by: byteCount)
    var value: UInt64 = 0
    for index in start..<offset { value = value << 8 | UInt64(storage[index]) }
    return value
  }

  /// Advances the byte reader by a number of bytes and returns the offset of the first of these
  /// bytes.
  private mutating func advance(by count: Int) throws(DecodeError) -> Int {
    guard count >= 0, count <= remaining else {
      throw .truncated(at: offset, needed: count, available: remaining)
    }
    let start = offset
    offset = start &+ count
    return start
  }
}
