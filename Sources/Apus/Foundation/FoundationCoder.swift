public import ApusFoundation
public import ApusSerialization

/// A JSON coder that uses the coders of Foundation instead of the package's coder.
///
///     let api = try HTTPSession("https://api.example.com/") { $0.json = FoundationCoder() }
///
/// Use this coder for types that depend on a feature of Foundation's coders. The coders of
/// Foundation are much slower than the package's coder. The error of this coder contains only the
/// text of Foundation's error.
public struct FoundationCoder: JSONCoding {
  /// The JSON encoder of Foundation.
  public var encoder: JSONEncoder
  /// The JSON decoder of Foundation.
  public var decoder: JSONDecoder

  /// Creates a coder from an encoder and a decoder of Foundation, which must not be changed
  /// afterwards.
  ///
  /// - Parameters:
  ///   - encoder: The JSON encoder of Foundation.
  ///   - decoder: The JSON decoder of Foundation.
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
