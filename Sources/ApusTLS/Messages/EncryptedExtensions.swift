import ApusBytes

/// What a server answers that needs no one else to see it.
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
