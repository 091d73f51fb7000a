import ApusBytes

/// A received TLS handshake message whose body has not been decoded.
///
/// RFC 8446 section 4.
struct ReceivedMessage {
  let typeNumber: UInt8
  /// The bytes of the whole handshake message, which the handshake transcript hashes.
  let bytes: [UInt8]
  private let body: ByteReader

  /// Creates a handshake message from the bytes of its header and its body.
  init(_ bytes: [UInt8]) throws(TLSError) {
    do throws(DecodeError) {
      var reader = ByteReader(bytes)
      typeNumber = try reader.readUInt8()
      body = try reader.readVector24()
      try reader.finish()
      self.bytes = bytes
    } catch {
      throw .malformed(error)
    }
  }

  /// The type of the handshake message, or `nil` if the type is unknown.
  var type: HandshakeType? { HandshakeType(rawValue: typeNumber) }

  /// Decodes the handshake message as a message of the expected type.
  ///
  /// If the message has an unexpected type, the error lists the expected type and `other` as
  /// allowed types.
  func expect<Message: HandshakeMessage>(
    _: Message.Type = Message.self, or other: HandshakeType? = nil
  ) throws(TLSError) -> Message {
    let expected = Message.handshakeType
    guard type == expected else {
      guard let other else { throw unexpected(expected) }
      throw unexpected(expected, other)
    }
    return try Message(body: body)
  }

  /// Returns the error for a handshake message that is not allowed, with the types of the allowed
  /// messages.
  func unexpected(_ expected: HandshakeType...) -> TLSError {
    .unexpectedMessage(typeNumber, expected: expected.map(\.rawValue))
  }
}
