internal import ApusBytes

/// A search for the end of the current XML token, which examines each received byte only once.
///
/// The parser reads only complete tokens. Therefore events and errors do not depend on the network
/// packets. XML 1.0 section 2.1.
struct XMLFrame {
  /// The kinds of tokens in an XML document, such as a start tag or a comment.
  enum Token {
    case text, startTag, endTag, comment, section, instruction, documentType
  }

  /// The number of bytes of the token in which the end of the token was not found.
  private var scanned = 0
  /// The quotation mark of the current attribute value or literal, or zero outside quotation marks.
  private var quote: UInt8 = 0
  private var documentType = XMLDocumentTypeFrame()

  /// Returns the kind of the XML token at a position, or `nil` if more bytes are needed.
  static func token(at start: Int, in bytes: Span<UInt8>) throws(XMLFault) -> Token? {
    guard bytes[start] == 0x3c else { return .text }
    guard start &+ 1 < bytes.count else { return nil }
    switch bytes[start &+ 1] {
    case 0x2f: return .endTag
    case 0x3f: return .instruction
    case 0x21: return try tokenWithMark(at: start, in: bytes)
    default: return .startTag
    }
  }

  private static func tokenWithMark(
    at start: Int, in bytes: Span<UInt8>
  ) throws(XMLFault) -> Token? {
    let marks: KeyValuePairs<StaticString, Token> = [
      "<!--": .comment, "<![CDATA[": .section, "<!DOCTYPE": .documentType,
    ]
    var longest = 0
    for (mark, token) in marks {
      var length = 0
      for byte in mark.description.utf8 {
        guard start + length < bytes.count, bytes[start + length] == byte else { break }
        length += 1
      }
      if length == mark.utf8CodeUnitCount { return token }
      longest = max(longest, length)
    }
    let at = start + longest
    guard at < bytes.count else { return nil }
    throw XMLFault(.unexpectedByte(bytes[at]), at: at)
  }

  /// Returns the position after an XML token, or `nil` if the token is incomplete.
  ///
  /// A `<` ends an unfinished tag, because a tag cannot contain `<`.
  mutating func end(of token: Token, at start: Int, in bytes: Span<UInt8>) -> Int? {
    let end: Int?
    switch token {
    case .text:
      let at = ByteScan.first(
        0x3c, or: 0x3c, in: bytes, from: start &+ scanned, to: bytes.count)
      end = at < bytes.count ? at : nil
    case .startTag: end = endOfStartTag(at: start, in: bytes)
    case .endTag:
      let from = start &+ max(scanned, 2)
      let at = ByteScan.first(0x3e, or: 0x3c, in: bytes, from: from, to: max(from, bytes.count))
      end = at < bytes.count ? at &+ 1 : nil
    case .comment: end = self.end(of: 0x2d, twice: true, behind: start &+ 6, start, in: bytes)
    case .section: end = self.end(of: 0x5d, twice: true, behind: start &+ 11, start, in: bytes)
    case .instruction:
      end = self.end(of: 0x3f, twice: false, behind: start &+ 3, start, in: bytes)
    case .documentType: end = documentType.end(in: bytes, from: start &+ max(scanned, 9))
    }
    if end == nil {
      scanned = bytes.count &- start
    } else {
      scanned = 0
      quote = 0
    }
    return end
  }

  @inline(__always)
  private mutating func endOfStartTag(at start: Int, in bytes: Span<UInt8>) -> Int? {
    var at = start &+ max(scanned, 1)
    while at < bytes.count {
      if quote != 0 {
        at = ByteScan.first(quote, or: 0x3c, in: bytes, from: at, to: bytes.count)
        guard at < bytes.count else { return nil }
        if bytes[at] == 0x3c { return at &+ 1 }
        quote = 0
      } else {
        switch bytes[at] {
        case 0x3e, 0x3c: return at &+ 1
        case 0x22, 0x27: quote = bytes[at]
        default: break
        }
      }
      at &+= 1
    }
    return nil
  }

  private func end(
    of mark: UInt8, twice: Bool, behind first: Int, _ start: Int, in bytes: Span<UInt8>
  ) -> Int? {
    let from = max(first, start &+ scanned)
    return Self.end(of: mark, twice: twice, in: bytes, from: from, to: bytes.count)
  }

  /// Returns the position after the first end marker of a token, such as `-->` or `?>`.
  static func end(
    of mark: UInt8, twice: Bool = false, in bytes: Span<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    var at = start
    while at < end {
      at = ByteScan.first(0x3e, or: 0x3e, in: bytes, from: at, to: end)
      guard at < end else { return nil }
      if bytes[at &- 1] == mark, !twice || bytes[at &- 2] == mark { return at &+ 1 }
      at &+= 1
    }
    return nil
  }
}
