public import ApusSerialization
public import FoundationEssentials

/// Foundation's coders in the place of ours, for types that rely on one of their ways.
///
///     let api = try HTTPSession("https://api.example.com/") { $0.json = FoundationCoder() }
///
/// They are slower by far; what they throw is kept in words only.
public struct FoundationCoder: JSONCoding {
  /// What writes.
  public var encoder: JSONEncoder
  /// What reads.
  public var decoder: JSONDecoder

  /// Makes a coder of those two, which must not be changed any more.
  public init(encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder()) {
    self.encoder = encoder
    self.decoder = decoder
  }

  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try decoder.decode(type, from: Data(bytes))
  }

  public func encode(_ value: some Encodable) throws -> [UInt8] {
    Array(try encoder.encode(value))
  }
}
