import ApusBytes

/// The wish for signed certificate timestamps. RFC 6962 section 3.3.1.
struct TimestampsRequest: EmptyExtension {
  static var extensionType: ExtensionType { .signedCertificateTimestamp }
}

/// Promises of logs to show a certificate, as they were given; nothing in them is read here.
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
