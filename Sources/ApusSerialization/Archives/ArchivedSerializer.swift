/// A serializer of the caller's that is written and read with a session's settings.
///
///     extension CSVSerializer: ArchivedSerializer { static var archiveName: String { "CSV" } }
///
/// It is written with its name and its `Codable` form, which must not contain secrets. It is read
/// only if `ArchivedSerializers` names its type: an archive creates only types that its reader
/// names.
public protocol ArchivedSerializer: Codable, Sendable {
  /// The name that the serializer has in archives.
  static var archiveName: String { get }
}

/// The serializer types that a decoder may create in addition to the built-in ones.
///
///     var coder = JSONCoder()
///     coder.userInfo = ArchivedSerializers([PropertyListRequestSerializer.self]).userInfo
///     let configuration = try coder.decode(HTTPSession.Configuration.self, from: bytes)
public struct ArchivedSerializers: Sendable {
  private let types: [any ArchivedSerializer.Type]

  /// Creates a list of types; of several with one name the first is made.
  ///
  /// - Parameter types: The types that an archive can contain.
  public init(_ types: [any ArchivedSerializer.Type]) { self.types = types }

  /// The `userInfo` of a decoder that may create these types.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    Self.key.map { [$0: self] } ?? [:]
  }

  fileprivate static let key = CodingUserInfoKey(rawValue: "ArchivedSerializers")

  fileprivate subscript(name: String) -> (any ArchivedSerializer.Type)? {
    types.first { $0.archiveName.utf8.elementsEqual(name.utf8) }
  }
}

/// A serializer of a kind that archives do not know, as it is kept: by its name, and as it writes
/// itself.
package struct NamedSerializer<Serializer: Sendable>: Codable, Sendable {
  package let serializer: Serializer

  private enum Key: String, CodingKey {
    case name, settings
  }

  /// The serializer as it is kept; nil for one that has no name.
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
