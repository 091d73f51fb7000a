internal import ApusBytes

/// A writer that appends tokens of JSON text to a growing array.
struct JSONWriter: ~Copyable {
  /// The bytes of the written JSON text, followed by unused capacity.
  private(set) var storage: [UInt8] = []
  /// The number of bytes of the written JSON text.
  private(set) var count = 0
  /// The members of the open objects. The members of the innermost object are last.
  var members: [Member] = []
  let options: JSON.WritingOptions
  private let indent: Int

  init(_ options: JSON.WritingOptions) {
    self.options = options
    indent = if case .lines(let indent) = options.layout { max(0, indent) } else { -1 }
  }

  /// The position of a member of an open object in the JSON text.
  struct Member {
    /// The position of the separator before the object member.
    var separator: Int
    /// The start of the member's name in the JSON text.
    var start: Int
    /// The end of the member's name in the JSON text.
    var nameEnd: Int

    var name: Range<Int> { start..<nameEnd }

    mutating func move(by distance: Int) {
      separator += distance
      start += distance
      nameEnd += distance
    }
  }

  /// Ends the JSON text and returns its bytes.
  consuming func finish() -> [UInt8] {
    storage.removeLast(storage.count &- count)
    return storage
  }

  /// Reserves capacity for more bytes of JSON text.
  @inline(__always)
  mutating func reserve(_ byteCount: Int) {
    if storage.count &- count < byteCount { grow(by: byteCount) }
  }

  /// Doubles the capacity of the JSON text, so that each byte is copied only once or twice.
  @inline(never)
  private mutating func grow(by byteCount: Int) {
    let room = max(1024, storage.count, byteCount)
    storage.append(contentsOf: repeatElement(0, count: room))
  }

  /// Writes a single byte of JSON text.
  @inline(__always)
  mutating func write(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count &+= 1
  }

  /// Writes bytes of JSON text without escaping.
  @inline(__always)
  mutating func write(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    let start = count
    var target = storage.mutableSpan
    target.replace(at: start, with: bytes)
    count = start &+ bytes.count
  }

  /// Removes the JSON text after a position.
  mutating func truncate(to byteCount: Int) {
    precondition(byteCount <= count, "more than was written")
    count = byteCount
  }

  /// Removes the JSON text after a position and returns the removed bytes.
  mutating func cut(from place: Int) -> [UInt8] {
    let rest = Array(storage[place..<count])
    count = place
    return rest
  }

  /// Writes one of the literals `true`, `false` and `null`, or a number in JSON syntax.
  @inline(__always)
  mutating func write(plain text: String) { write(text.utf8.span) }

  @inline(__always)
  mutating func write(_ bool: Bool) { write(plain: bool ? "true" : "false") }

  /// Writes the separator between two elements, or the line break before the first element.
  @inline(__always)
  mutating func writeSeparator(isFirst: Bool, depth: Int) {
    if !isFirst { write(0x2c) }
    if indent >= 0 { writeLineBreak(depth: depth) }
  }

  /// Writes the colon after a member name.
  @inline(__always)
  mutating func writeColon() {
    write(0x3a)
    if indent >= 0 { write(0x20) }
  }

  /// Writes the closing bracket of an array or object. In a layout with lines, the bracket is on a
  /// separate line unless the brackets are empty.
  @inline(__always)
  mutating func writeEnd(_ bracket: UInt8, isEmpty: Bool, depth: Int) {
    if indent >= 0, !isEmpty { writeLineBreak(depth: depth) }
    write(bracket)
  }

  private mutating func writeLineBreak(depth: Int) {
    write(0x0a)
    for _ in 0..<indent * depth { write(0x20) }
  }

  /// A Boolean value that indicates whether the layout is compact and only the required characters
  /// are escaped.
  @inline(__always)
  var isPlain: Bool { indent < 0 && options.escapes.isEmpty }

  /// Returns whether a string needs no escape sequences in JSON.
  @inline(__always)
  func isQuotable(_ content: Span<UInt8>) -> Bool {
    ByteScan.firstUnquotable(in: content, from: 0, to: content.count) == content.count
  }

  /// Writes a string that needs no escape sequences as a JSON string.
  @inline(__always)
  mutating func write(quotable content: Span<UInt8>) {
    reserve(content.count &+ 2)
    let (start, end) = (count, count &+ content.count &+ 1)
    var target = storage.mutableSpan
    target[start] = 0x22
    target.replace(at: start &+ 1, with: content)
    target[end] = 0x22
    count = end &+ 1
  }

  /// Writes a separator, a name without escape sequences, and a colon. The first member of an
  /// object has no separator.
  @inline(__always)
  mutating func place(
    _ separator: UInt8, name: Span<UInt8>, at start: Int, behind place: Int
  ) {
    reserve(name.count &+ 4)
    let end = start &+ name.count &+ 1
    var target = storage.mutableSpan
    target[place] = separator
    target[start] = 0x22
    target.replace(at: start &+ 1, with: name)
    target[end] = 0x22
    target[end &+ 1] = 0x3a
    count = end &+ 2
  }

  /// Writes the decimal digits of a nonnegative integer.
  @inline(__always)
  mutating func write(magnitude: UInt64, digitCount: Int) {
    reserve(digitCount)
    let (start, end) = (count, count &+ digitCount)
    var target = storage.mutableSpan
    var rest = magnitude
    var at = end
    while at > start {
      let quotient = rest / 10
      at &-= 1
      target[at] = 0x30 &+ UInt8(truncatingIfNeeded: rest &- quotient &* 10)
      rest = quotient
    }
    count = end
  }
}
