/// A custom serializer that can be encoded and decoded as a part of a session's configuration.
///
///     extension CSVSerializer: ArchivedSerializer { static var archiveName: String { "CSV" } }
///
/// A custom serializer is encoded as its type name and its `Codable` form, which must not contain
/// secrets. Decoding succeeds only if `ArchivedSerializers` contains the serializer type. Therefore
/// untrusted data cannot create other types.
public protocol ArchivedSerializer: Codable, Sendable {
  /// The name that identifies the serializer type in an encoded configuration.
  static var archiveName: String { get }
}

/// The custom serializer types that a decoder may create in addition to the built-in types.
///
///     var coder = JSONCoder()
///     coder.userInfo = ArchivedSerializers([PropertyListRequestSerializer.self]).userInfo
///     let configuration = try coder.decode(HTTPSession.Configuration.self, from: bytes)
public struct ArchivedSerializers: Sendable {
  private let types: [any ArchivedSerializer.Type]

  /// Creates a list of custom serializer types. If several types have the same archive name, the
  /// first type is used.
  ///
  /// - Parameter types: The serializer types that an encoded configuration may contain.
  public init(_ types: [any ArchivedSerializer.Type]) { self.types = types }

  /// The `userInfo` dictionary that permits a decoder to create the listed serializer types.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    Self.key.map { [$0: self] } ?? [:]
  }

  fileprivate static let key = CodingUserInfoKey(rawValue: "ArchivedSerializers")

  fileprivate subscript(name: String) -> (any ArchivedSerializer.Type)? {
    types.first { $0.archiveName.utf8.elementsEqual(name.utf8) }
  }
}

/// The encoded form of a custom serializer, which contains the archive name and the encoded
/// serializer.
package struct NamedSerializer<Serializer: Sendable>: Codable, Sendable {
  package let serializer: Serializer

  private enum Key: String, CodingKey {
    case name, settings
  }

  /// Creates the encoded form of a serializer. The result is `nil` if the serializer is not an
  /// `ArchivedSerializer`.
  package init?(_ serializer: Serializer) {
    guard serializer is any ArchivedSerializer else { return nil }
    self.serializer = serializer
  }

  package func encode(to encoder: any Encoder) throws {
    guard let serializer = serializer as? any ArchivedSerializer else { return }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(type(of: serializer).archiveName, forKey: .name)
    try values.encode(serializer, forKey: .settings)
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let name = try values.decode(String.self, forKey: .name)
    let known =
      ArchivedSerializers.key.flatMap { decoder.userInfo[$0] } as? ArchivedSerializers
    guard let type = known?[name],
      let serializer = try values.decode(type, forKey: .settings) as? Serializer
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: values,
        debugDescription: "the decoder's ArchivedSerializers do not contain the serializer \(name)")
    }
    self.serializer = serializer
  }
}
