public import ApusSerialization
public import FoundationEssentials

/// Foundation's coders in place of the package's, for types that depend on one of their features.
///
///     let api = try HTTPSession("https://api.example.com/") { $0.json = FoundationCoder() }
///
/// They are much slower, and their errors are kept only as text.
public struct FoundationCoder: JSONCoding {
  /// The encoder.
  public var encoder: JSONEncoder
  /// The decoder.
  public var decoder: JSONDecoder

  /// Creates a coder of both, which must not change any more.
  ///
  /// - Parameters:
  ///   - encoder: The encoder of Foundation.
  ///   - decoder: The decoder of Foundation.
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
