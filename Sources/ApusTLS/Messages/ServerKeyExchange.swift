import ApusBytes

/// The message with the signed key share of a TLS 1.2 server.
///
///     enum { explicit_prime(1), explicit_char2(2), named_curve(3), (255) } ECCurveType;
///
///     struct {
///         ECCurveType    curve_type;
///         select (curve_type) {
///             case named_curve:
///                 NamedCurve namedcurve;
///         };
///     } ECParameters;
///
///     struct {
///         ECParameters    curve_params;
///         ECPoint         public;
///     } ServerECDHParams;
///
///     struct {
///         ServerECDHParams    params;
///         Signature           signed_params;
///     } ServerKeyExchange;
///
/// RFC 8422 section 5.4, with the signature of RFC 5246 section 4.7.
struct ServerKeyExchange: HandshakeMessage {
  static var handshakeType: HandshakeType { .serverKeyExchange }

  /// The number of the curve type *named_curve*, which is the only curve type in use.
  private static let namedCurve: UInt8 = 3

  var share: KeyShare
  var scheme: UInt16
  var signature: [UInt8]

  init(_ share: KeyShare, scheme: UInt16, signature: [UInt8]) {
    self.share = share
    self.scheme = scheme
    self.signature = signature
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    let at = reader.offset
    let curveType = try reader.readUInt8()
    guard curveType == Self.namedCurve else { throw .invalidCharacter(at: at, byte: curveType) }
    let group = try reader.readUInt16()
    share = KeyShare(group, try reader.readVector8(atLeast: 1).bytes())
    scheme = try reader.readUInt16()
    signature = try reader.readVector16().bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try Self.write(share, to: &writer)
    writer.write(scheme)
    try writer.writeVector16(signature)
  }

  /// Writes the curve parameters and the key share that the server signs.
  static func write(_ share: KeyShare, to writer: inout ByteWriter) throws(EncodeError) {
    writer.write(namedCurve)
    writer.write(share.group)
    try writer.writeVector8(share.publicKey)
  }
}

/// The message with the key share of a TLS 1.2 client.
///
///     struct {
///         opaque ecdh_Yc<1..2^8-1>;
///     } ClientKeyExchange;
///
/// RFC 8422 section 5.7.
struct ClientKeyExchange: HandshakeMessage {
  static var handshakeType: HandshakeType { .clientKeyExchange }

  var publicKey: [UInt8]

  init(_ publicKey: [UInt8]) { self.publicKey = publicKey }

  init(from reader: inout ByteReader) throws(DecodeError) {
    publicKey = try reader.readVector8(atLeast: 1).bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector8(publicKey)
  }
}
