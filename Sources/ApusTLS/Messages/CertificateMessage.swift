import ApusBytes

/// The Certificate message of a TLS 1.3 peer, which starts with the peer's own certificate.
///
///     struct {
///         select (certificate_type) {
///             case X509:
///                 opaque cert_data<1..2^24-1>;
///         };
///         Extension extensions<0..2^16-1>;
///     } CertificateEntry;
///
///     struct {
///         opaque certificate_request_context<0..2^8-1>;
///         CertificateEntry certificate_list<0..2^24-1>;
///     } Certificate;
///
/// RFC 8446 section 4.4.2.
struct CertificateMessage: HandshakeMessage {
  static var handshakeType: HandshakeType { .certificate }

  /// The maximum number of certificates in a Certificate message; real certificate chains contain
  /// only a few certificates.
  static let certificateLimit = 64

  /// One certificate of a TLS 1.3 Certificate message with its TLS extensions.
  struct Entry: Equatable, Sendable {
    var der: [UInt8]
    var extensions = ExtensionList()

    init(_ der: [UInt8], _ extensions: ExtensionList = ExtensionList()) {
      self.der = der
      self.extensions = extensions
    }

    init(from reader: inout ByteReader) throws(DecodeError) {
      der = try reader.readVector24(atLeast: 1).bytes()
      extensions = try ExtensionList(from: &reader)
    }
  }

  var context: [UInt8]
  var entries: [Entry]

  init(context: [UInt8] = [], _ entries: [Entry]) {
    self.context = context
    self.entries = entries
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    context = try reader.readVector8().bytes()
    var list = try reader.readVector24()
    entries = []
    while !list.isAtEnd {
      try Self.check(entries.count + 1, at: list.offset)
      entries.append(try Entry(from: &list))
    }
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector8(context)
    try writer.writeVector24 { list throws(EncodeError) in
      for entry in entries {
        try list.writeVector24 { certificate throws(EncodeError) in certificate.write(entry.der) }
        try entry.extensions.write(to: &list)
      }
    }
  }

  /// Checks that a Certificate message does not exceed the maximum number of certificates.
  static func check(_ count: Int, at offset: Int) throws(DecodeError) {
    guard count <= certificateLimit else {
      throw .lengthOutOfRange(at: offset, length: count, allowed: 0...certificateLimit)
    }
  }
}

/// The Certificate message of a TLS 1.2 peer, which starts with the peer's own certificate.
///
///     opaque ASN.1Cert<1..2^24-1>;
///
///     struct {
///         ASN.1Cert certificate_list<0..2^24-1>;
///     } Certificate;
///
/// RFC 5246 section 7.4.2.
struct CertificateMessage12: HandshakeMessage {
  static var handshakeType: HandshakeType { .certificate }

  var certificates: [[UInt8]]

  init(_ certificates: [[UInt8]]) { self.certificates = certificates }

  init(from reader: inout ByteReader) throws(DecodeError) {
    var list = try reader.readVector24()
    certificates = []
    while !list.isAtEnd {
      try CertificateMessage.check(certificates.count + 1, at: list.offset)
      certificates.append(try list.readVector24(atLeast: 1).bytes())
    }
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector24 { list throws(EncodeError) in
      for der in certificates {
        try list.writeVector24 { certificate throws(EncodeError) in certificate.write(der) }
      }
    }
  }
}

/// The stapled OCSP response of a server, which is a message in TLS 1.2 and an extension in TLS
/// 1.3.
///
///     struct {
///         CertificateStatusType status_type;
///         select (status_type) {
///             case ocsp: OCSPResponse;
///         } response;
///     } CertificateStatus;
///
///     opaque OCSPResponse<1..2^24-1>;
///
/// RFC 6066 section 8, and RFC 8446 section 4.4.2.1.
struct CertificateStatus: HandshakeMessage, ExtensionValue {
  static var handshakeType: HandshakeType { .certificateStatus }
  static var extensionType: ExtensionType { .statusRequest }

  var response: [UInt8]

  init(_ response: [UInt8]) { self.response = response }

  init(from reader: inout ByteReader) throws(DecodeError) {
    let at = reader.offset
    let statusType = try reader.readUInt8()
    guard statusType == 1 else { throw .invalidCharacter(at: at, byte: statusType) }
    response = try reader.readVector24(atLeast: 1).bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    writer.write(UInt8(1))
    try writer.writeVector24 { body throws(EncodeError) in body.write(response) }
  }
}
