/// The error that a vector has more bytes than its length prefix can express.
public enum EncodeError: Error, Equatable, Sendable {
  /// The vector has more bytes than its length prefix allows.
  case tooLong(count: Int, limit: Int)
}

extension EncodeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let count, let limit):
      "the data has \(count) bytes, but at most \(limit) bytes are allowed"
    }
  }
}

/// A writer of binary data, which appends to a growing array. The writer inserts the length prefix
/// of a vector after writing the vector.
public struct ByteWriter: Sendable {
  /// The bytes that the writer has written so far.
  public private(set) var bytes: [UInt8]

  /// Creates an empty byte writer with room for a number of bytes.
  public init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// The number of bytes that the writer has written so far.
  public var count: Int { bytes.count }

  /// Writes an integer as one byte.
  public mutating func write(_ value: UInt8) { bytes.append(value) }

  /// Writes an integer as two bytes in network byte order.
  public mutating func write(_ value: UInt16) { write(UInt64(value), byteCount: 2) }

  /// Writes the low 24 bits of an integer as three bytes in network byte order.
  public mutating func writeUInt24(_ value: UInt32) { write(UInt64(value), byteCount: 3) }

  /// Writes an integer as four bytes in network byte order.
  public mutating func write(_ value: UInt32) { write(UInt64(value), byteCount: 4) }

  /// Writes an integer as eight bytes in network byte order.
  public mutating func write(_ value: UInt64) { write(value, byteCount: 8) }

  /// Writes a byte array without a length prefix.
  public mutating func write(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Writes an array slice of bytes without a length prefix.
  public mutating func write(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

  /// Writes the bytes of a span without a length prefix.
  public mutating func write(_ more: Span<UInt8>) { bytes.append(more) }

  /// Writes a text in UTF-8 without a length prefix.
  public mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes the output of `body` with a length prefix of one byte.
  public mutating func writeVector8(
    _ body: (inout ByteWriter) throws(EncodeError) -> Void
  ) throws(EncodeError) {
    try writeVector(lengthByteCount: 1, body)
  }

  /// Writes the output of `body` with a length prefix of two bytes.
  public mutating func writeVector16(
    _ body: (inout ByteWriter) throws(EncodeError) -> Void
  ) throws(EncodeError) {
    try writeVector(lengthByteCount: 2, body)
  }

  /// Writes the output of `body` with a length prefix of three bytes.
  public mutating func writeVector24(
    _ body: (inout ByteWriter) throws(EncodeError) -> Void
  ) throws(EncodeError) {
    try writeVector(lengthByteCount: 3, body)
  }

  /// Writes the output of `body` with a length prefix. If `body` throws an error, the writer
  /// removes the output and the prefix.
  private mutating func writeVector(
    lengthByteCount: Int, _ body: (inout ByteWriter) throws(EncodeError) -> Void
  ) throws(EncodeError) {
    let start = bytes.count
    do throws(EncodeError) {
      for _ in 0..<lengthByteCount { bytes.append(0) }
      try body(&self)
      let count = bytes.count - start - lengthByteCount
      let limit = 1 << (8 * lengthByteCount) - 1
      guard count <= limit else { throw .tooLong(count: count, limit: limit) }
      for index in 0..<lengthByteCount {
        bytes[start + index] = UInt8(
          truncatingIfNeeded: count >> (8 * (lengthByteCount - 1 - index)))
      }
    } catch {
      bytes.removeSubrange(start...)
      throw error
    }
  }

  private mutating func write(_ value: UInt64, byteCount: Int) {
    for index in 0..<byteCount {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * (byteCount - 1 - index))))
    }
  }
}
