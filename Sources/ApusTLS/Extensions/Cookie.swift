import ApusBytes

/// What a server has a client carry, so that it need not remember it.
///
///     struct {
///         opaque cookie<1..2^16-1>;
///     } Cookie;
///
/// RFC 8446 section 4.2.2.
struct Cookie: ExtensionValue {
  static var extensionType: ExtensionType { .cookie }

  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(from reader: inout ByteReader) throws(DecodeError) {
    bytes = try reader.readVector16(atLeast: 1).bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) { try writer.writeVector16(bytes) }
}
