import ApusBytes

/// The signature schemes that a peer accepts for handshake signatures, in descending order of
/// preference.
///
///     struct {
///         SignatureScheme supported_signature_algorithms<2..2^16-2>;
///     } SignatureSchemeList;
///
/// RFC 8446 section 4.2.3.
struct SignatureAlgorithms: ExtensionValue {
  static var extensionType: ExtensionType { .signatureAlgorithms }

  var schemes: [UInt16]

  init(_ schemes: [UInt16]) { self.schemes = schemes }

  init(from reader: inout ByteReader) throws(DecodeError) {
    var list = try reader.readVector16(atLeast: 2, atMost: 0xfffe)
    schemes = try list.readUInt16s()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector16(of: schemes)
  }
}

/// The signature schemes that a peer accepts for certificate signatures, if they differ from the
/// schemes for handshake signatures.
///
/// RFC 8446 section 4.2.3.
struct SignatureAlgorithmsCert: ExtensionValue {
  static var extensionType: ExtensionType { .signatureAlgorithmsCert }

  var schemes: [UInt16]

  init(_ schemes: [UInt16]) { self.schemes = schemes }

  init(from reader: inout ByteReader) throws(DecodeError) {
    schemes = try SignatureAlgorithms(from: &reader).schemes
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try SignatureAlgorithms(schemes).write(to: &writer)
  }
}

/// The certification authorities that a peer trusts, identified by their distinguished names in
/// DER.
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
