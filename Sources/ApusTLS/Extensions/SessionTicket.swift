import ApusBytes

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
