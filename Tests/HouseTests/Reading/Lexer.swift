/// Splits Swift code into tokens and comments, by bytes and in one pass.
///
/// It supports line comments, nested block comments, all forms of string literals with interpolated
/// code, and raw identifiers. Bare regular expressions are not supported: the house has none.
struct Lexer {
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private(set) var tokens: [Token] = []
  private(set) var comments: [Comment] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    readCode(untilClosing: false)
  }

  private func peek(_ ahead: Int = 0) -> UInt8 {
    at + ahead < bytes.count ? bytes[at + ahead] : 0
  }

  /// Reads to the end, or to the parenthesis that ends an interpolation.
  private mutating func readCode(untilClosing: Bool) {
    var depth = 0
    var end = at
    while at < bytes.count {
      let byte = bytes[at]
      let isAttached = end == at
      switch byte {
      case 0x0a:
        line += 1
        at += 1
      case 0x20, 0x09, 0x0d: at += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): readLineComment()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): readBlockComment()
      case UInt8(ascii: "\""),
        UInt8(ascii: "#") where beginsText:
        readText(isAttached)
      case UInt8(ascii: "`"): readRawIdentifier(isAttached)
      case _ where Self.isWord(byte): readWord(isAttached)
      default:
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        at += 1
        if untilClosing, depth < 0 { return }
        add(.symbol, at - 1..<at, isAttached)
      }
      if byte > 0x20 { end = at }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte | 0x20 &- 0x61 < 26 || byte == 0x5f || byte == 0x23 || byte >= 0x80
  }

  /// A Boolean value that indicates whether pound signs at this position lead to a quotation mark.
  private var beginsText: Bool {
    var ahead = 0
    while peek(ahead) == UInt8(ascii: "#") { ahead += 1 }
    return peek(ahead) == UInt8(ascii: "\"")
  }

  private mutating func readWord(_ isAttached: Bool) {
    let start = at
    repeat { at += 1 } while at < bytes.count && Self.isWord(bytes[at])
    add(.word, start..<at, isAttached)
  }

  private mutating func readRawIdentifier(_ isAttached: Bool) {
    let start = at
    repeat { at += 1 } while at < bytes.count && bytes[at] != UInt8(ascii: "`")
    at += 1
    add(.word, start..<min(at, bytes.count), isAttached)
  }

  private mutating func readLineComment() {
    let start = at
    while at < bytes.count, bytes[at] != 0x0a { at += 1 }
    comments.append(Comment(line: line, text: text(start..<at)))
  }

  private mutating func readBlockComment() {
    var depth = 0
    var start = at
    repeat {
      if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        at += 1
      } else if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        at += 1
      } else if peek() == 0x0a {
        comments.append(Comment(line: line, text: text(start..<at)))
        line += 1
        start = at + 1
      }
      at += 1
    } while depth > 0 && at < bytes.count
    comments.append(Comment(line: line, text: text(start..<min(at, bytes.count))))
  }

  /// Reads a string literal, and its interpolations as code.
  private mutating func readText(_ isAttached: Bool) {
    let pounds = count(of: UInt8(ascii: "#"), from: at)
    at += pounds
    // A line ends after three quotation marks that begin a text; `#""""#` has two within one.
    let quotes = count(of: UInt8(ascii: "\""), from: at) == 3 && peek(3) == 0x0a ? 3 : 1
    at += quotes
    let firstLine = line
    var start = at
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\\"), count(of: UInt8(ascii: "#"), from: at + 1) >= pounds {
        let escape = at
        at += 2 + pounds
        guard escape + pounds + 1 < bytes.count, bytes[at - 1] == UInt8(ascii: "(") else {
          continue
        }
        add(.text, start..<escape, isAttached, line: firstLine)
        readCode(untilClosing: true)
        start = at
      } else if byte == UInt8(ascii: "\""), count(of: byte, from: at) >= quotes,
        count(of: UInt8(ascii: "#"), from: at + quotes) >= pounds
      {
        add(.text, start..<at, isAttached, line: firstLine)
        at += quotes + pounds
        return
      } else {
        if byte == 0x0a { line += 1 }
        at += 1
      }
    }
  }

  /// Returns the number of repetitions of a byte.
  private func count(of byte: UInt8, from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == byte { end += 1 }
    return end - start
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func add(
    _ kind: Token.Kind, _ range: Range<Int>, _ isAttached: Bool, line: Int? = nil
  ) {
    let token = Token(
      kind: kind, value: text(range), line: line ?? self.line, isAttached: isAttached)
    tokens.append(token)
  }
}
