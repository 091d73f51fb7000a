import ApusBytes

/// The protocols that a client speaks, or the one that the server has chosen.
///
///     opaque ProtocolName<1..2^8-1>;
///
///     struct {
///         ProtocolName protocol_name_list<2..2^16-1>
///     } ProtocolNameList;
///
/// RFC 7301 section 3.1.
struct ProtocolNameList: ExtensionValue {
  static var extensionType: ExtensionType { .applicationLayerProtocolNegotiation }

  var names: [[UInt8]]

  init(_ names: [[UInt8]]) { self.names = names }

  init(from reader: inout ByteReader) throws(DecodeError) {
    var list = try reader.readVector16(atLeast: 2)
    names = []
    while !list.isAtEnd { names.append(try list.readVector8(atLeast: 1).bytes()) }
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector16 { list throws(EncodeError) in
      for name in names { try list.writeVector8(name) }
    }
  }
}
