/// A keyed encoding container for the members of a JSON object, which writes each member
/// immediately.
struct MemberEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let encoder: ValueEncoder
  /// A Boolean value that indicates whether the container converts the names of the object. The
  /// keys of Swift dictionaries are not converted.
  private let changesKeys: Bool

  init(_ encoder: ValueEncoder) {
    self.encoder = encoder
    changesKeys = encoder.document.changesKeys && ObjectIdentifier(Key.self) != KeyProbe.dictionary
  }

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil(forKey key: Key) throws {
    try write(key) { $0.write(plain: "null") }
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try write(key) { $0.write(value) }
  }

  mutating func encode(_ value: String, forKey key: Key) throws {
    try write(key) { $0.write(value) }
  }

  mutating func encode(_ value: Double, forKey key: Key) throws {
    guard value.isFinite else { return try member(key) { try encoder.write(number: value, key) } }
    try write(key) { $0.write(finite: value) }
  }

  mutating func encode(_ value: Float, forKey key: Key) throws {
    guard value.isFinite else { return try member(key) { try encoder.write(number: value, key) } }
    try write(key) { $0.write(finite: value) }
  }

  mutating func encode(_ value: Int, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode(_ value: Int8, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode(_ value: Int16, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode(_ value: Int32, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode(_ value: Int64, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try write(key) { $0.write(integer: value) }
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try member(key) { try encoder.write(value, key) }
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    part(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    part(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { part(PathKey(stringValue: "super")) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { part(key) }

  @inline(__always)
  private func write(_ key: some CodingKey, _ body: (inout JSONWriter) -> Void) throws {
    try encoder.writeMember(name(key), body)
  }

  @inline(__always)
  private func begin(_ key: some CodingKey) throws { try encoder.beginMember(name(key)) }

  @inline(__always)
  private func name(_ key: some CodingKey) -> String {
    changesKeys ? encoder.document.coder.keys.written(key.stringValue) : key.stringValue
  }

  /// Encodes a member of an object. If the encoding fails, the function removes the partially
  /// written member.
  @inline(__always)
  private func member(_ key: Key, _ body: () throws -> Void) throws {
    try begin(key)
    do {
      try body()
    } catch {
      encoder.takeBackMember()
      throw error
    }
  }

  /// Returns an encoder for a nested array or object. If the nesting is too deep, the encoder
  /// throws an error at the end of the nested value.
  private func part(_ key: some CodingKey) -> ValueEncoder {
    try? begin(key)
    return encoder.part(key)
  }
}
