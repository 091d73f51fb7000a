/// A keyed decoding container for the members of a JSON object.
struct MemberDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  /// A Boolean value that indicates whether the container converts the names of the object. The
  /// keys of Swift dictionaries are not converted.
  private let changesKeys: Bool

  init(_ decoder: ValueDecoder) {
    self.decoder = decoder
    changesKeys = decoder.reading.changesKeys && ObjectIdentifier(Key.self) != KeyProbe.dictionary
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    decoder.memberNames(changed: changesKeys).compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { place(of: key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    decoder.reading.document.isNull(at: try presentPlace(of: key))
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder.bool(at: presentPlace(of: key))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder.text(at: presentPlace(of: key))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder.double(at: presentPlace(of: key))
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try decoder.float(at: presentPlace(of: key))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decoder.integer(at: presentPlace(of: key))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.read(type, at: presentPlace(of: key))
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try superDecoder(named: "super") }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try superDecoder(named: key.stringValue)
  }

  private func superDecoder(named name: String) throws -> any Decoder {
    guard let place = decoder.member(name, changed: changesKeys) else {
      throw decoder.missing(PathKey(stringValue: name))
    }
    return ValueDecoder(at: place, in: decoder)
  }

  @inline(__always)
  private func inner(_ key: Key) throws -> ValueDecoder {
    ValueDecoder(at: try presentPlace(of: key), in: decoder)
  }

  @inline(__always)
  func place(of key: Key) -> Int? { decoder.member(key.stringValue, changed: changesKeys) }

  @inline(__always)
  private func presentPlace(of key: Key) throws -> Int {
    guard let place = place(of: key) else { throw decoder.missing(key) }
    return place
  }

  /// Returns the token index of a member's value. The function throws an error if the value is
  /// missing or `null`.
  @inline(__always)
  func optionalPlace(of key: Key) -> Int? {
    guard let place = place(of: key), !decoder.reading.document.isNull(at: place) else {
      return nil
    }
    return place
  }
}
