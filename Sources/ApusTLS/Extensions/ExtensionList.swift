import ApusBytes

/// The extensions of a TLS message in their original order, with encoded values.
///
/// The list also contains extensions with unknown numbers.
///
///     struct {
///         ExtensionType extension_type;
///         opaque extension_data<0..2^16-1>;
///     } Extension;
///
///     Extension extensions<0..2^16-1>;
///
/// RFC 8446 section 4.2.
struct ExtensionList: Sendable {
  /// The maximum number of extensions in a TLS message; the IANA registry has fewer than a hundred
  /// extensions.
  static let limit = 256

  /// One TLS extension with its number and its encoded value.
  struct Entry: Sendable {
    let type: UInt16
    let body: ByteReader
  }

  private(set) var entries: [Entry] = []

  /// Creates an empty list of TLS extensions.
  init() {}

  /// Reads a list of TLS extensions that begins with a length prefix.
  init(from reader: inout ByteReader) throws(DecodeError) {
    var list = try reader.readVector16()
    while !list.isAtEnd {
      guard entries.count < Self.limit else {
        throw .lengthOutOfRange(
          at: list.offset, length: entries.count + 1, allowed: 0...Self.limit)
      }
      entries.append(Entry(type: try list.readUInt16(), body: try list.readVector16()))
    }
  }

  /// Writes the list of TLS extensions with its length prefix.
  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector16 { list throws(EncodeError) in
      for entry in entries {
        list.write(entry.type)
        try list.writeVector16 { body throws(EncodeError) in body.write(entry.body.bytes()) }
      }
    }
  }

  /// A Boolean value that indicates whether the list contains no TLS extensions.
  var isEmpty: Bool { entries.isEmpty }

  /// The numbers of all TLS extensions in the list.
  var types: Set<UInt16> { Set(entries.map(\.type)) }

  /// Returns a Boolean value that indicates whether the list contains an extension of the given
  /// type.
  func contains(_ type: ExtensionType) -> Bool { entry(type) != nil }

  /// Decodes the extension of the given type if the list contains the extension.
  ///
  /// The method throws an error if the encoded extension contains trailing bytes.
  func value<Value: ExtensionValue>(_: Value.Type) throws(DecodeError) -> Value? {
    guard let entry = entry(Value.extensionType) else { return nil }
    var body = entry.body
    let value = try Value(from: &body)
    try body.finish()
    return value
  }

  /// Appends a TLS extension to the list.
  mutating func append(_ value: some ExtensionValue) throws(EncodeError) {
    var writer = ByteWriter()
    try value.write(to: &writer)
    append(type(of: value).extensionType.rawValue, writer.bytes)
  }

  /// Appends a TLS extension with the given number and encoded value to the list.
  mutating func append(_ type: UInt16, _ body: [UInt8]) {
    entries.append(Entry(type: type, body: ByteReader(body)))
  }

  private func entry(_ type: ExtensionType) -> Entry? {
    entries.first { $0.type == type.rawValue }
  }
}

extension ExtensionList: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.entries.elementsEqual(right.entries) {
      $0.type == $1.type && $0.body.bytes() == $1.body.bytes()
    }
  }
}

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
