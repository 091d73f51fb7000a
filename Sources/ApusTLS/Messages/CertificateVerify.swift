import ApusBytes

/// The message that proves that a TLS peer has the private key of its certificate.
///
///     struct {
///         SignatureScheme algorithm;
///         opaque signature<0..2^16-1>;
///     } CertificateVerify;
///
/// RFC 8446 section 4.4.3. The message has the same form in TLS 1.2, but the signed content
/// differs.
struct CertificateVerify: HandshakeMessage {
  static var handshakeType: HandshakeType { .certificateVerify }

  var scheme: UInt16
  var signature: [UInt8]

  init(_ scheme: UInt16, _ signature: [UInt8]) {
    self.scheme = scheme
    self.signature = signature
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    scheme = try reader.readUInt16()
    signature = try reader.readVector16().bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    writer.write(scheme)
    try writer.writeVector16(signature)
  }
}

/// The message that proves that both TLS peers have seen the same handshake messages.
///
///     struct {
///         opaque verify_data[Hash.length];
///     } Finished;
///
/// RFC 8446 section 4.4.4. The verify data has 12 bytes in TLS 1.2.
struct Finished: HandshakeMessage {
  static var handshakeType: HandshakeType { .finished }

  var verifyData: [UInt8]

  init(_ verifyData: [UInt8]) { self.verifyData = verifyData }

  init(from reader: inout ByteReader) throws(DecodeError) {
    verifyData = try reader.readBytes(reader.remaining)
  }

  func write(to writer: inout ByteWriter) { writer.write(verifyData) }
}
