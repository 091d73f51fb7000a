internal import ApusBytes

/// Builds values out of what a scanner reads, by one function for each rule of the grammar.
///
/// RFC 8259 section 2.
struct JSONParser {
  private var scanner: JSONScanner
  private let options: JSONReadingOptions

  /// Room for this many elements is made at once: growing from one costs more than they do.
  private static let firstRoom = 4

  init(_ bytes: Span<UInt8>, _ options: JSONReadingOptions) {
    scanner = JSONScanner(bytes)
    self.options = options
  }

  /// One value, and nothing but white space around it.
  mutating func readDocument(in bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    scanner.skipByteOrderMark(in: bytes)
    let value = try readValue(in: bytes, depth: 0)
    guard scanner.next(in: bytes) == nil else {
      throw .trailingBytes(at: scanner.position(in: bytes))
    }
    return value
  }

  /// RFC 8259 section 3.
  private mutating func readValue(
    in bytes: Span<UInt8>, depth: Int
  ) throws(JSONError) -> JSONValue {
    guard let byte = scanner.next(in: bytes) else { throw scanner.unexpected(in: bytes) }
    switch byte {
    case 0x22: return .string(try scanner.readString(in: bytes))
    case 0x2d, 0x30...0x39: return .number(try scanner.readNumber(in: bytes))
    case 0x7b: return .object(try readObject(in: bytes, depth: depth + 1))
    case 0x5b: return .array(try readArray(in: bytes, depth: depth + 1))
    case 0x74: return try scanner.read("true", as: .bool(true), in: bytes)
    case 0x66: return try scanner.read("false", as: .bool(false), in: bytes)
    case 0x6e: return try scanner.read("null", as: .null, in: bytes)
    default: throw scanner.unexpected(in: bytes)
    }
  }

  ///     array = begin-array [ value *( value-separator value ) ] end-array
  ///
  /// RFC 8259 section 5.
  private mutating func readArray(
    in bytes: Span<UInt8>, depth: Int
  ) throws(JSONError) -> [JSONValue] {
    try open(depth, in: bytes)
    var elements: [JSONValue] = []
    if scanner.skip(0x5d, in: bytes) { return elements }
    elements.reserveCapacity(Self.firstRoom)
    repeat {
      elements.append(try readValue(in: bytes, depth: depth))
    } while scanner.skip(0x2c, in: bytes)
    guard scanner.skip(0x5d, in: bytes) else { throw scanner.unexpected(in: bytes) }
    return elements
  }

  ///     object = begin-object [ member *( value-separator member ) ] end-object
  ///     member = string name-separator value
  ///
  /// RFC 8259 section 4.
  private mutating func readObject(
    in bytes: Span<UInt8>, depth: Int
  ) throws(JSONError) -> JSONObject {
    try open(depth, in: bytes)
    var object = JSONObject()
    if scanner.skip(0x7d, in: bytes) { return object }
    object.reserveCapacity(Self.firstRoom)
    repeat {
      guard scanner.next(in: bytes) == 0x22 else { throw scanner.unexpected(in: bytes) }
      let start = scanner.position
      let key = try scanner.readString(in: bytes)
      guard scanner.skip(0x3a, in: bytes) else { throw scanner.unexpected(in: bytes) }
      let value = try readValue(in: bytes, depth: depth)
      guard let place = object.place(of: key) else {
        object.append(value, forNewKey: key)
        continue
      }
      switch options.duplicateKeys {
      case .useLast: object.replaceValue(at: place, with: value)
      case .useFirst: break
      case .refuse: throw .duplicateKey(key, at: JSONPosition(offset: start, in: bytes))
      }
    } while scanner.skip(0x2c, in: bytes)
    guard scanner.skip(0x7d, in: bytes) else { throw scanner.unexpected(in: bytes) }
    return object
  }

  /// Passes the opening bracket, unless there are too many around it.
  private mutating func open(_ depth: Int, in bytes: Span<UInt8>) throws(JSONError) {
    guard depth <= options.depthLimit else {
      throw .tooDeep(limit: options.depthLimit, at: scanner.position(in: bytes))
    }
    scanner.pass(1)
  }
}
