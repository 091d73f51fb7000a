import ApusBytes

/// The first message of a TLS client, which contains the client's offers.
///
///     struct {
///         ProtocolVersion legacy_version = 0x0303;    /* TLS v1.2 */
///         Random random;
///         opaque legacy_session_id<0..32>;
///         CipherSuite cipher_suites<2..2^16-2>;
///         opaque legacy_compression_methods<1..2^8-1>;
///         Extension extensions<8..2^16-1>;
///     } ClientHello;
///
/// RFC 8446 section 4.1.2. The whole list of extensions can be absent, as RFC 5246 section 7.4.1.2
/// allows.
struct ClientHello: HandshakeMessage {
  static var handshakeType: HandshakeType { .clientHello }

  var legacyVersion: UInt16 = TLS.Version.tls12.rawValue
  var random: HelloRandom
  var legacySessionID: [UInt8]
  var cipherSuites: [UInt16]
  var legacyCompressionMethods: [UInt8] = [0]
  var extensions = ExtensionList()

  init(random: HelloRandom, legacySessionID: [UInt8], cipherSuites: [UInt16]) {
    self.random = random
    self.legacySessionID = legacySessionID
    self.cipherSuites = cipherSuites
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    legacyVersion = try reader.readUInt16()
    random = try HelloRandom(from: &reader)
    legacySessionID = try reader.readVector8(atMost: 32).bytes()
    var suites = try reader.readVector16(atLeast: 2, atMost: 0xfffe)
    cipherSuites = try suites.readUInt16s()
    legacyCompressionMethods = try reader.readVector8(atLeast: 1).bytes()
    if !reader.isAtEnd { extensions = try ExtensionList(from: &reader) }
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    writer.write(legacyVersion)
    random.write(to: &writer)
    try writer.writeVector8(legacySessionID)
    try writer.writeVector16(of: cipherSuites)
    try writer.writeVector8(legacyCompressionMethods)
    if !extensions.isEmpty { try extensions.write(to: &writer) }
  }
}
