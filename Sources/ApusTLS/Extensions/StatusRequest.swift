import ApusBytes

/// The client's request for a stapled OCSP response.
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
/// RFC 6066 section 8. The reader ignores the client's list of preferred OCSP responders.
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

/// The extension of a TLS 1.2 server that announces a CertificateStatus message.
///
/// A TLS 1.3 server uses the extension to request a stapled OCSP response from a client. RFC 6066
/// section 8, and RFC 8446 section 4.4.2.1.
struct StatusPromised: EmptyExtension {
  static var extensionType: ExtensionType { .statusRequest }
}

/// The client's request for signed certificate timestamps. RFC 6962 section 3.3.1.
struct TimestampsRequest: EmptyExtension {
  static var extensionType: ExtensionType { .signedCertificateTimestamp }
}

/// The encoded signed certificate timestamps from Certificate Transparency logs.
///
///     opaque SerializedSCT<1..2^16-1>;
///
///     struct {
///         SerializedSCT sct_list <1..2^16-1>;
///     } SignedCertificateTimestampList;
///
/// RFC 6962 section 3.3.
struct SignedCertificateTimestamps: ExtensionValue {
  static var extensionType: ExtensionType { .signedCertificateTimestamp }

  var timestamps: [[UInt8]]

  init(_ timestamps: [[UInt8]]) { self.timestamps = timestamps }

  init(from reader: inout ByteReader) throws(DecodeError) {
    var list = try reader.readVector16(atLeast: 1)
    timestamps = try list.readVectors16(atLeast: 1)
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector16 { list throws(EncodeError) in
      for timestamp in timestamps { try list.writeVector16(timestamp) }
    }
  }
}
