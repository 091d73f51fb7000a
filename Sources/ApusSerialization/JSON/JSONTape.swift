internal import ApusBytes

/// An array of the tokens of a JSON document, in the order of the text. Each token contains the
/// position of a value or a name.
///
/// A member of an object has two tokens: one token for its name and one token for its value. The
/// first byte of the value in the text determines the type of the token. A token occupies eight
/// bytes and represents at least two bytes of text, such as a digit and a comma.
struct JSONTape: Sendable {
  struct Entry: Sendable {
    let start: UInt32
    /// The extent of the JSON value in the document. For an array or object, the extent is the
    /// index after its last token. For any other value, the extent is the length in bytes, shifted
    /// left by two bits for flags.
    var extent: UInt32

    /// Creates the token of an open array or object with the index of the enclosing array or
    /// object.
    @inline(__always)
    init(openAt start: Int, inside place: Int) {
      self.start = UInt32(truncatingIfNeeded: start)
      extent = UInt32(truncatingIfNeeded: place)
    }

    /// Creates the token of a string, number or literal. The flag indicates a string with escape
    /// sequences, or a number that is an integer.
    @inline(__always)
    init(_ range: Range<Int>, flag: Bool) {
      start = UInt32(truncatingIfNeeded: range.lowerBound)
      extent = UInt32(truncatingIfNeeded: range.count) &<< 2 | (flag ? 1 : 0)
    }

    var offset: Int { Int(start) }
    /// The index after the last token of an array or object. For an open array or object, the value
    /// is the index of the enclosing array or object.
    var end: Int { Int(extent) }
    var byteCount: Int { Int(extent &>> 2) }
    /// A Boolean value that indicates whether a string contains escape sequences.
    var hasEscapes: Bool { extent & 1 != 0 }
    /// A Boolean value that indicates whether a name has neither escape sequences nor a duplicate
    /// that supersedes it.
    var isPlain: Bool { extent & 3 == 0 }
    /// A Boolean value that indicates whether a number has neither a fraction nor an exponent.
    var isInteger: Bool { extent & 1 != 0 }
    /// A Boolean value that indicates whether a duplicate of the name in the same object supersedes
    /// this name.
    var isSuperseded: Bool {
      get { extent & 2 != 0 }
      set { extent = newValue ? extent | 2 : extent & ~2 }
    }
  }

  /// The type of a JSON token, which the first byte of the token determines.
  enum Kind: Equatable {
    case null, bool, number, string, array, object
  }

  /// The maximum number of bytes of a JSON document. The offsets and lengths in the document fit
  /// into thirty bits.
  static let byteCountLimit = 1 << 30 - 1

  var entries: [Entry] = []

  /// Adds capacity for a number of tokens.
  mutating func makeRoom(_ count: Int) {
    entries.append(contentsOf: repeatElement(Entry(0..<0, flag: false), count: count))
  }

  /// Returns the type of the value at a token index.
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

  /// Returns the token index after a value, including the elements or members of the value.
  @inline(__always)
  func place(behind place: Int, in bytes: Span<UInt8>) -> Int {
    // The ASCII codes of `[` and `{` differ only in bit 5, so one comparison detects both brackets.
    bytes[entries[place].offset] | 0x20 == 0x7b ? entries[place].end : place &+ 1
  }

  /// Returns the number of elements of a JSON array.
  func count(of array: Int, in bytes: Span<UInt8>) -> Int {
    var count = 0
    var place = array &+ 1
    while place < entries[array].end {
      count &+= 1
      place = self.place(behind: place, in: bytes)
    }
    return count
  }

  /// Returns the number of members of a JSON object, including duplicate names.
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

  /// Returns the decoded text at a token index. The token at the index must be a string.
  func text(at place: Int, in bytes: Span<UInt8>) -> String {
    let content = bytes.extracting(content(at: place))
    return entries[place].hasEscapes ? JSONEscapes.text(content) : String(exactly: content)
  }

  /// Returns whether the decoded string at a token index equals the given UTF-8 bytes.
  @inline(__always)
  func isText(at place: Int, _ text: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    guard !entries[place].hasEscapes else {
      return self.text(at: place, in: bytes).utf8.span.isEqual(to: text)
    }
    return bytes.extracting(content(at: place)).isEqual(to: text)
  }
}

extension String {
  /// Returns the string for bytes that are valid UTF-8.
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
