/// A cursor over bytes of a binary protocol that owns them, so that it can be kept and passed on.
///
/// Reading never traps: if bytes are missing, the error has their offset, and the position does not
/// change. Copies share the bytes. A parse ends with `finish()`, which checks that no bytes remain.
public struct ByteReader: Sendable {
  private let storage: [UInt8]
  /// The offset of the next byte from the first byte of the storage.
  public private(set) var offset: Int
  /// One past the last byte that may be read.
  public let end: Int

  /// Reads all of the bytes.
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

  /// The number of bytes left.
  public var remaining: Int { end &- offset }

  /// A Boolean value that indicates whether every byte has been read.
  public var isAtEnd: Bool { offset == end }

  /// Checks that every byte has been read.
  public func finish() throws(DecodeError) {
    guard isAtEnd else { throw .trailingBytes(at: offset, count: remaining) }
  }

  /// Reads one byte.
  public mutating func readUInt8() throws(DecodeError) -> UInt8 {
    let at = try advance(by: 1)
    return storage[at]
  }

  /// Reads two bytes, the high one first.
  public mutating func readUInt16() throws(DecodeError) -> UInt16 {
    UInt16(truncatingIfNeeded: try readInteger(byteCount: 2))
  }

  /// Reads three bytes, the high one first.
  public mutating func readUInt24() throws(DecodeError) -> UInt32 {
    UInt32(truncatingIfNeeded: try readInteger(byteCount: 3))
  }

  /// Reads four bytes, the high one first.
  public mutating func readUInt32() throws(DecodeError) -> UInt32 {
    UInt32(truncatingIfNeeded: try readInteger(byteCount: 4))
  }

  /// Reads eight bytes, the high one first.
  public mutating func readUInt64() throws(DecodeError) -> UInt64 {
    try readInteger(byteCount: 8)
  }

  /// Reads that many bytes as a copy of their own.
  public mutating func readBytes(_ count: Int) throws(DecodeError) -> [UInt8] {
    let start = try advance(by: count)
    return Array(storage[start..<offset])
  }

  /// Reads that many bytes as a reader that shares them and keeps their offsets.
  public mutating func readSlice(_ count: Int) throws(DecodeError) -> ByteReader {
    let start = try advance(by: count)
    return ByteReader(storage: storage, from: start, to: offset)
  }

  /// Reads a vector whose length takes one byte.
  public mutating func readVector8(
    atLeast least: Int = 0, atMost most: Int = 0xff
  ) throws(DecodeError) -> ByteReader {
    try readVector(lengthByteCount: 1, least, most)
  }

  /// Reads a vector whose length takes two bytes.
  public mutating func readVector16(
    atLeast least: Int = 0, atMost most: Int = 0xffff
  ) throws(DecodeError) -> ByteReader {
    try readVector(lengthByteCount: 2, least, most)
  }

  /// Reads a vector whose length takes three bytes.
  public mutating func readVector24(
    atLeast least: Int = 0, atMost most: Int = 0xff_ffff
  ) throws(DecodeError) -> ByteReader {
    try readVector(lengthByteCount: 3, least, most)
  }

  /// Returns the bytes that are left, as a copy of their own.
  public func bytes() -> [UInt8] {
    Array(storage[offset..<end])
  }

  /// Lends the bytes that are left, without a copy.
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

  /// Big-endian; at most eight bytes, so the shift loses no bits.
  private mutating func readInteger(byteCount: Int) throws(DecodeError) -> UInt64 {
    let start = try advance(by: byteCount)
    var value: UInt64 = 0
    for index in start..<offset { value = value << 8 | UInt64(storage[index]) }
    return value
  }

  /// Moves on and returns where the bytes that were passed start.
  private mutating func advance(by count: Int) throws(DecodeError) -> Int {
    guard count >= 0, count <= remaining else {
      throw .truncated(at: offset, needed: count, available: remaining)
    }
    let start = offset
    offset = start &+ count
    return start
  }
}
