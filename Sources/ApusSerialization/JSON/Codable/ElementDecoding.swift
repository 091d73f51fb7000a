/// A decoding container for the elements of an array in order.
///
/// The structure fits into three machine words, so an existential value stores the structure
/// without a heap allocation.
struct ElementDecoding: UnkeyedDecodingContainer {
  private let decoder: ValueDecoder
  /// The token index of the next array element.
  private var place: Int
  private(set) var currentIndex = 0

  init(_ decoder: ValueDecoder) {
    self.decoder = decoder
    place = decoder.place &+ 1
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var count: Int? { decoder.elementCount }

  var isAtEnd: Bool { place >= decoder.reading.document.end(of: decoder.place) }

  mutating func decodeNil() throws -> Bool {
    try hold(Never.self)
    guard decoder.reading.document.isNull(at: place) else { return false }
    pass()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try hold(type)
    let value: Bool = try decoder.bool(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: String.Type) throws -> String {
    try hold(type)
    let value: String = try decoder.text(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    try hold(type)
    let value: Double = try decoder.double(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    try hold(type)
    let value: Float = try decoder.float(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    try hold(type)
    let value: Int = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    try hold(type)
    let value: Int8 = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try hold(type)
    let value: Int16 = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try hold(type)
    let value: Int32 = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try hold(type)
    let value: Int64 = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try hold(type)
    let value: Int128 = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    try hold(type)
    let value: UInt = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try hold(type)
    let value: UInt8 = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try hold(type)
    let value: UInt16 = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try hold(type)
    let value: UInt32 = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try hold(type)
    let value: UInt64 = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try hold(type)
    let value: UInt128 = try decoder.integer(at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try hold(type)
    let value = try decoder.read(type, at: place, ordinal: currentIndex)
    pass()
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let container = try inner(type).container(keyedBy: type)
    pass()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try inner([Any].self).unkeyedContainer()
    pass()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let inner = try inner((any Decoder).self)
    pass()
    return inner
  }

  @inline(__always)
  private func inner(_ type: Any.Type) throws -> ValueDecoder {
    try hold(type)
    return ValueDecoder(at: place, in: decoder, ordinal: currentIndex)
  }

  /// Checks that the array has another element.
  @inline(__always)
  private func hold(_ type: Any.Type) throws {
    if isAtEnd { throw decoder.exhausted(type, count: currentIndex) }
  }

  @inline(__always)
  private mutating func pass() {
    place = decoder.reading.document.place(behind: place)
    currentIndex &+= 1
  }
}
