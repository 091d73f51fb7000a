import ApusBytes

/// One message of a TLS handshake.
///
///     struct {
///         HandshakeType msg_type;    /* handshake type */
///         uint24 length;             /* remaining bytes in message */
///         select (Handshake.msg_type) { … };
///     } Handshake;
///
/// RFC 8446 section 4.
protocol HandshakeMessage: Equatable, Sendable {
  /// The type of the handshake message.
  static var handshakeType: HandshakeType { get }
  /// Reads the body of the handshake message.
  ///
  /// The caller rejects trailing bytes after the body of the message. RFC 8446 section 4.
  init(from reader: inout ByteReader) throws(DecodeError)
  /// Writes the body of the handshake message.
  func write(to writer: inout ByteWriter) throws(EncodeError)
}

extension HandshakeMessage {
  /// The number of header bytes before the body of a handshake message.
  static var headerByteCount: Int { 4 }

  /// Decodes the body of a handshake message. Throws an error if the body contains trailing bytes.
  init(body: ByteReader) throws(TLSError) {
    do throws(DecodeError) {
      var reader = body
      self = try Self(from: &reader)
      try reader.finish()
    } catch {
      throw .malformed(error)
    }
  }

  /// Returns the encoded handshake message, which consists of the header and the body.
  func encoded() throws(TLSError) -> [UInt8] {
    do throws(EncodeError) {
      var writer = ByteWriter()
      writer.write(Self.handshakeType.rawValue)
      try writer.writeVector24 { body throws(EncodeError) in try self.write(to: &body) }
      return writer.bytes
    } catch {
      throw .unencodable(error)
    }
  }
}

/// A handshake message with an empty body. RFC 5246 section 7.4.
protocol EmptyMessage: HandshakeMessage {
  init()
}

extension EmptyMessage {
  init(from reader: inout ByteReader) throws(DecodeError) { self.init() }
  func write(to writer: inout ByteWriter) {}
}

/// The ServerHelloDone message, which ends the first group of messages of a TLS 1.2 server. RFC
/// 5246 section 7.4.5.
struct ServerHelloDone: EmptyMessage {
  static var handshakeType: HandshakeType { .serverHelloDone }
}

/// The request of a TLS 1.2 server for a renegotiation. RFC 5246 section 7.4.1.1.
struct HelloRequest: EmptyMessage {
  static var handshakeType: HandshakeType { .helloRequest }
}
