import ApusBytes

/// The groups in which a peer can agree on keys, the best first.
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
