@testable import ApusSerialization

/// The result of a pull parser for some bytes in pieces.
struct XMLTrace: Equatable {
  private(set) var events: [XML.Event] = []
  /// Names as written, which may differ for equal events.
  private(set) var names: [String] = []
  private(set) var error: XML.ParsingError?

  /// Feeds pieces of the sizes given, over and over.
  init(
    _ bytes: [UInt8], pieceSizes: [Int] = [.max], charset: String? = nil,
    limits: XML.Limits = XML.Limits()
  ) {
    var parser = XML.PullParser(charset: charset, limits: limits)
    var at = 0
    var turn = 0
    do throws(XML.ParsingError) {
      while at < bytes.count {
        let count = min(pieceSizes[turn % pieceSizes.count], bytes.count - at)
        parser.feed(bytes.span.extracting(at..<at + count))
        at += count
        turn += 1
        try take(&parser)
      }
      parser.finish()
      try take(&parser)
    } catch {
      self.error = error
    }
  }

  init(_ text: String, charset: String? = nil, limits: XML.Limits = XML.Limits()) {
    self.init(Array(text.utf8), charset: charset, limits: limits)
  }

  var isWellFormed: Bool { error == nil && events.last == .endDocument }

  private mutating func take(_ parser: inout XML.PullParser) throws(XML.ParsingError) {
    while let event = try parser.next() {
      events.append(event)
      if case .startElement(let tag) = event {
        names.append(tag.name.qualifiedName)
        names += tag.attributes.map(\.name.qualifiedName)
      }
    }
  }
}

/// Numbers that look random and are the same each time.
struct XMLShuffle {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  mutating func next(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }
}
