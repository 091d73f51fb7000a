/// An encoding container for the elements of an array, which writes each element immediately.
struct ElementEncoding: UnkeyedEncodingContainer {
  private let encoder: ValueEncoder

  init(_ encoder: ValueEncoder) { self.encoder = encoder }

  var codingPath: [any CodingKey] { encoder.codingPath }

  var count: Int { encoder.count }

  mutating func encodeNil() throws {
    try encoder.writeElement { $0.write(plain: "null") }
  }

  mutating func encode(_ value: Bool) throws {
    try encoder.writeElement { $0.write(value) }
  }

  mutating func encode(_ value: String) throws {
    try encoder.writeElement { $0.write(value) }
  }

  mutating func encode(_ value: Double) throws {
    guard value.isFinite else { return try element { try encoder.write(number: value, $0) } }
    try encoder.writeElement { $0.write(finite: value) }
  }

  mutating func encode(_ value: Float) throws {
    guard value.isFinite else { return try element { try encoder.write(number: value, $0) } }
    try encoder.writeElement { $0.write(finite: value) }
  }

  mutating func encode(_ value: Int) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode(_ value: Int8) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode(_ value: Int16) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode(_ value: Int32) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode(_ value: Int64) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode(_ value: Int128) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt8) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt16) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt32) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt64) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode(_ value: UInt128) throws {
    try encoder.writeElement { $0.write(integer: value) }
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try element { try encoder.write(value, $0) }
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    part().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    part().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { part() }

  /// Encodes an array element. If the encoding fails, the function removes the partially written
  /// element.
  @inline(__always)
  private func element(_ body: (IndexKey) throws -> Void) throws {
    let (byteCount, count) = (encoder.document.write { $0.count }, encoder.count)
    try encoder.beginElement()
    do {
      try body(IndexKey(index: count))
    } catch {
      encoder.takeBackElement(to: byteCount, count: count)
      throw error
    }
  }

  /// Returns an encoder for a nested array or object. If the nesting is too deep, the encoder
  /// throws an error at the end of the nested value.
  private func part() -> ValueEncoder {
    let key = IndexKey(index: count)
    try? encoder.beginElement()
    return encoder.part(key)
  }
}
