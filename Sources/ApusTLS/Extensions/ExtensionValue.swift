import ApusBytes

/// The value of one TLS extension in one kind of message.
protocol ExtensionValue: Equatable, Sendable {
  /// The number of the TLS extension.
  static var extensionType: ExtensionType { get }
  /// Decodes the value of the TLS extension.
  ///
  /// The caller rejects trailing bytes after the value of the extension. RFC 8446 section 4.2.
  init(from reader: inout ByteReader) throws(DecodeError)
  /// Encodes the value of the TLS extension.
  func write(to writer: inout ByteWriter) throws(EncodeError)
}

/// A TLS extension with an empty value. RFC 8446 section 4.2.
protocol EmptyExtension: ExtensionValue {
  init()
}

extension EmptyExtension {
  init(from reader: inout ByteReader) throws(DecodeError) { self.init() }
  func write(to writer: inout ByteWriter) {}
}

/// The extension that binds the master secret of TLS 1.2 to the whole handshake. RFC 7627 section
/// 5.1.
struct ExtendedMasterSecret: EmptyExtension {
  static var extensionType: ExtensionType { .extendedMasterSecret }
}
