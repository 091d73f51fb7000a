import ApusBytes

/// The host name that the client requests from the server.
///
///     struct {
///         NameType name_type;
///         select (name_type) {
///             case host_name: HostName;
///         } name;
///     } ServerName;
///
///     enum { host_name(0), (255) } NameType;
///     opaque HostName<1..2^16-1>;
///
///     struct {
///         ServerName server_name_list<1..2^16-1>
///     } ServerNameList;
///
/// RFC 6066 section 3. A server name list contains exactly one host name, because no other name
/// type is defined and two names of the same type are forbidden.
struct ServerName: ExtensionValue {
  static var extensionType: ExtensionType { .serverName }

  var hostName: [UInt8]

  init(_ hostName: [UInt8]) { self.hostName = hostName }

  init(from reader: inout ByteReader) throws(DecodeError) {
    var list = try reader.readVector16(atLeast: 1)
    let at = list.offset
    let nameType = try list.readUInt8()
    guard nameType == 0 else { throw .invalidCharacter(at: at, byte: nameType) }
    hostName = try list.readVector16(atLeast: 1).bytes()
    try list.finish()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector16 { list throws(EncodeError) in
      list.write(UInt8(0))
      try list.writeVector16(hostName)
    }
  }
}

/// The server's acknowledgement of the requested host name. RFC 6066 section 3.
struct ServerNameUsed: EmptyExtension {
  static var extensionType: ExtensionType { .serverName }
}

/// The application protocols that a client offers, or the application protocol that the server has
/// chosen.
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
