import ApusBytes

/// A handshake message as it came, whose body has not been read.
///
/// RFC 8446 section 4.
struct ReceivedMessage {
  let typeNumber: UInt8
  /// The whole message, as transcripts take it in.
  let bytes: [UInt8]
  private let body: ByteReader

  /// Takes a whole message, header and body.
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

  /// What the message is, if it is known.
  var type: HandshakeType? { HandshakeType(rawValue: typeNumber) }

  /// Reads the message as the one that must come now; `other` could have come in its place.
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

  /// That the message may not come now, and which may.
  func unexpected(_ expected: HandshakeType...) -> TLSError {
    .unexpectedMessage(typeNumber, expected: expected.map(\.rawValue))
  }
}
