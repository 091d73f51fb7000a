import ApusBytes

/// The content of one extension in one kind of message.
protocol ExtensionValue: Equatable, Sendable {
  /// The number of the extension.
  static var extensionType: ExtensionType { get }
  /// Reads the value; the caller checks that no bytes are left over. RFC 8446 section 4.2.
  init(from reader: inout ByteReader) throws(DecodeError)
  /// Writes the value.
  func write(to writer: inout ByteWriter) throws(EncodeError)
}

/// An extension without content. RFC 8446 section 4.2.
protocol EmptyExtension: ExtensionValue {
  init()
}

extension EmptyExtension {
  init(from reader: inout ByteReader) throws(DecodeError) { self.init() }
  func write(to writer: inout ByteWriter) {}
}

/// The extension that binds the master secret to the whole handshake. RFC 7627 section 5.1.
struct ExtendedMasterSecret: EmptyExtension {
  static var extensionType: ExtensionType { .extendedMasterSecret }
}
