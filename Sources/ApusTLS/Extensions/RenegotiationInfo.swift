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

/// The ticket of a session of TLS 1.2; empty where there is none, or where a new one will come.
///
///     opaque ticket<0..2^16-1>;    without its length
///
/// RFC 5077 section 3.2 and its appendix A.
struct SessionTicket: ExtensionValue {
  static var extensionType: ExtensionType { .sessionTicket }

  var ticket: [UInt8]

  init(_ ticket: [UInt8]) { self.ticket = ticket }

  init(from reader: inout ByteReader) throws(DecodeError) {
    ticket = try reader.readBytes(reader.remaining)
  }

  func write(to writer: inout ByteWriter) { writer.write(ticket) }
}
