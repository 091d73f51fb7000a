import ApusBytes

/// Whose certificates a peer would believe, by their names in DER.
///
///     opaque DistinguishedName<1..2^16-1>;
///
///     struct {
///         DistinguishedName authorities<3..2^16-1>;
///     } CertificateAuthoritiesExtension;
///
/// RFC 8446 section 4.2.4.
struct CertificateAuthorities: ExtensionValue {
  static var extensionType: ExtensionType { .certificateAuthorities }

  var names: [[UInt8]]

  init(_ names: [[UInt8]]) { self.names = names }

  init(from reader: inout ByteReader) throws(DecodeError) {
    var list = try reader.readVector16(atLeast: 3)
    names = try list.readVectors16(atLeast: 1)
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector16 { list throws(EncodeError) in
      for name in names { try list.writeVector16(name) }
    }
  }
}
