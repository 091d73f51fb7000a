import ApusBytes

/// The groups that a peer supports for the key exchange, in descending order of preference.
///
///     struct {
///         NamedGroup named_group_list<2..2^16-1>;
///     } NamedGroupList;
///
/// RFC 8446 section 4.2.7.
struct SupportedGroups: ExtensionValue {
  static var extensionType: ExtensionType { .supportedGroups }

  var groups: [UInt16]

  init(_ groups: [UInt16]) { self.groups = groups }

  init(from reader: inout ByteReader) throws(DecodeError) {
    var list = try reader.readVector16(atLeast: 2)
    groups = try list.readUInt16s()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector16(of: groups)
  }
}

/// The elliptic curve point formats of TLS 1.2; only the uncompressed format is still in use.
///
///     enum { uncompressed(0), …, (255) } ECPointFormat;
///
///     struct {
///         ECPointFormat ec_point_format_list<1..2^8-1>
///     } ECPointFormatList;
///
/// RFC 8422 section 5.1.2.
struct ECPointFormats: ExtensionValue {
  static var extensionType: ExtensionType { .ecPointFormats }

  /// The uncompressed point format, which is the only elliptic curve point format in use.
  static let uncompressed: UInt8 = 0

  var formats: [UInt8]

  init(_ formats: [UInt8]) { self.formats = formats }

  init(from reader: inout ByteReader) throws(DecodeError) {
    formats = try reader.readVector8(atLeast: 1).bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) { try writer.writeVector8(formats) }
}
