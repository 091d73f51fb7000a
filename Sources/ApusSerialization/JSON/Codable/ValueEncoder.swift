/// Encodes one value straight into the text of a document.
///
/// A value is written while the values around it wait. What asks for a nested container may write
/// in any order; such a part has a text of its own, which is put in its place in the end.
final class ValueEncoder: Encoder {
  /// What has been begun.
  private enum State {
    case nothing, single, array, object
  }

  let document: DocumentWriting
  private let parent: ValueEncoder?
  /// The step from the value around it.
  private let key: (any CodingKey)?
  /// How many arrays and objects are around it.
  let depth: Int
  private var state = State.nothing
  private var frame = JSONWriter.Frame()
  /// Where the members of this object begin in the document's list.
  private(set) var firstMember = 0
  var index: NameIndex?
  /// Parts that have a text of their own, and where they are to be.
  var parts: [(offset: Int, encoder: ValueEncoder)] = []

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
    document.text.activeDepth = depth
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
    begin(.object, 0x7b)
    firstMember = document.text.members.count
  }

  func beginArray() {
    guard state != .array else { return }
    begin(.array, 0x5b)
  }

  private func begin(_ kind: State, _ bracket: UInt8) {
    precondition(state == .nothing, "one value is encoded as two kinds")
    state = kind
    frame.isTooDeep = depth >= document.coder.writing.depthLimit
    document.text.write(bracket)
  }

  /// Holds that a single value may be written.
  func beginSingle() {
    precondition(state == .nothing, "a second value is encoded where there is one")
    precondition(document.text.activeDepth == depth, "a value inside is still being encoded")
    state = .single
  }

  /// Writes the start of a member, its name first.
  func beginMember(_ name: String) throws {
    if frame.isTooDeep { throw tooDeep }
    if document.text.beginMember(name, in: &frame, depth: depth) { settleLastName() }
  }

  /// Writes the start of an element.
  func beginElement() throws {
    if frame.isTooDeep { throw tooDeep }
    document.text.beginElement(in: &frame, depth: depth)
  }

  /// Writes a value inside this one, whose start has been written.
  @inline(__always)
  func write<Value: Encodable>(_ value: Value, _ key: any CodingKey) throws {
    try ValueEncoder(in: self, key).writeWhole(value)
    document.text.activeDepth = depth
  }

  /// Makes room for a part that is written in its own time.
  func part(_ key: any CodingKey) -> ValueEncoder {
    let part = ValueEncoder(in: self, key, isPart: true)
    parts.append((document.text.bytes.count, part))
    return part
  }

  /// Takes back the last member, whose value could not be written.
  func takeBackMember() {
    let place = firstMember &+ count &- 1
    let byteCount = document.text.members[place].separator
    document.text.members.removeSubrange(place...)
    takeBackElement(to: byteCount, count: count &- 1)
  }

  /// Takes back the last element, whose value could not be written.
  func takeBackElement(to byteCount: Int, count: Int) {
    document.text.bytes.removeSubrange(byteCount...)
    parts.removeAll { $0.offset > byteCount }
    frame.count = count
    document.text.activeDepth = depth
  }

  /// Encodes a value to its end.
  func writeWhole<Value: Encodable>(_ value: Value) throws {
    try write(value)
    try finish(type: Value.self)
  }

  /// Encodes a value in this place, by a conversion where one is for it.
  @inline(__always)
  func write<Value: Encodable>(_ value: Value) throws {
    if !document.conversions.isEmpty {
      let identifier = ObjectIdentifier(Value.self)
      for conversion in document.conversions where conversion.identifier == identifier {
        return try conversion.write(value, self)
      }
    }
    try value.encode(to: self)
  }

  /// Ends this encoder, which has a text of its own, and returns that.
  func finishedPart() throws -> [UInt8] {
    try finish(type: ValueEncoder.self)
    return document.text.bytes
  }

  /// How many elements or members there are.
  var count: Int { frame.count }

  /// Has every name that follows looked up.
  func namesIndexed() { frame.isIndexed = true }

  var isObject: Bool { state == .object }

  /// Forgets what the index says: places have moved.
  func memberDropped() {
    frame.count &-= 1
    frame.isIndexed = false
    index = nil
  }

  /// Ends what has been begun.
  private func finish(type: Any.Type) throws {
    if frame.isTooDeep { throw tooDeep }
    switch state {
    case .single: break
    case .nothing:
      guard parent != nil else { throw failure(.nothingWritten(type: "\(type)"), type) }
      document.text.write(plain: "{}")
    case .array:
      try insertParts()
      document.text.writeEnd(0x5d, isEmpty: count == 0, depth: depth)
    case .object:
      try insertParts()
      if document.coder.writing.sortsKeys { sortMembers() }
      document.text.members.removeSubrange(firstMember...)
      document.text.writeEnd(0x7d, isEmpty: count == 0, depth: depth)
    }
  }

  /// The error for an array or object inside too many others.
  private var tooDeep: EncodingError {
    failure(.tooDeep(limit: document.coder.writing.depthLimit), count)
  }

  /// The error for a value that a strategy makes nothing of.
  static func refusal(_ words: String, _ value: Any, by encoder: any Encoder) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: words))
  }

  /// The standard library's error, with the cause inside.
  func failure(
    _ cause: JSONEncodingError.Cause, _ value: Any, _ key: (any CodingKey)? = nil
  ) -> EncodingError {
    let path = codingPath + (key.map { [$0] } ?? [])
    let words = JSONEncodingError(cause).reason
    return .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path, debugDescription: words,
        underlyingError: JSONEncodingError.Fault(cause: cause)))
  }
}
