/// Encodes one value directly into the text of a document.
///
/// A value is written while the values around it wait. A type that requests a nested container may
/// write in any order; such a part has a text of its own, which is inserted in its place at the
/// end.
final class ValueEncoder: Encoder {
  /// The kind of value that has been begun.
  private enum State {
    case nothing, single, array, object
  }

  let document: DocumentWriting
  /// The encoder of the value around this one.
  private var parent: ValueEncoder?
  /// The step from the value around it.
  private var key: (any CodingKey)?
  /// The number of arrays and objects around it.
  let depth: Int
  private var state = State.nothing
  /// The number of elements or members.
  private(set) var count = 0
  /// A bit for each name there is; equal names have equal bits.
  private var traces: UInt64 = 0
  /// The index of this object's first member in the document's list.
  private(set) var firstMember = 0
  /// The places of the names, if two of many may be equal.
  var index: NameIndex?
  /// Parts that have a text of their own, if there are any.
  var parts: EncodedParts?
  /// An encoder that was used for a value inside this one and that is not referenced any more.
  ///
  /// It does not know its parent, so that there is no reference cycle.
  private var spare: ValueEncoder?

  /// Encodes the outermost value.
  init(_ coder: JSONCoder) {
    document = DocumentWriting(coder)
    parent = nil
    key = nil
    depth = 0
  }

  /// Encodes a value inside another, into the same text or one of its own.
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
    // Types that share an encoder, such as a class and the one it inherits from, share an object.
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

  /// A Boolean value that indicates whether the nesting exceeds the limit.
  private var isTooDeep: Bool { depth >= document.depthLimit }

  /// Writes a single value.
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

  /// Writes a member, its name first; the closure writes the value.
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

  /// Writes the start of a member, its name first.
  func beginMember(_ name: String) throws { try writeMember(name) { _ in } }

  /// Writes an element by a closure.
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

  /// Writes the start of an element.
  func beginElement() throws { try writeElement { _ in } }

  @inline(__always)
  private func noteMember(_ trace: UInt64) {
    count &+= 1
    let mayRepeat = traces & trace != 0
    traces |= trace
    if mayRepeat || index != nil { settleLastName() }
  }

  /// Writes a value inside this one, whose start has been written.
  ///
  /// Values that are written one after the other share one encoder, unless a type keeps it.
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

  /// Makes room for a part that is written in its own time.
  func part(_ key: any CodingKey) -> ValueEncoder {
    let part = ValueEncoder(in: self, key, isPart: true)
    let offset = document.write { $0.count }
    let parts = self.parts ?? EncodedParts()
    parts.list.append((offset, part))
    self.parts = parts
    return part
  }

  /// Takes back the last member, whose value could not be written.
  func takeBackMember() {
    let place = firstMember &+ count &- 1
    let byteCount = document.write { text in
      let byteCount = text.members[place].separator
      text.members.removeSubrange(place...)
      return byteCount
    }
    takeBackElement(to: byteCount, count: count &- 1)
  }

  /// Takes back the last element, whose value could not be written.
  func takeBackElement(to byteCount: Int, count: Int) {
    document.write { $0.truncate(to: byteCount) }
    if let parts { parts.list.removeAll { $0.offset > byteCount } }
    self.count = count
    document.activeDepth = depth
  }

  /// Encodes a value to its end.
  func writeWhole<Value: Encodable>(_ value: Value) throws {
    try write(value)
    try finish(type: Value.self)
  }

  /// Encodes a value in this place, by its conversion if there is one.
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

  /// Ends this encoder, which has a text of its own, and returns that.
  func finishedPart() throws -> [UInt8] {
    try finish(type: ValueEncoder.self)
    return document.finish()
  }

  var isObject: Bool { state == .object }

  /// Removes the index: the places have changed.
  func memberDropped() {
    count &-= 1
    index = nil
  }

  /// Ends the value that has been begun.
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

  /// The error for an array or object inside too many others.
  private var tooDeep: EncodingError {
    failure(.tooDeep(limit: document.depthLimit), count)
  }

  /// The error for a value that a strategy rejects.
  static func refusal(_ words: String, _ value: Any, by encoder: any Encoder) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: words))
  }

  /// The standard library's error, with the cause inside.
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
