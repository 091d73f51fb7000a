import ApusBytes

/// How points of curves may be written in TLS 1.2, which is in one way.
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

  /// The one format that is left.
  static let uncompressed: UInt8 = 0

  var formats: [UInt8]

  init(_ formats: [UInt8]) { self.formats = formats }

  init(from reader: inout ByteReader) throws(DecodeError) {
    formats = try reader.readVector8(atLeast: 1).bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) { try writer.writeVector8(formats) }
}
