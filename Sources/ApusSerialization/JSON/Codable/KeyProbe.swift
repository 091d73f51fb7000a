/// A decoder that detects the key type with which the standard library codes a dictionary.
///
/// Such keys are data: a strategy for the names of a type must not change them. The type has no
/// public name, so a dictionary is decoded once to reveal it.
struct KeyProbe: Decoder {
  private final class Finding {
    var type: ObjectIdentifier?
  }

  private struct Found: Error {}

  /// The type of the keys of dictionaries.
  static let dictionary: ObjectIdentifier? = {
    let probe = KeyProbe()
    _ = try? [String: Bool](from: probe)
    return probe.finding.type
  }()

  private let finding = Finding()

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    finding.type = ObjectIdentifier(type)
    throw Found()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Found() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Found() }
}

/// A step of a coding path by the name of a member.
struct PathKey: CodingKey {
  let stringValue: String

  init(stringValue: String) { self.stringValue = stringValue }

  var intValue: Int? { nil }

  init?(intValue: Int) { return nil }
}

/// A step of a coding path by the index of an element; its text is created on demand.
struct IndexKey: CodingKey {
  let index: Int

  init(index: Int) { self.index = index }

  var stringValue: String { "\(index)" }

  var intValue: Int? { index }

  init?(stringValue: String) { return nil }

  init?(intValue: Int) { index = intValue }
}
