/// The lines of a file's comments, without slashes and asterisks.
struct CommentLines {
  struct Line {
    let number: Int
    let text: [UInt8]
    /// A Boolean value that indicates whether the line continues the comment above it.
    let continues: Bool
  }

  private(set) var lines: [Line] = []

  /// Collects the comments of a Swift file.
  init(_ file: SourceFile) {
    let linesWithCode = Set(file.tokens.lazy.map(\.line))
    var isBlock = false
    for comment in file.comments {
      let isAlone = !linesWithCode.contains(comment.line)
      add(Array(comment.text.utf8), at: comment.line, isAlone: isAlone, isBlock: &isBlock)
    }
  }

  /// Collects the comments of a C file.
  init(cSource bytes: [UInt8]) {
    var at = 0
    var number = 1
    var isAlone = true
    var isBlock = false
    while at < bytes.count {
      let next = at + 1 < bytes.count ? bytes[at + 1] : 0
      switch bytes[at] {
      case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
        let end = bytes[at...].firstIndex(of: 0x0a) ?? bytes.count
        add(Array(bytes[at..<end]), at: number, isAlone: isAlone, isBlock: &isBlock)
        at = end
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        let end = Self.end(ofBlockAt: at, in: bytes)
        for line in bytes[at..<end].split(separator: 0x0a, omittingEmptySubsequences: false) {
          if isBlock { number += 1 }
          add(Array(line), at: number, isAlone: isAlone, isBlock: &isBlock)
        }
        isBlock = false
        at = end
      case UInt8(ascii: "\""), UInt8(ascii: "'"): at = Self.end(ofLiteralAt: at, in: bytes)
      case 0x0a:
        number += 1
        isAlone = true
        at += 1
      case 0x20, 0x09, 0x0d: at += 1
      default:
        isAlone = false
        at += 1
      }
    }
  }

  private static func end(ofBlockAt start: Int, in bytes: [UInt8]) -> Int {
    var at = start + 2
    while at + 1 < bytes.count {
      if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") { return at + 2 }
      at += 1
    }
    return bytes.count
  }

  private static func end(ofLiteralAt start: Int, in bytes: [UInt8]) -> Int {
    var at = start + 1
    while at < bytes.count, bytes[at] != bytes[start], bytes[at] != 0x0a {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(bytes.count, at < bytes.count && bytes[at] == 0x0a ? at : at + 1)
  }

  private mutating func add(
    _ raw: [UInt8], at number: Int, isAlone: Bool, isBlock: inout Bool
  ) {
    var text = raw.drop { $0 == 0x20 || $0 == 0x09 }[...]
    let isContinued = isBlock
    if !isBlock, text.starts(with: "//".utf8) {
      text = text.dropFirst(text.starts(with: "///".utf8) ? 3 : 2)
      if text.first == 0x20 { text = text.dropFirst() }
    } else {
      if !isBlock { text = text.drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "*") } }
      isBlock = !text.reversed().starts(with: "/*".utf8)
      if !isBlock { text = text.dropLast(2) }
      text = text.drop { $0 == 0x20 || $0 == UInt8(ascii: "*") }
    }
    let continues = isContinued || isAlone && lines.last?.number == number - 1
    lines.append(Line(number: number, text: Array(text), continues: continues))
  }
}
