/// An encoder that writes one value directly into the text of a document.
///
/// The encoders of the enclosing values wait while a value is written. A type that requests a
/// nested container may write its parts in any order. Each of these parts has a separate text,
/// which is inserted in its position at the end.
final class ValueEncoder: Encoder {
  /// The kind of value that a type has begun to encode.
  private enum State {
    case nothing, single, array, object
  }

  let document: DocumentWriting
  /// The encoder of the enclosing value.
  private var parent: ValueEncoder?
  /// The coding key of the value within the enclosing value.
  private var key: (any CodingKey)?
  /// The number of arrays and objects around the value.
  let depth: Int
  private var state = State.nothing
  /// The number of elements or members that have been written.
  private(set) var count = 0
  /// A bit set with a bit for each written name. Equal names have equal bits.
  private var traces: UInt64 = 0
  /// The index of the object's first member in the document's list of members.
  private(set) var firstMember = 0
  /// The index of the written names, if the object has many names and two of them may be equal.
  var index: NameIndex?
  /// The parts of the value that are encoded separately, if any.
  var parts: EncodedParts?
  /// An encoder for inner values that is no longer referenced elsewhere and can be reused.
  ///
  /// The spare encoder has no reference to its parent, so no reference cycle exists.
  private var spare: ValueEncoder?

  /// Creates an encoder for the outermost value.
  init(_ coder: JSONCoder) {
    document = DocumentWriting(coder)
    parent = nil
    key = nil
    depth = 0
  }

  /// Creates an encoder for an inner value. The encoder writes into the text of its parent or into
  /// a separate text.
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
    // Types that share an encoder write into the same object. For example, a class and its
    // superclass share an encoder.
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

  /// Checks that a single value may be written.
  func beginSingle() {
    precondition(state == .nothing, "a second value is encoded in one place")
    holdActive()
    state = .single
  }

  private func holdActive() {
    precondition(document.activeDepth == depth, "a value inside is still being encoded")
  }

  /// Writes the name of a member, and then its value with a closure.
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

  /// Writes the name of a member, whose value follows.
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

  /// Encodes an inner value after its name or separator has been written.
  ///
  /// Values that are encoded one after another share an encoder, unless a type keeps a reference to
  /// it.
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

  /// Moves an unreferenced encoder to another value.
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

  /// Returns an encoder for a part that is encoded separately at any time.
  func part(_ key: any CodingKey) -> ValueEncoder {
    let part = ValueEncoder(in: self, key, isPart: true)
    let offset = document.write { $0.count }
    let parts = self.parts ?? EncodedParts()
    parts.list.append((offset, part))
    self.parts = parts
    return part
  }

  /// Removes the last member from the text, because its value could not be encoded.
  func takeBackMember() {
    let place = firstMember &+ count &- 1
    let byteCount = document.write { text in
      let byteCount = text.members[place].separator
      text.members.removeSubrange(place...)
      return byteCount
    }
    takeBackElement(to: byteCount, count: count &- 1)
  }

  /// Removes the last element from the text, because its value could not be encoded.
  func takeBackElement(to byteCount: Int, count: Int) {
    document.write { $0.truncate(to: byteCount) }
    if let parts { parts.list.removeAll { $0.offset > byteCount } }
    self.count = count
    document.activeDepth = depth
  }

  /// Encodes a complete value.
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

  /// Ends the encoder of a separate part and returns the text of the part.
  func finishedPart() throws -> [UInt8] {
    try finish(type: ValueEncoder.self)
    return document.finish()
  }

  var isObject: Bool { state == .object }

  /// Removes the index of names, because the positions of the members have changed.
  func memberDropped() {
    count &-= 1
    index = nil
  }

  /// Ends the value that a type has begun to encode.
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

  /// The error for an array or object that is nested deeper than the limit allows.
  private var tooDeep: EncodingError {
    failure(.tooDeep(limit: document.depthLimit), count)
  }

  /// Returns the error for a value that a strategy rejects.
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
