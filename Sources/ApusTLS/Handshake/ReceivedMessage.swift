import ApusBytes

/// A received handshake message whose body has not been decoded.
///
/// RFC 8446 section 4.
struct ReceivedMessage {
  let typeNumber: UInt8
  /// The whole message, the input of transcripts.
  let bytes: [UInt8]
  private let body: ByteReader

  /// Creates a message from its header and body.
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

  /// The type of the message, if it is known.
  var type: HandshakeType? { HandshakeType(rawValue: typeNumber) }

  /// Decodes the message as the expected one; `other` is also allowed at this point.
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

  /// Returns the error for a message that is not allowed, with the allowed ones.
  func unexpected(_ expected: HandshakeType...) -> TLSError {
    .unexpectedMessage(typeNumber, expected: expected.map(\.rawValue))
  }
}
