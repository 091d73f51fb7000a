import ApusBytes

/// How much plaintext a peer takes in one record, in TLS 1.3 with its type and its padding.
///
///     uint16 RecordSizeLimit;
///
/// RFC 8449 section 4.
struct RecordSizeLimit: ExtensionValue {
  static var extensionType: ExtensionType { .recordSizeLimit }

  /// What is smaller is refused.
  static let least: UInt16 = 64

  var limit: UInt16

  init(_ limit: UInt16) { self.limit = limit }

  init(from reader: inout ByteReader) throws(DecodeError) { limit = try reader.readUInt16() }

  func write(to writer: inout ByteWriter) { writer.write(limit) }
}
