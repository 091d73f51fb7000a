/// A value that does not fit into the length prefix in front of it.
public enum EncodeError: Error, Equatable, Sendable {
  /// A vector of that many bytes where at most `limit` are allowed.
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

/// Writes a binary protocol into one growing array; lengths are patched in once they are known.
public struct ByteWriter: Sendable {
  /// The written bytes.
  public private(set) var bytes: [UInt8]

  /// Starts empty, with room for that many bytes.
  public init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// The number of written bytes.
  public var count: Int { bytes.count }

  /// Writes one byte.
  public mutating func write(_ value: UInt8) { bytes.append(value) }

  /// Writes two bytes, the high one first.
  public mutating func write(_ value: UInt16) { write(UInt64(value), byteCount: 2) }

  /// Writes the low three bytes, the high one first.
  public mutating func writeUInt24(_ value: UInt32) { write(UInt64(value), byteCount: 3) }

  /// Writes four bytes, the high one first.
  public mutating func write(_ value: UInt32) { write(UInt64(value), byteCount: 4) }

  /// Writes eight bytes, the high one first.
  public mutating func write(_ value: UInt64) { write(value, byteCount: 8) }

  /// Writes bytes as they are.
  public mutating func write(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Writes bytes as they are.
  public mutating func write(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

  /// Writes bytes as they are.
  public mutating func write(_ more: Span<UInt8>) { bytes.append(more) }

  /// Writes text as UTF-8.
  public mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes the output of `body` after its length in one byte.
  public mutating func writeVector8(
    _ body: (inout ByteWriter) throws(EncodeError) -> Void
  ) throws(EncodeError) {
    try writeVector(lengthByteCount: 1, body)
  }

  /// Writes the output of `body` after its length in two bytes.
  public mutating func writeVector16(
    _ body: (inout ByteWriter) throws(EncodeError) -> Void
  ) throws(EncodeError) {
    try writeVector(lengthByteCount: 2, body)
  }

  /// Writes the output of `body` after its length in three bytes.
  public mutating func writeVector24(
    _ body: (inout ByteWriter) throws(EncodeError) -> Void
  ) throws(EncodeError) {
    try writeVector(lengthByteCount: 3, body)
  }

  /// On a failure the writer returns to its earlier state.
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
