/// An encoder that writes one value directly into the text of a JSON document.
///
/// A type that requests a nested container may encode the nested values in any order. Therefore
/// each nested container has a separate text, which is inserted into the JSON document at the end.
final class ValueEncoder: Encoder {
  /// The kind of JSON value that a type has begun to encode: an array, an object or a single value.
  private enum State {
    case nothing, single, array, object
  }

  let document: DocumentWriting
  /// The encoder of the enclosing array or object.
  private var parent: ValueEncoder?
  /// The coding key of the value within the enclosing value.
  private var key: (any CodingKey)?
  /// The number of arrays and objects that enclose the value.
  let depth: Int
  private var state = State.nothing
  /// The number of elements or members that have been written.
  private(set) var count = 0
  /// A Bloom filter of the written names.
  private var traces: UInt64 = 0
  /// The index of the object's first member in the writer's list of members.
  private(set) var firstMember = 0
  /// The hash table of the written names, which exists if the object is large and two names may be
  /// equal.
  var index: NameIndex?
  /// The separately encoded values in the array or object, or `nil` if no value is encoded
  /// separately.
  var parts: EncodedParts?
  /// A reusable encoder for nested values, which no other code references.
  ///
  /// The reusable encoder has no reference to its parent, so no reference cycle exists.
  private var spare: ValueEncoder?

  /// Creates an encoder for the outermost value.
  init(_ coder: JSONCoder) {
    document = DocumentWriting(coder)
    parent = nil
    key = nil
    depth = 0
  }

  /// Creates an encoder for a nested value, which writes into the text of its parent or into a
  /// separate text.
  init(in parent: ValueEncoder, _ key: any CodingKey, isPart: Bool = false) {
    document = isPart ? DocumentWriting(parent.document.coder) : parent.document
    self.parent = parent
    self.key = key
    depth = parent.depth &+ 1
    document.activeDepth = depth
  }

  var userInfo: [CodingUserInfoKey: Any] { document.coder.userInfo }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var encoder: ValueEncoder? = self
    while let inner = encoder {
      if let key = inner.key { path.append(key) }
      encoder = inner.parent
    }
    return path.reversed()
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    beginObject()
    return KeyedEncodingContainer(MemberEncoding<Key>(self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    beginArray()
    return ElementEncoding(self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func beginObject() {
    // A class and its superclass share an encoder, so a second keyed container writes into the same
    // JSON object.
    guard state != .object else { return }
    begin(.object)
    firstMember = document.write {
      $0.write(0x7b)
      return $0.members.count
    }
  }

  func beginArray() {
    guard state != .array else { return }
    begin(.array)
    document.write { $0.write(0x5b) }
  }

  private func begin(_ kind: State) {
    precondition(state == .nothing, "one value is encoded as two kinds")
    state = kind
  }

  /// A Boolean value that indicates whether the nesting depth exceeds the limit.
  private var isTooDeep: Bool { depth >= document.depthLimit }

  /// Writes a single value with a closure.
  @inline(__always)
  func single(_ body: (inout JSONWriter) -> Void) {
    beginSingle()
    document.write(body)
  }

  /// Checks that no value has been written by this encoder before.
  func beginSingle() {
    precondition(state == .nothing, "a second value is encoded in one place")
    holdActive()
    state = .single
  }

  private func holdActive() {
    precondition(document.activeDepth == depth, "a value inside is still being encoded")
  }

  /// Writes the name of an object member, and then writes the value with a closure.
  @inline(__always)
  func writeMember(_ name: String, _ body: (inout JSONWriter) -> Void) throws {
    if isTooDeep { throw tooDeep }
    holdActive()
    let (isFirst, depth) = (count == 0, depth)
    let trace = document.write { text in
      let trace = text.beginMember(name, isFirst: isFirst, depth: depth)
      body(&text)
      return trace
    }
    noteMember(trace)
  }

  /// Writes the name of an object member, after which the caller writes the value.
  func beginMember(_ name: String) throws { try writeMember(name) { _ in } }

  /// Writes an element of an array with a closure.
  @inline(__always)
  func writeElement(_ body: (inout JSONWriter) -> Void) throws {
    if isTooDeep { throw tooDeep }
    holdActive()
    let (isFirst, depth) = (count == 0, depth)
    document.write { text in
      text.writeSeparator(isFirst: isFirst, depth: depth &+ 1)
      body(&text)
    }
    count &+= 1
  }

  /// Writes the separator before an element of an array.
  func beginElement() throws { try writeElement { _ in } }

  @inline(__always)
  private func noteMember(_ trace: UInt64) {
    count &+= 1
    let mayRepeat = traces & trace != 0
    traces |= trace
    if mayRepeat || index != nil { settleLastName() }
  }

  /// Encodes a nested value after its name or separator has been written.
  ///
  /// Successive nested values reuse one encoder, unless a type stores a reference to the encoder.
  @inline(__always)
  func write<Value: Encodable>(_ value: Value, _ key: some CodingKey) throws {
    var inner: ValueEncoder
    if let spare {
      inner = spare
      self.spare = nil
      inner.move(in: self, key)
    } else {
      inner = ValueEncoder(in: self, key)
    }
    try inner.writeWhole(value)
    document.activeDepth = depth
    if isKnownUniquelyReferenced(&inner) {
      inner.parent = nil
      spare = inner
    }
  }

  /// Prepares a reusable encoder for another nested value.
  @inline(__always)
  private func move(in parent: ValueEncoder, _ key: some CodingKey) {
    self.parent = parent
    self.key = key
    state = .nothing
    count = 0
    traces = 0
    if index != nil { index = nil }
    if parts != nil { parts = nil }
    document.activeDepth = depth
  }

  /// Returns an encoder for a separately encoded nested value.
  func part(_ key: any CodingKey) -> ValueEncoder {
    let part = ValueEncoder(in: self, key, isPart: true)
    let offset = document.write { $0.count }
    let parts = self.parts ?? EncodedParts()
    parts.list.append((offset, part))
    self.parts = parts
    return part
  }

  /// Removes the last object member from the JSON text, because its value could not be encoded.
  func takeBackMember() {
    let place = firstMember &+ count &- 1
    let byteCount = document.write { text in
      let byteCount = text.members[place].separator
      text.members.removeSubrange(place...)
      return byteCount
    }
    takeBackElement(to: byteCount, count: count &- 1)
  }

  /// Removes the last array element from the JSON text, because the element could not be encoded.
  func takeBackElement(to byteCount: Int, count: Int) {
    document.write { $0.truncate(to: byteCount) }
    if let parts { parts.list.removeAll { $0.offset > byteCount } }
    self.count = count
    document.activeDepth = depth
  }

  /// Encodes the outermost value of the JSON document.
  func writeWhole<Value: Encodable>(_ value: Value) throws {
    try write(value)
    try finish(type: Value.self)
  }

  /// Encodes a value at the current position, with a custom conversion if its type has one.
  @inline(__always)
  func write<Value: Encodable>(_ value: Value) throws {
    if !document.conversions.isEmpty {
      let identifier = ObjectIdentifier(Value.self)
      for conversion in document.conversions where conversion.identifier == identifier {
        return try conversion.write(value, self)
      }
    } else if isPlainArray(Value.self), writePlainArray(value) {
      return
    }
    if !FoundationTypes.found.isEmpty,
      let conversion = FoundationTypes.found.conversion(of: Value.self)
    {
      return try conversion.write(value, self)
    }
    try value.encode(to: self)
  }

  /// Completes a separately encoded value and returns its JSON text.
  func finishedPart() throws -> [UInt8] {
    try finish(type: ValueEncoder.self)
    return document.finish()
  }

  var isObject: Bool { state == .object }

  /// Removes the hash table of names, because the positions of the members have changed.
  func memberDropped() {
    count &-= 1
    index = nil
  }

  /// Writes the closing bracket of the array or object that a type has encoded.
  private func finish(type: Any.Type) throws {
    let (isEmpty, depth, firstMember) = (count == 0, depth, firstMember)
    switch state {
    case .single: break
    case .nothing:
      guard parent != nil else { throw failure(.nothingWritten(type: "\(type)"), type) }
      document.write { $0.write(plain: "{}") }
    case .array:
      if isTooDeep { throw tooDeep }
      if let parts { try insert(parts) }
      document.write { $0.writeEnd(0x5d, isEmpty: isEmpty, depth: depth) }
    case .object:
      if isTooDeep { throw tooDeep }
      if let parts { try insert(parts) }
      document.write { text in
        if text.options.sortsKeys { text.sortMembers(from: firstMember) }
        text.members.removeSubrange(firstMember...)
        text.writeEnd(0x7d, isEmpty: isEmpty, depth: depth)
      }
    }
  }

  /// The error for an array or object whose nesting depth exceeds the limit.
  private var tooDeep: EncodingError {
    failure(.tooDeep(limit: document.depthLimit), count)
  }

  /// Returns the error for a value that a strategy of the coder rejects.
  static func refusal(_ words: String, _ value: Any, by encoder: any Encoder) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: words))
  }

  /// Returns an encoding error of the standard library that contains the cause.
  func failure(
    _ cause: JSON.EncodingError.Cause, _ value: Any, _ key: (any CodingKey)? = nil
  ) -> EncodingError {
    let path = codingPath + (key.map { [$0] } ?? [])
    let words = JSON.EncodingError(cause).reason
    return .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path, debugDescription: words,
        underlyingError: JSON.EncodingError.Fault(cause: cause)))
  }
}
