import ApusBytes

/// That early data follows, or has been accepted. It is read so that it can be refused.
///
/// RFC 8446 section 4.2.10.
struct EarlyData: EmptyExtension {
  static var extensionType: ExtensionType { .earlyData }
}

/// How much early data a ticket may be used for.
///
///     uint32 max_early_data_size;
///
/// RFC 8446 section 4.2.10.
struct EarlyDataLimit: ExtensionValue {
  static var extensionType: ExtensionType { .earlyData }

  var byteCount: UInt32

  init(_ byteCount: UInt32) { self.byteCount = byteCount }

  init(from reader: inout ByteReader) throws(DecodeError) { byteCount = try reader.readUInt32() }

  func write(to writer: inout ByteWriter) { writer.write(byteCount) }
}
