internal import ApusBytes

/// A buffer that reassembles handshake messages from records.
///
/// A handshake message can span many records, and a record can contain many handshake messages. The
/// buffer contains at most one record and one handshake message within its length limit. RFC 8446
/// section 5.1.
struct HandshakeReassembler: Sendable {
  /// A function that returns the maximum body length in bytes for a type of handshake message.
  typealias Limit = @Sendable (_ type: UInt8) -> Int

  /// The number of header bytes of a handshake message, which contain its type and its length.
  static let headerByteCount = 4

  private var bytes: [UInt8] = []
  private var front = 0
  private let limit: Limit

  /// Creates an empty buffer with a limit for the length of handshake messages.
  init(limit: @escaping Limit) { self.limit = limit }

  /// A Boolean value that indicates whether the buffer contains no part of a handshake message.
  var isEmpty: Bool { front == bytes.count }

  /// Appends the content of a handshake record to the buffer.
  mutating func append(_ fragment: Span<UInt8>) {
    if front > 0 {
      bytes.removeSubrange(..<front)
      front = 0
    }
    bytes.append(fragment)
  }

  /// Removes and returns the next handshake message with its header, or returns `nil` if the
  /// message is incomplete.
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
