/// What turns values into JSON and JSON into values, for whoever sends and receives them.
///
/// `JSONCoder` is the one to use; anything else that speaks `Codable`, Foundation's coders among
/// them, can stand in its place.
public protocol JSONCoding: Sendable {
  /// Reads a value out of a document.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value

  /// Writes a value as a document.
  func encode(_ value: some Encodable) throws -> [UInt8]
}
