internal import ApusBytes

/// The places of all values of a document: an entry for each, in the order of the text.
///
/// A member of an object is two entries, its name and its value. The first byte of an entry in the
/// text determines its kind. An entry has eight bytes, for at least two of the text: a value and
/// the comma after it.
struct JSONTape: Sendable {
  struct Entry: Sendable {
    let start: UInt32
    /// For an array or object the place after its last entry; for other values the length in bytes
    /// above two flags.
    var extent: UInt32

    /// An array or object that is still open, inside the one at another place.
    @inline(__always)
    init(openAt start: Int, inside place: Int) {
      self.start = UInt32(truncatingIfNeeded: start)
      extent = UInt32(truncatingIfNeeded: place)
    }

    /// A text, a number or a literal; the flag means that a text has escapes or a number is an
    /// integer.
    @inline(__always)
    init(_ range: Range<Int>, flag: Bool) {
      start = UInt32(truncatingIfNeeded: range.lowerBound)
      extent = UInt32(truncatingIfNeeded: range.count) &<< 2 | (flag ? 1 : 0)
    }

    var offset: Int { Int(start) }
    /// The place after the last entry of an array or object; while it is open, the enclosing one.
    var end: Int { Int(extent) }
    var byteCount: Int { Int(extent &>> 2) }
    /// A Boolean value that indicates whether a text has escapes.
    var hasEscapes: Bool { extent & 1 != 0 }
    /// A Boolean value that indicates whether a name has no escapes and counts.
    var isPlain: Bool { extent & 3 == 0 }
    /// A Boolean value that indicates whether a number has neither a fraction nor an exponent.
    var isInteger: Bool { extent & 1 != 0 }
    /// A Boolean value that indicates whether a name does not count, because its object repeats it.
    var isSuperseded: Bool {
      get { extent & 2 != 0 }
      set { extent = newValue ? extent | 2 : extent & ~2 }
    }
  }

  /// The kind of token that a byte begins.
  enum Kind: Equatable {
    case null, bool, number, string, array, object
  }

  /// The greatest number of bytes whose offsets and lengths an entry holds.
  static let byteCountLimit = 1 << 30 - 1

  var entries: [Entry] = []

  /// Adds room for so many entries.
  mutating func makeRoom(_ count: Int) {
    entries.append(contentsOf: repeatElement(Entry(0..<0, flag: false), count: count))
  }

  /// The kind of the value at a place.
  @inline(__always)
  func kind(at place: Int, in bytes: Span<UInt8>) -> Kind {
    switch bytes[entries[place].offset] {
    case 0x22: .string
    case 0x7b: .object
    case 0x5b: .array
    case 0x74, 0x66: .bool
    case 0x6e: .null
    default: .number
    }
  }

  /// The place after a value with its whole content.
  @inline(__always)
  func place(behind place: Int, in bytes: Span<UInt8>) -> Int {
    // `[` and `{` differ in one bit.
    bytes[entries[place].offset] | 0x20 == 0x7b ? entries[place].end : place &+ 1
  }

  /// The number of elements of an array.
  func count(of array: Int, in bytes: Span<UInt8>) -> Int {
    var count = 0
    var place = array &+ 1
    while place < entries[array].end {
      count &+= 1
      place = self.place(behind: place, in: bytes)
    }
    return count
  }

  /// The number of members of an object, including repeated names.
  func count(ofMembersOf object: Int, in bytes: Span<UInt8>) -> Int {
    var count = 0
    var place = object &+ 1
    while place < entries[object].end {
      count &+= 1
      place = self.place(behind: place &+ 1, in: bytes)
    }
    return count
  }

  /// The bytes between the quotation marks of a text.
  @inline(__always)
  func content(at place: Int) -> Range<Int> {
    let entry = entries[place]
    return entry.offset &+ 1..<entry.offset &+ entry.byteCount &- 1
  }

  /// The bytes of a number or literal.
  @inline(__always)
  func range(at place: Int) -> Range<Int> {
    let entry = entries[place]
    return entry.offset..<entry.offset &+ entry.byteCount
  }

  /// The text at a place, which has been found to be one.
  func text(at place: Int, in bytes: Span<UInt8>) -> String {
    let content = bytes.extracting(content(at: place))
    return entries[place].hasEscapes ? JSONEscapes.text(content) : String(exactly: content)
  }

  /// Returns whether a text equals some bytes.
  @inline(__always)
  func isText(at place: Int, _ text: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    guard !entries[place].hasEscapes else {
      return self.text(at: place, in: bytes).utf8.span.isEqual(to: text)
    }
    return bytes.extracting(content(at: place)).isEqual(to: text)
  }
}

extension String {
  /// Text that has been found to be UTF-8.
  @inline(__always)
  init(exactly bytes: Span<UInt8>) { self.init(copying: bytes) }
}

extension Span where Element == UInt8 {
  /// Returns whether two runs of bytes are the same.
  @inline(__always)
  func isEqual(to other: Span<UInt8>) -> Bool {
    ByteScan.areEqual(self, other)
  }
}
