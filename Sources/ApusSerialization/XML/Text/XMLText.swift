internal import ApusBytes

/// A reader of XML text, which checks each character, resolves references and normalizes line ends.
struct XMLText {
  /// The kind of XML text: element text, an attribute value, or verbatim text.
  enum Style {
    /// The text of an XML element. XML 1.0 section 2.4.
    case text
    /// The value of an XML attribute. XML 1.0 section 3.3.3.
    case value
    /// The content of a comment, a processing instruction or a CDATA section, which contains no
    /// references.
    case verbatim
  }

  private let style: Style
  private let nameByteCountLimit: Int
  private let range: Range<Int>
  /// The converted text of all bytes before the position `copied`.
  private var written: [UInt8] = []
  private var copied: Int

  /// Returns the converted text of a byte range.
  @inline(__always)
  static func read(
    _ style: Style, _ range: Range<Int>, in bytes: Span<UInt8>, _ limits: XML.Limits
  ) throws(XMLFault) -> String {
    let at = firstUnusual(style, in: bytes, from: range.lowerBound, to: range.upperBound)
    guard at < range.upperBound else { return try string(range, in: bytes) }
    var text = XMLText(style, range, limits)
    return try text.read(in: bytes, from: at)
  }

  private init(_ style: Style, _ range: Range<Int>, _ limits: XML.Limits) {
    self.style = style
    self.range = range
    nameByteCountLimit = limits.nameByteCount
    copied = range.lowerBound
  }

  /// Returns the string for a byte range, which must be valid UTF-8.
  @inline(__always)
  static func string(_ range: Range<Int>, in bytes: Span<UInt8>) throws(XMLFault) -> String {
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: bytes.extracting(range)))
    } catch {
      throw XMLFault(.malformedUTF8, at: range.lowerBound + error.byteOffsets.lowerBound)
    }
  }

  /// Returns the position of the first byte that cannot be copied unchanged, such as `&` or a
  /// carriage return.
  @inline(__always)
  private static func firstUnusual(
    _ style: Style, in bytes: Span<UInt8>, from start: Int, to end: Int
  ) -> Int {
    guard style == .value else {
      return ByteScan.firstUnusualInXML(in: bytes, from: start, to: end)
    }
    var at = start
    while at < end {
      let byte = bytes[at]
      if byte < 0x20 || byte == 0x26 || byte == 0x3c || byte == 0xef { break }
      at &+= 1
    }
    return at
  }

  private mutating func read(in bytes: Span<UInt8>, from start: Int) throws(XMLFault) -> String {
    var at = start
    while at < range.upperBound {
      at = try pass(at, in: bytes)
      at = Self.firstUnusual(style, in: bytes, from: at, to: range.upperBound)
    }
    guard copied > range.lowerBound else { return try Self.string(range, in: bytes) }
    // The converted text is valid UTF-8 if the source bytes are valid UTF-8. An error position must
    // refer to the source bytes.
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.extracting(range))
    } catch {
      throw XMLFault(.malformedUTF8, at: range.lowerBound + error.byteOffsets.lowerBound)
    }
    written.append(bytes.extracting(copied..<range.upperBound))
    return try Self.string(0..<written.count, in: written.span)
  }

  /// Converts a byte that cannot be copied unchanged, together with the rest of its reference or
  /// line end.
  private mutating func pass(_ at: Int, in bytes: Span<UInt8>) throws(XMLFault) -> Int {
    let byte = bytes[at]
    switch byte {
    case 0x26 where style != .verbatim:
      let (scalar, end) = try reference(at: at, in: bytes)
      replace(at..<end, in: bytes, by: scalar)
      return end
    case 0x0d:
      // The line ends CR LF and CR are converted to LF. XML 1.0 section 2.11.
      let isPair = at &+ 1 < range.upperBound && bytes[at &+ 1] == 0x0a
      let end = isPair ? at &+ 2 : at &+ 1
      replace(at..<end, in: bytes, by: style == .value ? 0x20 : 0x0a)
      return end
    case 0x09 where style == .value, 0x0a where style == .value:
      replace(at..<at &+ 1, in: bytes, by: 0x20)
    case 0x3c where style == .value: throw XMLFault(.unexpectedByte(byte), at: at)
    case 0x3e where style == .text && at &- range.lowerBound >= 2:
      if bytes[at &- 1] == 0x5d, bytes[at &- 2] == 0x5d {
        throw XMLFault(.sectionEndInText, at: at &- 2)
      }
    case 0xef where at &+ 2 < range.upperBound && bytes[at &+ 1] == 0xbf:
      let last = bytes[at &+ 2]
      if last == 0xbe || last == 0xbf {
        throw XMLFault(.illegalCharacter(0xff40 | UInt32(last)), at: at)
      }
    case 0x09, 0x0a: break
    case 0..<0x20: throw XMLFault(.illegalCharacter(UInt32(byte)), at: at)
    default: break
    }
    return at &+ 1
  }

  private mutating func replace(_ part: Range<Int>, in bytes: Span<UInt8>, by scalar: UInt32) {
    written.append(bytes.extracting(copied..<part.lowerBound))
    XMLTextDecoder.append(scalar, to: &written)
    copied = part.upperBound
  }

  /// Resolves a character reference, such as `&#65;`, or a reference to a predefined entity, such
  /// as `&amp;`.
  private func reference(
    at start: Int, in bytes: Span<UInt8>
  ) throws(XMLFault) -> (scalar: UInt32, end: Int) {
    var cursor = Cursor(start &+ 1..<range.upperBound)
    switch try Self.readReference(&cursor, in: bytes, nameByteCountLimit) {
    case .character(let scalar): return (scalar, cursor.position)
    case .entity(let name):
      let entity = try Self.string(name, in: bytes)
      guard let scalar = Self.scalar(of: entity) else {
        throw XMLFault(.undeclaredEntity(entity), at: start)
      }
      return (scalar, cursor.position)
    }
  }

  /// Checks the syntax of a reference and returns the position after the reference.
  static func endOfReference(
    at start: Int, to end: Int, in bytes: Span<UInt8>, _ limits: XML.Limits
  ) throws(XMLFault) -> Int {
    var cursor = Cursor(start + 1..<end)
    _ = try readReference(&cursor, in: bytes, limits.nameByteCount)
    return cursor.position
  }

  private enum Reference {
    case character(UInt32)
    case entity(Range<Int>)
  }

  /// Parses a character reference or entity reference after the ampersand.
  ///
  ///     Reference ::= EntityRef | CharRef
  ///     EntityRef ::= '&' Name ';'
  ///     CharRef   ::= '&#' [0-9]+ ';' | '&#x' [0-9a-fA-F]+ ';'
  ///
  /// XML 1.0 section 4.1.
  private static func readReference(
    _ cursor: inout Cursor, in bytes: Span<UInt8>, _ nameByteCountLimit: Int
  ) throws(XMLFault) -> Reference {
    let start = cursor.position - 1
    if cursor.skip("#x", in: bytes) {
      return .character(try readNumber(radix: 16, from: start, &cursor, in: bytes))
    }
    if cursor.skip("#", in: bytes) {
      return .character(try readNumber(radix: 10, from: start, &cursor, in: bytes))
    }
    guard let first = cursor.peek(in: bytes), first >= 0x80 || XMLCharacter.isNameStart(first)
    else { throw XMLFault(.malformedReference, at: start) }
    let name = try XMLScannedName(
      in: bytes, from: cursor.position, to: cursor.end, limit: nameByteCountLimit)
    cursor.position = name.end
    guard cursor.skip(0x3b, in: bytes) else { throw XMLFault(.malformedReference, at: start) }
    return .entity(name.range)
  }

  private static func readNumber(
    radix: UInt32, from start: Int, _ cursor: inout Cursor, in bytes: Span<UInt8>
  ) throws(XMLFault) -> UInt32 {
    var value: UInt32 = 0
    var isEmpty = true
    while let byte = cursor.peek(in: bytes), let digit = ASCII.hexValue(byte), digit < radix {
      // The code point is not increased beyond the last Unicode character, so the computation
      // cannot overflow.
      if value <= 0x10_ffff { value = value * radix + UInt32(digit) }
      isEmpty = false
      cursor.position &+= 1
    }
    guard !isEmpty, cursor.skip(0x3b, in: bytes) else {
      throw XMLFault(.malformedReference, at: start)
    }
    guard XMLCharacter.isLegal(value) else { throw XMLFault(.illegalCharacter(value), at: start) }
    return value
  }

  /// Returns the character of a predefined entity, such as `&` for `amp`. XML 1.0 section 4.6.
  private static func scalar(of entity: String) -> UInt32? {
    switch entity {
    case "lt": 0x3c
    case "gt": 0x3e
    case "amp": 0x26
    case "apos": 0x27
    case "quot": 0x22
    default: nil
    }
  }
}
