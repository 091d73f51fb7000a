internal import ApusBytes

/// The positions of all values in a JSON document, with an entry for each value in the order of the
/// text.
///
/// A member of an object has two entries: one entry for its name and one entry for its value. The
/// byte of the text at an entry's offset determines the kind of the entry. An entry occupies eight
/// bytes and represents at least two bytes of text, such as a value and a comma.
struct JSONTape: Sendable {
  struct Entry: Sendable {
    let start: UInt32
    /// The extent of the value. For an array or object, the extent is the index after its last
    /// entry. For any other value, the extent is the length in bytes, shifted above two flag bits.
    var extent: UInt32

    /// Creates the entry of an open array or object with the index of its parent container.
    @inline(__always)
    init(openAt start: Int, inside place: Int) {
      self.start = UInt32(truncatingIfNeeded: start)
      extent = UInt32(truncatingIfNeeded: place)
    }

    /// Creates the entry of a string, number or literal. The flag indicates a string with escapes
    /// or a number that is an integer.
    @inline(__always)
    init(_ range: Range<Int>, flag: Bool) {
      start = UInt32(truncatingIfNeeded: range.lowerBound)
      extent = UInt32(truncatingIfNeeded: range.count) &<< 2 | (flag ? 1 : 0)
    }

    var offset: Int { Int(start) }
    /// The index after the last entry of an array or object. For an open array or object, the value
    /// is the index of its parent.
    var end: Int { Int(extent) }
    var byteCount: Int { Int(extent &>> 2) }
    /// A Boolean value that indicates whether a string contains escapes.
    var hasEscapes: Bool { extent & 1 != 0 }
    /// A Boolean value that indicates whether a name contains no escapes and is not superseded by a
    /// duplicate name.
    var isPlain: Bool { extent & 3 == 0 }
    /// A Boolean value that indicates whether a number has neither a fraction nor an exponent.
    var isInteger: Bool { extent & 1 != 0 }
    /// A Boolean value that indicates whether a name does not count because its object repeats the
    /// name.
    var isSuperseded: Bool {
      get { extent & 2 != 0 }
      set { extent = newValue ? extent | 2 : extent & ~2 }
    }
  }

  /// The kind of token that a first byte determines.
  enum Kind: Equatable {
    case null, bool, number, string, array, object
  }

  /// The maximum number of bytes of a document whose offsets and lengths fit into an entry.
  static let byteCountLimit = 1 << 30 - 1

  var entries: [Entry] = []

  /// Adds capacity for a number of entries.
  mutating func makeRoom(_ count: Int) {
    entries.append(contentsOf: repeatElement(Entry(0..<0, flag: false), count: count))
  }

  /// Returns the kind of the value at an entry.
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

  /// Returns the index of the entry after a value and its content.
  @inline(__always)
  func place(behind place: Int, in bytes: Span<UInt8>) -> Int {
    // The codes of `[` and `{` differ in one bit.
    bytes[entries[place].offset] | 0x20 == 0x7b ? entries[place].end : place &+ 1
  }

  /// Returns the number of elements of an array.
  func count(of array: Int, in bytes: Span<UInt8>) -> Int {
    var count = 0
    var place = array &+ 1
    while place < entries[array].end {
      count &+= 1
      place = self.place(behind: place, in: bytes)
    }
    return count
  }

  /// Returns the number of members of an object, including duplicate names.
  func count(ofMembersOf object: Int, in bytes: Span<UInt8>) -> Int {
    var count = 0
    var place = object &+ 1
    while place < entries[object].end {
      count &+= 1
      place = self.place(behind: place &+ 1, in: bytes)
    }
    return count
  }

  /// Returns the bytes between the quotation marks of a string.
  @inline(__always)
  func content(at place: Int) -> Range<Int> {
    let entry = entries[place]
    return entry.offset &+ 1..<entry.offset &+ entry.byteCount &- 1
  }

  /// Returns the bytes of a number or literal.
  @inline(__always)
  func range(at place: Int) -> Range<Int> {
    let entry = entries[place]
    return entry.offset..<entry.offset &+ entry.byteCount
  }

  /// Returns the text of the string at an entry. The entry must be a string.
  func text(at place: Int, in bytes: Span<UInt8>) -> String {
    let content = bytes.extracting(content(at: place))
    return entries[place].hasEscapes ? JSONEscapes.text(content) : String(exactly: content)
  }

  /// Returns whether the string at an entry equals given bytes.
  @inline(__always)
  func isText(at place: Int, _ text: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    guard !entries[place].hasEscapes else {
      return self.text(at: place, in: bytes).utf8.span.isEqual(to: text)
    }
    return bytes.extracting(content(at: place)).isEqual(to: text)
  }
}

extension String {
  /// Returns the text of bytes that have been checked as UTF-8.
  @inline(__always)
  init(exactly bytes: Span<UInt8>) { self.init(copying: bytes) }
}

extension Span where Element == UInt8 {
  /// Returns whether two byte ranges have the same content.
  @inline(__always)
  func isEqual(to other: Span<UInt8>) -> Bool {
    ByteScan.areEqual(self, other)
  }
}
