internal import ApusBytes

/// Writes the pieces of JSON text into one growing array.
struct JSONWriter: ~Copyable {
  /// What has been written.
  var bytes: [UInt8] = []
  /// The members of all open objects of which there is one list, those of the innermost last.
  var members: [Member] = []
  /// How deep the value lies that is being written now; those around it have to wait.
  var activeDepth = 0
  let options: JSONWritingOptions
  private let indent: Int

  init(_ options: JSONWritingOptions) {
    self.options = options
    indent = if case .lines(let indent) = options.layout { max(0, indent) } else { -1 }
  }

  /// What is known of an array or object that is still open.
  struct Frame {
    /// How many elements or members there are.
    var count = 0
    /// A bit for each name there is; equal names have equal bits.
    var traces: UInt64 = 0
    /// Whether all names go into an index, as there are many.
    var isIndexed = false
    /// Whether it was begun inside as many others as are allowed.
    var isTooDeep = false
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

  /// Writes one byte.
  @inline(__always)
  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Writes one of the three literal names, or a number in JSON's spelling.
  @inline(__always)
  mutating func write(plain text: String) { bytes.append(text.utf8.span) }

  @inline(__always)
  mutating func write(_ bool: Bool) { write(plain: bool ? "true" : "false") }

  /// Writes what stands between two elements, or before the first.
  @inline(__always)
  mutating func writeSeparator(isFirst: Bool, depth: Int) {
    if !isFirst { bytes.append(0x2c) }
    if indent >= 0 { writeLineBreak(depth: depth) }
  }

  /// Writes the colon behind a name.
  @inline(__always)
  mutating func writeColon() {
    bytes.append(0x3a)
    if indent >= 0 { bytes.append(0x20) }
  }

  /// Writes a closing bracket, on a line of its own unless nothing is between the two.
  @inline(__always)
  mutating func writeEnd(_ bracket: UInt8, isEmpty: Bool, depth: Int) {
    if indent >= 0, !isEmpty { writeLineBreak(depth: depth) }
    bytes.append(bracket)
  }

  private mutating func writeLineBreak(depth: Int) {
    bytes.append(0x0a)
    for _ in 0..<indent * depth { bytes.append(0x20) }
  }

  /// Writes an integer.
  @inline(__always)
  mutating func write(integer: some FixedWidthInteger) {
    guard let magnitude = UInt64(exactly: integer.magnitude) else {
      write(plain: "\(integer)")
      return
    }
    if integer < 0 { bytes.append(0x2d) }
    write(magnitude: magnitude)
  }

  private mutating func write(magnitude: UInt64) {
    let start = bytes.count
    var rest = magnitude
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(0x30 &+ UInt8(truncatingIfNeeded: digit))
      rest = quotient
    } while rest != 0
    var (low, high) = (start, bytes.count &- 1)
    while low < high {
      bytes.swapAt(low, high)
      low &+= 1
      high &-= 1
    }
  }

  /// Writes a number by the fewest digits that say no other of its type; it must be finite.
  mutating func write(finite number: some BinaryFloatingPoint & CustomStringConvertible) {
    let text = number.description
    let digits = text.utf8.span
    // The standard library writes 2 as 2.0, where JSON needs no fraction.
    let isWhole =
      digits.count > 2 && digits[digits.count - 2] == 0x2e && digits[digits.count - 1] == 0x30
    bytes.append(isWhole ? digits.extracting(0..<digits.count - 2) : digits)
  }

  /// Writes a number as it was read.
  mutating func write(_ number: JSONNumber) {
    switch number.storage {
    case .signed(let value): write(integer: value)
    case .unsigned(let value): write(integer: value)
    case .double(let value): write(finite: value)
    case .text(let text): write(plain: text)
    }
  }
}
