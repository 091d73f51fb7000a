internal import ApusBytes

/// Handshake messages, put together from the records that they came in.
///
/// A message may take many records, and a record may hold many messages. What is held back is at
/// most one message within its limit and one record. RFC 8446 section 5.1.
struct HandshakeReassembler: Sendable {
  /// How many bytes a message of a type may have, without its header.
  typealias Limit = @Sendable (_ type: UInt8) -> Int

  /// How many bytes stand before a message: its type and its length.
  static let headerByteCount = 4

  private var bytes: [UInt8] = []
  private var front = 0
  private let limit: Limit

  /// Starts with nothing.
  init(limit: @escaping Limit) { self.limit = limit }

  /// Whether no part of a message waits.
  var isEmpty: Bool { front == bytes.count }

  /// Takes in what a record holds.
  mutating func append(_ fragment: Span<UInt8>) {
    if front > 0 {
      bytes.removeSubrange(..<front)
      front = 0
    }
    bytes.append(fragment)
  }

  /// Takes the next message out, with its header, if all of it is there.
  ///
  ///     struct {
  ///         HandshakeType msg_type;
  ///         uint24 length;
  ///         …
  ///     } Handshake;
  ///
  /// RFC 8446 section 4.
  mutating func next() throws(TLSError) -> [UInt8]? {
    let waiting = bytes.count - front
    guard waiting >= Self.headerByteCount else { return nil }
    let count = Int(bytes[front + 1]) << 16 | Int(bytes[front + 2]) << 8 | Int(bytes[front + 3])
    let most = limit(bytes[front])
    guard count <= most else {
      throw .messageTooLong(type: bytes[front], byteCount: count, limit: most)
    }
    guard waiting - Self.headerByteCount >= count else { return nil }
    let end = front + Self.headerByteCount + count
    if front == 0, end == bytes.count {
      defer { bytes = [] }
      return bytes
    }
    defer {
      front = end
      if isEmpty { (bytes, front) = ([], 0) }
    }
    return Array(bytes[front..<end])
  }
}
