import ApusBytes

/// The wish for an OCSP response beside the certificate.
///
///     struct {
///         CertificateStatusType status_type;
///         select (status_type) {
///             case ocsp: OCSPStatusRequest;
///         } request;
///     } CertificateStatusRequest;
///
///     enum { ocsp(1), (255) } CertificateStatusType;
///
///     struct {
///         ResponderID responder_id_list<0..2^16-1>;
///         Extensions  request_extensions;
///     } OCSPStatusRequest;
///
/// RFC 6066 section 8. Which responders a client would rather hear is read past.
struct StatusRequest: ExtensionValue {
  static var extensionType: ExtensionType { .statusRequest }

  var statusType: UInt8 = 1
  var request: [UInt8] = [0, 0, 0, 0]

  init() {}

  init(from reader: inout ByteReader) throws(DecodeError) {
    statusType = try reader.readUInt8()
    request = try reader.readBytes(reader.remaining)
    guard statusType == 1 else { return }
    var fields = ByteReader(request)
    _ = try fields.readVector16()
    _ = try fields.readVector16()
    try fields.finish()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(statusType)
    writer.write(request)
  }
}

/// That a server of TLS 1.2 will send a CertificateStatus, or that one of TLS 1.3 wants one of a
/// client. RFC 6066 section 8, and RFC 8446 section 4.4.2.1.
struct StatusPromised: EmptyExtension {
  static var extensionType: ExtensionType { .statusRequest }
}
