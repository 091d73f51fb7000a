internal import ApusBytes

/// Writes the pieces of JSON text into one growing array.
struct JSONWriter: ~Copyable {
  /// What has been written, and room behind it.
  private(set) var storage: [UInt8] = []
  /// How many bytes have been written.
  private(set) var count = 0
  /// The members of all open objects of which there is one list, those of the innermost last.
  var members: [Member] = []
  let options: JSONWritingOptions
  private let indent: Int

  init(_ options: JSONWritingOptions) {
    self.options = options
    indent = if case .lines(let indent) = options.layout { max(0, indent) } else { -1 }
  }

  /// A member of an object that is still open.
  struct Member {
    /// Where what separates it from the one before begins.
    var separator: Int
    /// Where its name begins.
    var start: Int
    /// Where its name ends.
    var nameEnd: Int

    var name: Range<Int> { start..<nameEnd }

    mutating func move(by distance: Int) {
      separator += distance
      start += distance
      nameEnd += distance
    }
  }

  /// What has been written; the writer is of no more use.
  consuming func finish() -> [UInt8] {
    storage.removeLast(storage.count &- count)
    return storage
  }

  /// Makes room for so many bytes.
  @inline(__always)
  mutating func reserve(_ byteCount: Int) {
    if storage.count &- count < byteCount { grow(by: byteCount) }
  }

  /// Doubles the room, so that a long text is copied only once or twice for each of its bytes.
  @inline(never)
  private mutating func grow(by byteCount: Int) {
    let room = max(1024, storage.count, byteCount)
    storage.append(contentsOf: repeatElement(0, count: room))
  }

  /// Writes one byte.
  @inline(__always)
  mutating func write(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count &+= 1
  }

  /// Writes bytes as they are.
  @inline(__always)
  mutating func write(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    let start = count
    var target = storage.mutableSpan
    target.replace(at: start, with: bytes)
    count = start &+ bytes.count
  }

  /// Forgets what was written behind a place.
  mutating func truncate(to byteCount: Int) {
    precondition(byteCount <= count, "more than was written")
    count = byteCount
  }

  /// Takes out what was written behind a place.
  mutating func cut(from place: Int) -> [UInt8] {
    let rest = Array(storage[place..<count])
    count = place
    return rest
  }

  /// Writes one of the three literal names, or a number in JSON's spelling.
  @inline(__always)
  mutating func write(plain text: String) { write(text.utf8.span) }

  @inline(__always)
  mutating func write(_ bool: Bool) { write(plain: bool ? "true" : "false") }

  /// Writes what stands between two elements, or before the first.
  @inline(__always)
  mutating func writeSeparator(isFirst: Bool, depth: Int) {
    if !isFirst { write(0x2c) }
    if indent >= 0 { writeLineBreak(depth: depth) }
  }

  /// Writes the colon behind a name.
  @inline(__always)
  mutating func writeColon() {
    write(0x3a)
    if indent >= 0 { write(0x20) }
  }

  /// Writes a closing bracket, on a line of its own unless nothing is between the two.
  @inline(__always)
  mutating func writeEnd(_ bracket: UInt8, isEmpty: Bool, depth: Int) {
    if indent >= 0, !isEmpty { writeLineBreak(depth: depth) }
    write(bracket)
  }

  private mutating func writeLineBreak(depth: Int) {
    write(0x0a)
    for _ in 0..<indent * depth { write(0x20) }
  }

  /// Whether no line breaks and nothing is escaped but what must be.
  @inline(__always)
  var isPlain: Bool { indent < 0 && options.escapes.isEmpty }

  /// Whether a text may stand between quotation marks as it is.
  @inline(__always)
  func isQuotable(_ content: Span<UInt8>) -> Bool {
    ByteScan.firstUnquotable(in: content, from: 0, to: content.count) == content.count
  }

  /// Writes a text that has nothing to escape, between quotation marks.
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

  /// Writes a byte that separates two members, unless the name takes its place, and a name that has
  /// nothing to escape, with its colon.
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

  /// Writes the digits of a number.
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
