import ApusBytes

/// The TLS 1.2 extension that binds a renegotiation to the previous handshake of the connection.
///
/// The value of the extension is empty in the first handshake.
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

/// The extension with the session ticket of a TLS 1.2 session.
///
/// The ticket is empty if the client has no ticket, or if the server promises a new ticket.
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
