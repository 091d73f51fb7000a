/// A decoder for one value of a JSON document.
///
/// The decoder has a reference to the decoder of the enclosing value, from which it computes the
/// coding path on demand.
final class ValueDecoder: Decoder {
  let reading: DocumentReading
  private(set) var place: Int
  /// The decoder of the enclosing array or object.
  private var parent: ValueDecoder?
  /// The index of the value in its array, or -1 if the value is not an array element.
  private var ordinal: Int

  /// The token index at which the search for the next name begins. Most types request names in the
  /// order of the document.
  var hint: Int
  /// The token index of the most recently found name.
  var lastName: Int
  /// The lookup tables for the names of the object, which exist if a type requested names out of
  /// order.
  var names: MemberNames?
  /// A reusable decoder for nested values, which no other code references.
  ///
  /// The reusable decoder has no reference to its parent, so no reference cycle exists.
  private var spare: ValueDecoder?
  private var knownCount = -1

  /// Creates a decoder for the outermost value of a JSON document.
  init(_ reading: DocumentReading) {
    self.reading = reading
    place = 0
    parent = nil
    ordinal = -1
    hint = 1
    lastName = 1
  }

  /// Creates a decoder for an array element or for the value of an object member.
  init(at place: Int, in parent: ValueDecoder, ordinal: Int = -1) {
    reading = parent.reading
    self.place = place
    self.parent = parent
    self.ordinal = ordinal
    hint = place &+ 1
    lastName = hint
  }

  /// Decodes an array element or the value of an object member.
  @inline(never)
  func read<Value: Decodable>(
    _ type: Value.Type, at place: Int, ordinal: Int = -1
  ) throws -> Value {
    if mayReadElements(at: place) {
      return try readElements(type, at: place, ordinal: ordinal)
    }
    return try inside(at: place, ordinal: ordinal) { try $0.read(type) }
  }

  /// Passes a decoder for a nested value to a closure.
  ///
  /// Successive nested values reuse one decoder, unless a type stores a reference to the decoder.
  @inline(__always)
  func inside<Result>(
    at place: Int, ordinal: Int, _ body: (ValueDecoder) throws -> Result
  ) throws -> Result {
    var inner: ValueDecoder
    if let spare {
      inner = spare
      self.spare = nil
      inner.move(to: place, in: self, ordinal: ordinal)
    } else {
      inner = ValueDecoder(at: place, in: self, ordinal: ordinal)
    }
    let result = try body(inner)
    if isKnownUniquelyReferenced(&inner) {
      inner.parent = nil
      spare = inner
    }
    return result
  }

  /// Prepares a reusable decoder for another nested value.
  private func move(to place: Int, in parent: ValueDecoder, ordinal: Int) {
    self.place = place
    self.parent = parent
    self.ordinal = ordinal
    hint = place &+ 1
    lastName = hint
    knownCount = -1
    if names != nil { names = nil }
  }

  /// The number of elements of the JSON array, which is computed once.
  var elementCount: Int {
    if knownCount < 0 { knownCount = reading.document.count(of: place) }
    return knownCount
  }

  var userInfo: [CodingUserInfoKey: Any] { reading.coder.userInfo }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var decoder = self
    while let parent = decoder.parent {
      path.append(
        decoder.ordinal < 0
          ? PathKey(stringValue: reading.name(at: decoder.place &- 1))
          : IndexKey(index: decoder.ordinal))
      decoder = parent
    }
    return path.reversed()
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard reading.document.kind(at: place) == .object else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(MemberDecoding<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard reading.document.kind(at: place) == .array else { throw mismatch([Any].self) }
    return ElementDecoding(self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// Decodes the outermost value of the JSON document.
  func readWhole<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if mayReadElements(at: place), let array = plainArray(type, at: place) { return array }
    return try read(type)
  }

  /// Decodes a value of a type, with a custom conversion if the type has one.
  @inline(__always)
  func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    reading.conversions.isEmpty && FoundationTypes.found.isEmpty
      ? try Value(from: self) : try readByConversion(type)
  }

  @inline(never)
  private func readByConversion<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let identifier = ObjectIdentifier(type)
    for conversion in reading.conversions where conversion.identifier == identifier {
      if let value = try conversion.read(self) as? Value { return value }
    }
    if let conversion = FoundationTypes.found.conversion(of: type),
      let value = try conversion.read(self) as? Value
    {
      return value
    }
    return try Value(from: self)
  }
}

/// The decoding of a JSON value without keys or elements, such as a number.
extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { reading.document.isNull(at: place) }
  func decode(_ type: Bool.Type) throws -> Bool { try bool(at: place) }
  func decode(_ type: String.Type) throws -> String { try text(at: place) }
  func decode(_ type: Double.Type) throws -> Double { try double(at: place) }
  func decode(_ type: Float.Type) throws -> Float { try float(at: place) }
  func decode(_ type: Int.Type) throws -> Int { try integer(at: place) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(at: place) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(at: place) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(at: place) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(at: place) }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(at: place) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(at: place) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(at: place) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(at: place) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(at: place) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(at: place) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(at: place) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read(type) }
}
