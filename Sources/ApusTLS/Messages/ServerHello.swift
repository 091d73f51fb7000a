import ApusBytes

/// The server's response to a ClientHello, which contains the server's choices or requests a second
/// ClientHello.
///
///     struct {
///         ProtocolVersion legacy_version = 0x0303;    /* TLS v1.2 */
///         Random random;
///         opaque legacy_session_id_echo<0..32>;
///         CipherSuite cipher_suite;
///         uint8 legacy_compression_method = 0;
///         Extension extensions<6..2^16-1>;
///     } ServerHello;
///
/// RFC 8446 section 4.1.3, and section 4.1.4 for the HelloRetryRequest, which only differs by its
/// random bytes. The whole list of extensions can be absent, as RFC 5246 section 7.4.1.3 allows.
struct ServerHello: HandshakeMessage {
  static var handshakeType: HandshakeType { .serverHello }

  var legacyVersion: UInt16 = TLS.Version.tls12.rawValue
  var random: HelloRandom
  var legacySessionIDEcho: [UInt8]
  var cipherSuite: UInt16
  var legacyCompressionMethod: UInt8 = 0
  var extensions = ExtensionList()

  init(random: HelloRandom, legacySessionIDEcho: [UInt8], cipherSuite: UInt16) {
    self.random = random
    self.legacySessionIDEcho = legacySessionIDEcho
    self.cipherSuite = cipherSuite
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    legacyVersion = try reader.readUInt16()
    random = try HelloRandom(from: &reader)
    legacySessionIDEcho = try reader.readVector8(atMost: 32).bytes()
    cipherSuite = try reader.readUInt16()
    legacyCompressionMethod = try reader.readUInt8()
    if !reader.isAtEnd { extensions = try ExtensionList(from: &reader) }
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    writer.write(legacyVersion)
    random.write(to: &writer)
    try writer.writeVector8(legacySessionIDEcho)
    writer.write(cipherSuite)
    writer.write(legacyCompressionMethod)
    if !extensions.isEmpty { try extensions.write(to: &writer) }
  }

  /// A Boolean value that indicates whether the server requests a second ClientHello.
  var isHelloRetryRequest: Bool { random == .helloRetryRequest }
}

/// The message with a TLS 1.3 server's encrypted responses to the client's extensions.
///
///     struct {
///         Extension extensions<0..2^16-1>;
///     } EncryptedExtensions;
///
/// RFC 8446 section 4.3.1.
struct EncryptedExtensions: HandshakeMessage {
  static var handshakeType: HandshakeType { .encryptedExtensions }

  var extensions: ExtensionList

  init(_ extensions: ExtensionList) { self.extensions = extensions }

  init(from reader: inout ByteReader) throws(DecodeError) {
    extensions = try ExtensionList(from: &reader)
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try extensions.write(to: &writer)
  }
}
