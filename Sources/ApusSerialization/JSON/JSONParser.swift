internal import ApusBytes

/// Finds every value of a document, and nothing that is not JSON.
///
/// It calls itself nowhere: an array or object that is open keeps the place of the one around it
/// until it closes.
///
/// RFC 8259 section 2.
struct JSONParser {
  private var scanner: JSONScanner
  private let options: JSONReadingOptions
  private var tape = JSONTape()
  /// The innermost open array or object, or -1.
  private var open = -1
  /// Whether it is an object.
  private var isInObject = false
  private var depth = 0

  /// Finds the values of a document: one value, and nothing but white space around it.
  ///
  ///     JSON-text = ws value ws
  ///
  /// A byte order mark in front is passed over, which section 8.1 allows.
  ///
  /// RFC 8259 section 2.
  static func parse(
    _ bytes: Span<UInt8>, _ options: JSONReadingOptions
  ) throws(JSONError) -> JSONTape {
    guard bytes.count <= options.byteCountLimit else {
      throw .tooLarge(byteCount: bytes.count, limit: options.byteCountLimit)
    }
    var parser = JSONParser(bytes, options)
    return try parser.readDocument(in: bytes)
  }

  private init(_ bytes: Span<UInt8>, _ options: JSONReadingOptions) {
    scanner = JSONScanner(bytes)
    self.options = options
    tape.entries.reserveCapacity(bytes.count / 12 &+ 4)
  }

  private mutating func readDocument(in bytes: Span<UInt8>) throws(JSONError) -> JSONTape {
    scanner.skipByteOrderMark(in: bytes)
    repeat {
      while try begin(in: bytes) {}
    } while try proceed(in: bytes)
    guard scanner.next(in: bytes) == nil else {
      throw .trailingBytes(at: scanner.position(in: bytes))
    }
    let start = tape.entries[0].offset
    guard !options.requiresContainer || bytes[start] == 0x7b || bytes[start] == 0x5b else {
      throw .loneValue(at: JSONPosition(offset: start, in: bytes))
    }
    return tape
  }

  /// Reads a value, or the start of an array or object that has something in it; whether the next
  /// thing must be a value again.
  ///
  /// RFC 8259 section 3.
  @inline(__always)
  private mutating func begin(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    guard let byte = scanner.next(in: bytes) else { throw scanner.unexpected(in: bytes) }
    switch byte {
    case 0x22: tape.entries.append(try scanner.passString(in: bytes))
    case 0x2d, 0x30...0x39: tape.entries.append(try scanner.passNumber(in: bytes))
    case 0x7b: return try beginObject(in: bytes)
    case 0x5b: return try beginArray(in: bytes)
    case 0x74: try readLiteral(ByteScan.quartet("t", "r", "u", "e"), byteCount: 4, in: bytes)
    case 0x66: try readLiteral(ByteScan.quartet("a", "l", "s", "e"), byteCount: 5, in: bytes)
    case 0x6e: try readLiteral(ByteScan.quartet("n", "u", "l", "l"), byteCount: 4, in: bytes)
    default: throw scanner.unexpected(in: bytes)
    }
    return false
  }

  @inline(__always)
  private mutating func readLiteral(
    _ letters: UInt32, byteCount: Int, in bytes: Span<UInt8>
  ) throws(JSONError) {
    tape.entries.append(try scanner.passLiteral(letters, byteCount: byteCount, in: bytes))
  }

  ///     array = begin-array [ value *( value-separator value ) ] end-array
  ///
  /// RFC 8259 section 5.
  @inline(__always)
  private mutating func beginArray(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    try enter(in: bytes)
    isInObject = false
    guard scanner.next(in: bytes) == 0x5d else { return true }
    leave(in: bytes)
    return false
  }

  ///     object = begin-object [ member *( value-separator member ) ] end-object
  ///
  /// RFC 8259 section 4.
  @inline(__always)
  private mutating func beginObject(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    try enter(in: bytes)
    isInObject = true
    guard scanner.next(in: bytes) != 0x7d else {
      leave(in: bytes)
      return false
    }
    try readName(in: bytes)
    return true
  }

  ///     member = string name-separator value
  ///
  /// RFC 8259 section 4.
  @inline(__always)
  private mutating func readName(in bytes: Span<UInt8>) throws(JSONError) {
    guard scanner.next(in: bytes) == 0x22 else { throw scanner.unexpected(in: bytes) }
    tape.entries.append(try scanner.passString(in: bytes))
    guard scanner.next(in: bytes) == 0x3a else { throw scanner.unexpected(in: bytes) }
    scanner.pass()
  }

  /// Reads on behind a value: whether another one follows. If not, the document's value has ended.
  @inline(__always)
  private mutating func proceed(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    while open >= 0 {
      let byte = scanner.next(in: bytes)
      if byte == 0x2c {
        scanner.pass()
        if isInObject { try readName(in: bytes) }
        return true
      }
      guard byte == (isInObject ? 0x7d : 0x5d) else { throw scanner.unexpected(in: bytes) }
      if isInObject { try tape.settleNames(of: open, options.duplicateKeys, in: bytes) }
      leave(in: bytes)
    }
    return false
  }

  /// Passes the opening bracket, unless there are too many around it.
  @inline(__always)
  private mutating func enter(in bytes: Span<UInt8>) throws(JSONError) {
    guard depth < options.depthLimit else {
      throw .tooDeep(limit: options.depthLimit, at: scanner.position(in: bytes))
    }
    depth &+= 1
    // What is around it is kept where its end will stand; -1 becomes the greatest number.
    tape.entries.append(JSONTape.Entry(openAt: scanner.position, inside: open))
    open = tape.entries.count &- 1
    scanner.pass()
  }

  /// Passes the closing bracket.
  @inline(__always)
  private mutating func leave(in bytes: Span<UInt8>) {
    scanner.pass()
    depth &-= 1
    let outer = depth == 0 ? -1 : tape.entries[open].end
    tape.entries[open].extent = UInt32(truncatingIfNeeded: tape.entries.count)
    open = outer
    isInObject = outer >= 0 && bytes[tape.entries[outer].offset] == 0x7b
  }
}
