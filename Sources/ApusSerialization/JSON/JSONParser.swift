internal import ApusBytes

/// A JSON parser, which checks a JSON document and records the positions of its values.
///
/// The parser is not recursive: an open array or object stores the index of its enclosing array or
/// object. For performance, the main loop handles only frequent cases. The loop writes tokens to
/// memory that was allocated in advance, and stops when the memory is full.
///
/// RFC 8259 section 2.
struct JSONParser {
  private var scanner: JSONScanner
  private let options: JSON.ReadingOptions
  /// The number of tokens that the JSON parser has written.
  private var count = 0
  /// The token index of the innermost open array or object. The value is -1 if no array or object
  /// is open.
  private var open = -1
  /// A Boolean value that indicates whether the parser is in an object instead of an array.
  private var isInObject = false
  private var next = Next.value
  private var depth = 0
  /// A Bloom filter of the names in the innermost object. All bits are set if two names may be
  /// equal.
  private var names: UInt64 = 0
  /// The Bloom filters of the arrays and objects that enclose the innermost array or object.
  private var outerNames: [UInt64] = []

  /// The kind of token that the parser expects next.
  private enum Next {
    case value, name
    /// The parser expects a comma or a closing bracket. Outside all brackets, the parser expects
    /// the end of the text.
    case end
  }

  /// The reason that the main loop of the JSON parser stops.
  private enum Pause {
    /// The parser has read the whole JSON document.
    case done
    /// The memory for the tokens is full.
    case full
    /// The parser reached the end of an object that may contain duplicate names.
    case repeated
  }

  /// Parses a JSON document, which is a single value with optional surrounding white space.
  ///
  ///     JSON-text = ws value ws
  ///
  /// The parser skips a byte order mark at the start of the text, which section 8.1 allows.
  ///
  /// RFC 8259 section 2.
  static func parse(
    _ bytes: Span<UInt8>, _ options: JSON.ReadingOptions
  ) throws(JSON.ParsingError) -> JSONTape {
    guard bytes.count <= options.byteCountLimit else {
      throw .tooLarge(byteCount: bytes.count, limit: options.byteCountLimit)
    }
    var parser = JSONParser(bytes, options)
    return try parser.readDocument(in: bytes)
  }

  private init(_ bytes: Span<UInt8>, _ options: JSON.ReadingOptions) {
    scanner = JSONScanner(bytes)
    self.options = options
  }

  private mutating func readDocument(in bytes: Span<UInt8>) throws(JSON.ParsingError) -> JSONTape {
    scanner.skipByteOrderMark(in: bytes)
    var tape = JSONTape()
    tape.makeRoom(bytes.count / 7 &+ 8)
    reading: while true {
      switch try read(to: &tape, in: bytes) {
      case .done: break reading
      case .full: tape.makeRoom(tape.entries.count / 2)
      case .repeated:
        try tape.settleNames(of: open, to: count, options.duplicateKeys, in: bytes)
        names = 0
      }
    }
    tape.entries.removeLast(tape.entries.count &- count)
    guard scanner.next(in: bytes) == nil else {
      throw .trailingBytes(at: scanner.position(in: bytes))
    }
    let start = tape.entries[0].offset
    guard !options.requiresContainer || bytes[start] == 0x7b || bytes[start] == 0x5b else {
      throw .loneValue(at: JSON.Position(offset: start, in: bytes))
    }
    return tape
  }

  /// Parses values until the document ends, the token memory is full, or an object may contain
  /// duplicate names.
  private mutating func read(
    to tape: inout JSONTape, in bytes: Span<UInt8>
  ) throws(JSON.ParsingError) -> Pause {
    var state = self
    var entries = tape.entries.mutableSpan
    let pause = try state.read(to: &entries, in: bytes)
    self = state
    return pause
  }

  @inline(__always)
  private mutating func read(
    to entries: inout MutableSpan<JSONTape.Entry>, in bytes: Span<UInt8>
  ) throws(JSON.ParsingError) -> Pause {
    while true {
      guard count < entries.count else { return .full }
      switch next {
      case .value: try readValue(to: &entries, in: bytes)
      case .name: try readName(to: &entries, in: bytes)
      case .end:
        guard open >= 0 else { return .done }
        let byte = scanner.next(in: bytes)
        if byte == 0x2c {
          scanner.pass()
          next = isInObject ? .name : .value
        } else if byte == (isInObject ? 0x7d : 0x5d) {
          if isInObject, names == .max { return .repeated }
          leave(&entries, in: bytes)
        } else {
          throw scanner.unexpected(in: bytes)
        }
      }
    }
  }

  /// Parses a value, or the opening bracket of a nonempty array or object.
  ///
  ///     array  = begin-array [ value *( value-separator value ) ] end-array
  ///     object = begin-object [ member *( value-separator member ) ] end-object
  ///
  /// RFC 8259 sections 3 to 5.
  @inline(__always)
  private mutating func readValue(
    to entries: inout MutableSpan<JSONTape.Entry>, in bytes: Span<UInt8>
  ) throws(JSON.ParsingError) {
    guard let byte = scanner.next(in: bytes) else { throw scanner.unexpected(in: bytes) }
    let entry: JSONTape.Entry
    switch byte {
    case 0x22: entry = try scanner.passString(in: bytes)
    case 0x2d, 0x30...0x39: entry = try scanner.passNumber(in: bytes)
    case 0x74:
      let letters = ByteScan.quartet("t", "r", "u", "e")
      entry = try scanner.passLiteral(letters, byteCount: 4, in: bytes)
    case 0x66:
      let letters = ByteScan.quartet("a", "l", "s", "e")
      entry = try scanner.passLiteral(letters, byteCount: 5, in: bytes)
    case 0x6e:
      let letters = ByteScan.quartet("n", "u", "l", "l")
      entry = try scanner.passLiteral(letters, byteCount: 4, in: bytes)
    case 0x7b, 0x5b:
      try enter(&entries, in: bytes)
      isInObject = byte == 0x7b
      next = isInObject ? .name : .value
      // The ASCII code of each closing bracket is two greater than the code of its opening bracket.
      if scanner.next(in: bytes) == byte &+ 2 { leave(&entries, in: bytes) }
      return
    default: throw scanner.unexpected(in: bytes)
    }
    entries[count] = entry
    count &+= 1
    next = .end
  }

  /// Reads the name of an object member and the colon after the name.
  ///
  ///     member = string name-separator value
  ///
  /// RFC 8259 section 4.
  @inline(__always)
  private mutating func readName(
    to entries: inout MutableSpan<JSONTape.Entry>, in bytes: Span<UInt8>
  ) throws(JSON.ParsingError) {
    guard scanner.next(in: bytes) == 0x22 else { throw scanner.unexpected(in: bytes) }
    let name = try scanner.passString(in: bytes)
    entries[count] = name
    count &+= 1
    let bit = JSONTape.trace(of: name, in: bytes)
    names = names & bit == 0 ? names | bit : .max
    guard scanner.next(in: bytes) == 0x3a else { throw scanner.unexpected(in: bytes) }
    scanner.pass()
    next = .value
  }

  /// Skips the opening bracket of an array or object. The function throws an error if the nesting
  /// exceeds the depth limit.
  @inline(__always)
  private mutating func enter(
    _ entries: inout MutableSpan<JSONTape.Entry>, in bytes: Span<UInt8>
  ) throws(JSON.ParsingError) {
    guard depth < options.depthLimit else {
      throw .tooDeep(limit: options.depthLimit, at: scanner.position(in: bytes))
    }
    depth &+= 1
    outerNames.append(names)
    names = 0
    // An open array or object stores the index of its enclosing array or object instead of its end.
    // The index -1 is stored as the greatest unsigned number.
    entries[count] = JSONTape.Entry(openAt: scanner.position, inside: open)
    open = count
    count &+= 1
    scanner.pass()
  }

  /// Skips a closing bracket and returns to the enclosing array or object.
  @inline(__always)
  private mutating func leave(
    _ entries: inout MutableSpan<JSONTape.Entry>, in bytes: Span<UInt8>
  ) {
    scanner.pass()
    depth &-= 1
    names = outerNames.removeLast()
    let outer = depth == 0 ? -1 : entries[open].end
    entries[open].extent = UInt32(truncatingIfNeeded: count)
    open = outer
    next = .end
    isInObject = outer >= 0 && bytes[entries[outer].offset] == 0x7b
  }
}
