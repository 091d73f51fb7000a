import ApusBytes

/// One message of a handshake.
///
///     struct {
///         HandshakeType msg_type;    /* handshake type */
///         uint24 length;             /* remaining bytes in message */
///         select (Handshake.msg_type) { … };
///     } Handshake;
///
/// RFC 8446 section 4.
protocol HandshakeMessage: Equatable, Sendable {
  /// The number of the message.
  static var handshakeType: HandshakeType { get }
  /// Reads the body; the caller checks that no bytes are left over. RFC 8446 section 4.
  init(from reader: inout ByteReader) throws(DecodeError)
  /// Writes the body.
  func write(to writer: inout ByteWriter) throws(EncodeError)
}

extension HandshakeMessage {
  /// The number of bytes before the body.
  static var headerByteCount: Int { 4 }

  /// Reads the body, which must be all of the bytes.
  init(body: ByteReader) throws(TLSError) {
    do throws(DecodeError) {
      var reader = body
      self = try Self(from: &reader)
      try reader.finish()
    } catch {
      throw .malformed(error)
    }
  }

  /// Returns the whole message, header and body.
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

/// A message without content. RFC 5246 section 7.4.
protocol EmptyMessage: HandshakeMessage {
  init()
}

extension EmptyMessage {
  init(from reader: inout ByteReader) throws(DecodeError) { self.init() }
  func write(to writer: inout ByteWriter) {}
}

/// The end of a TLS 1.2 server's first flight. RFC 5246 section 7.4.5.
struct ServerHelloDone: EmptyMessage {
  static var handshakeType: HandshakeType { .serverHelloDone }
}

/// The request of a TLS 1.2 server for renegotiation. RFC 5246 section 7.4.1.1.
struct HelloRequest: EmptyMessage {
  static var handshakeType: HandshakeType { .helloRequest }
}
