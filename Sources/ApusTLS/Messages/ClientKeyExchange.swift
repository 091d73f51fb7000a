import ApusBytes

/// The public key of a client of TLS 1.2.
///
///     struct {
///         opaque ecdh_Yc<1..2^8-1>;
///     } ClientKeyExchange;
///
/// RFC 8422 section 5.7.
struct ClientKeyExchange: HandshakeMessage {
  static var handshakeType: HandshakeType { .clientKeyExchange }

  var publicKey: [UInt8]

  init(_ publicKey: [UInt8]) { self.publicKey = publicKey }

  init(from reader: inout ByteReader) throws(DecodeError) {
    publicKey = try reader.readVector8(atLeast: 1).bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector8(publicKey)
  }
}
