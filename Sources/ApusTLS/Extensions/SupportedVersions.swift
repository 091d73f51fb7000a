import ApusBytes

/// The TLS versions that a client supports, in descending order of preference.
///
///     ProtocolVersion versions<2..254>;
///
/// RFC 8446 section 4.2.1.
struct SupportedVersions: ExtensionValue {
  static var extensionType: ExtensionType { .supportedVersions }

  var versions: [UInt16]

  init(_ versions: [UInt16]) { self.versions = versions }

  init(from reader: inout ByteReader) throws(DecodeError) {
    var list = try reader.readVector8(atLeast: 2, atMost: 254)
    versions = try list.readUInt16s()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector8 { list throws(EncodeError) in
      for version in versions { list.write(version) }
    }
  }
}

/// The TLS version that a server has chosen.
///
///     ProtocolVersion selected_version;
///
/// RFC 8446 section 4.2.1.
struct SelectedVersion: ExtensionValue {
  static var extensionType: ExtensionType { .supportedVersions }

  var version: UInt16

  init(_ version: UInt16) { self.version = version }

  init(from reader: inout ByteReader) throws(DecodeError) { version = try reader.readUInt16() }

  func write(to writer: inout ByteWriter) { writer.write(version) }
}

/// The maximum number of plaintext bytes in a record that a peer accepts.
///
/// In TLS 1.3 the number includes the content type and the padding of the record.
///
///     uint16 RecordSizeLimit;
///
/// RFC 8449 section 4.
struct RecordSizeLimit: ExtensionValue {
  static var extensionType: ExtensionType { .recordSizeLimit }

  /// The minimum record size limit that a peer may announce.
  static let least: UInt16 = 64

  var limit: UInt16

  init(_ limit: UInt16) { self.limit = limit }

  init(from reader: inout ByteReader) throws(DecodeError) { limit = try reader.readUInt16() }

  func write(to writer: inout ByteWriter) { writer.write(limit) }
}
