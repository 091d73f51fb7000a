import ApusBytes

/// The proof that both peers have seen the same handshake.
///
///     struct {
///         opaque verify_data[Hash.length];
///     } Finished;
///
/// RFC 8446 section 4.4.4; in TLS 1.2 it has 12 bytes.
struct Finished: HandshakeMessage {
  static var handshakeType: HandshakeType { .finished }

  var verifyData: [UInt8]

  init(_ verifyData: [UInt8]) { self.verifyData = verifyData }

  init(from reader: inout ByteReader) throws(DecodeError) {
    verifyData = try reader.readBytes(reader.remaining)
  }

  func write(to writer: inout ByteWriter) { writer.write(verifyData) }
}
