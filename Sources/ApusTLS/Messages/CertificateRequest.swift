import ApusBytes

/// The request of a TLS 1.3 server for a client certificate.
///
///     struct {
///         opaque certificate_request_context<0..2^8-1>;
///         Extension extensions<2..2^16-1>;
///     } CertificateRequest;
///
/// RFC 8446 section 4.3.2.
struct CertificateRequest: HandshakeMessage {
  static var handshakeType: HandshakeType { .certificateRequest }

  var context: [UInt8]
  var extensions: ExtensionList

  init(context: [UInt8] = [], _ extensions: ExtensionList) {
    self.context = context
    self.extensions = extensions
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    context = try reader.readVector8().bytes()
    extensions = try ExtensionList(from: &reader)
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector8(context)
    try extensions.write(to: &writer)
  }
}

/// The request of a TLS 1.2 server for a client certificate.
///
///     struct {
///         ClientCertificateType certificate_types<1..2^8-1>;
///         SignatureAndHashAlgorithm supported_signature_algorithms<2..2^16-2>;
///         DistinguishedName certificate_authorities<0..2^16-1>;
///     } CertificateRequest;
///
/// RFC 5246 section 7.4.4, and section A.4.2 for the smallest number of algorithms.
struct CertificateRequest12: HandshakeMessage {
  static var handshakeType: HandshakeType { .certificateRequest }

  var certificateTypes: [UInt8]
  var schemes: [UInt16]
  var authorities: [[UInt8]]

  init(certificateTypes: [UInt8], schemes: [UInt16], authorities: [[UInt8]]) {
    self.certificateTypes = certificateTypes
    self.schemes = schemes
    self.authorities = authorities
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    certificateTypes = try reader.readVector8(atLeast: 1).bytes()
    var algorithms = try reader.readVector16(atLeast: 2, atMost: 0xfffe)
    schemes = try algorithms.readUInt16s()
    var names = try reader.readVector16()
    authorities = try names.readVectors16(atLeast: 1)
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector8(certificateTypes)
    try writer.writeVector16(of: schemes)
    try writer.writeVector16 { list throws(EncodeError) in
      for name in authorities { try list.writeVector16(name) }
    }
  }
}
