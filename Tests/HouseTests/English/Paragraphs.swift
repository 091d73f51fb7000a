/// Joins the lines of comments and pages to paragraphs, and leaves out code.
struct Paragraphs {
  typealias Found = (line: Int, bytes: [UInt8])

  private var found: [Found] = []
  /// A Boolean value that indicates whether the next line begins a paragraph.
  private var isAtStart = true
  private var isFenced = false
  /// A Boolean value that indicates whether the lines belong to a list of parameters.
  private var isList = false

  static func ofComments(_ lines: [CommentLines.Line]) -> [Found] {
    var paragraphs = Paragraphs()
    for line in lines {
      if !line.continues { paragraphs.end() }
      if line.text.starts(with: "    ".utf8), !paragraphs.isList {
        paragraphs.isAtStart = true
      } else {
        paragraphs.add(line.text, at: line.number)
      }
    }
    return paragraphs.found
  }

  static func ofPage(_ lines: [ArraySlice<UInt8>]) -> [Found] {
    var paragraphs = Paragraphs()
    var isWordTable = false
    for (index, line) in lines.enumerated() {
      let isRow = line.first == UInt8(ascii: "|")
      guard isRow else {
        isWordTable = false
        paragraphs.add(Array(line), at: index + 1)
        continue
      }
      // The left column of a table of words to avoid holds those words.
      if line.starts(with: "| instead of |".utf8) { isWordTable = true }
      let cells = line.split(separator: UInt8(ascii: "|")).dropFirst(isWordTable ? 1 : 0)
      for cell in cells {
        paragraphs.isAtStart = true
        paragraphs.add(Array(cell), at: index + 1)
      }
      paragraphs.isAtStart = true
    }
    return paragraphs.found
  }

  /// Ends the comment: its fences and lists end with it.
  private mutating func end() {
    isAtStart = true
    isFenced = false
    isList = false
  }

  private mutating func add(_ line: [UInt8], at number: Int) {
    var text = line.drop { $0 == 0x20 || $0 == 0x09 }
    while text.last == 0x20 || text.last == 0x09 { text = text.dropLast() }
    if text.starts(with: "```".utf8) {
      isFenced.toggle()
      isAtStart = true
      return
    }
    if isFenced || Self.hasLicense(text) { return }
    if text.isEmpty {
      isAtStart = true
      isList = false
      return
    }
    if ["- Parameter", "- Returns", "- Throws"].contains(where: { text.starts(with: $0.utf8) }) {
      isList = true
    } else if isList, line.first == text.first {
      isList = false
      isAtStart = true
    }
    if isList { return }
    let words = Self.withoutMarker(text)
    if isAtStart || words.count < text.count || found.isEmpty {
      found.append((number, Array(words)))
    } else {
      found[found.count - 1].bytes += [0x20] + words
    }
    // A heading ends with its line.
    isAtStart = text.first == UInt8(ascii: "#")
  }

  /// Removes the mark of a heading, a quotation or an item of a list.
  private static func withoutMarker(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let mark = text.prefix { "#>-*+".utf8.contains($0) }
    let digits = text.prefix { $0 &- 0x30 < 10 }
    let rest =
      if !digits.isEmpty, text.dropFirst(digits.count).first == UInt8(ascii: ".") {
        text.dropFirst(digits.count + 1)
      } else {
        text.dropFirst(mark.count)
      }
    return rest.count < text.count && rest.first == 0x20 ? rest.drop { $0 == 0x20 } : text
  }

  private static func hasLicense(_ text: ArraySlice<UInt8>) -> Bool {
    let word = Array("icense".utf8)
    var rest = text
    while let first = rest.firstIndex(of: word[0]) {
      rest = rest[first...]
      if rest.starts(with: word) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
