import ApusBytes

/// The OCSP response that a server staples: a message in TLS 1.2, an extension in TLS 1.3.
///
///     struct {
///         CertificateStatusType status_type;
///         select (status_type) {
///             case ocsp: OCSPResponse;
///         } response;
///     } CertificateStatus;
///
///     opaque OCSPResponse<1..2^24-1>;
///
/// RFC 6066 section 8, and RFC 8446 section 4.4.2.1.
struct CertificateStatus: HandshakeMessage, ExtensionValue {
  static var handshakeType: HandshakeType { .certificateStatus }
  static var extensionType: ExtensionType { .statusRequest }

  var response: [UInt8]

  init(_ response: [UInt8]) { self.response = response }

  init(from reader: inout ByteReader) throws(DecodeError) {
    let at = reader.offset
    let statusType = try reader.readUInt8()
    guard statusType == 1 else { throw .invalidCharacter(at: at, byte: statusType) }
    response = try reader.readVector24(atLeast: 1).bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    writer.write(UInt8(1))
    try writer.writeVector24 { body throws(EncodeError) in body.write(response) }
  }
}
