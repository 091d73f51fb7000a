/// A decoder that detects the private key type with which the standard library decodes a
/// dictionary.
///
/// The conversion of names must not change the keys of a dictionary, because the keys are data. The
/// key type of dictionaries is not public, so this decoder decodes a dictionary once to detect the
/// type.
struct KeyProbe: Decoder {
  private final class Finding {
    var type: ObjectIdentifier?
  }

  private struct Found: Error {}

  /// The identifier of the key type that the standard library uses to decode dictionaries.
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

/// A coding key that represents the name of a member in a coding path.
struct PathKey: CodingKey {
  let stringValue: String

  init(stringValue: String) { self.stringValue = stringValue }

  var intValue: Int? { nil }

  init?(intValue: Int) { return nil }
}

/// A coding key that represents the index of an array element in a coding path. The string form is
/// created on demand.
struct IndexKey: CodingKey {
  let index: Int

  init(index: Int) { self.index = index }

  var stringValue: String { "\(index)" }

  var intValue: Int? { index }

  init?(stringValue: String) { return nil }

  init?(intValue: Int) { index = intValue }
}
