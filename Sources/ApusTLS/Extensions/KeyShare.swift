import ApusBytes

/// One public key that a TLS peer offers for the key exchange.
///
///     struct {
///         NamedGroup group;
///         opaque key_exchange<1..2^16-1>;
///     } KeyShareEntry;
///
/// RFC 8446 section 4.2.8.
struct KeyShare: Equatable, Sendable {
  var group: UInt16
  var publicKey: [UInt8]

  init(_ group: UInt16, _ publicKey: [UInt8]) {
    self.group = group
    self.publicKey = publicKey
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    group = try reader.readUInt16()
    publicKey = try reader.readVector16(atLeast: 1).bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    writer.write(group)
    try writer.writeVector16(publicKey)
  }
}

/// The public keys of a client for the key exchange, in descending order of preference.
///
/// The list is empty if the client offers no public key.
///
///     struct {
///         KeyShareEntry client_shares<0..2^16-1>;
///     } KeyShareClientHello;
///
/// RFC 8446 section 4.2.8.
struct KeyShares: ExtensionValue {
  static var extensionType: ExtensionType { .keyShare }

  var shares: [KeyShare]

  init(_ shares: [KeyShare]) { self.shares = shares }

  init(from reader: inout ByteReader) throws(DecodeError) {
    var list = try reader.readVector16()
    shares = []
    while !list.isAtEnd { shares.append(try KeyShare(from: &list)) }
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector16 { list throws(EncodeError) in
      for share in shares { try share.write(to: &list) }
    }
  }
}

/// The server's public key for the key exchange in a ServerHello.
///
///     struct {
///         KeyShareEntry server_share;
///     } KeyShareServerHello;
///
/// RFC 8446 section 4.2.8.
struct AnsweredKeyShare: ExtensionValue {
  static var extensionType: ExtensionType { .keyShare }

  var share: KeyShare

  init(_ share: KeyShare) { self.share = share }

  init(from reader: inout ByteReader) throws(DecodeError) {
    share = try KeyShare(from: &reader)
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try share.write(to: &writer)
  }
}

/// The group for which a server requests a public key in a HelloRetryRequest.
///
///     struct {
///         NamedGroup selected_group;
///     } KeyShareHelloRetryRequest;
///
/// RFC 8446 section 4.2.8.
struct WantedKeyShare: ExtensionValue {
  static var extensionType: ExtensionType { .keyShare }

  var group: UInt16

  init(_ group: UInt16) { self.group = group }

  init(from reader: inout ByteReader) throws(DecodeError) { group = try reader.readUInt16() }

  func write(to writer: inout ByteWriter) { writer.write(group) }
}

/// A TLS cookie, which the server sends in a HelloRetryRequest and the client returns in the second
/// ClientHello.
///
/// The cookie saves the server from storing the state of the handshake.
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
