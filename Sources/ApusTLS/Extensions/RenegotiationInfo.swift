import ApusBytes

/// That a peer of TLS 1.2 binds a renegotiation to what came before; empty in the first handshake.
///
///     struct {
///         opaque renegotiated_connection<0..255>;
///     } RenegotiationInfo;
///
/// RFC 5746 section 3.2.
struct RenegotiationInfo: ExtensionValue {
  static var extensionType: ExtensionType { .renegotiationInfo }

  var renegotiatedConnection: [UInt8]

  init(_ renegotiatedConnection: [UInt8] = []) {
    self.renegotiatedConnection = renegotiatedConnection
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    renegotiatedConnection = try reader.readVector8().bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector8(renegotiatedConnection)
  }
}
