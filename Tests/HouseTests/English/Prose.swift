/// The English of one file, in paragraphs without code and quotations.
///
/// Prose is in comments, test names, pages of Markdown and texts of Swift sources: descriptions,
/// error messages, option summaries and help. Code blocks, code spans, quotations, *italics*,
/// addresses, license lines and lists of parameters are not prose.
struct Prose {
  enum Kind: Hashable {
    case comment
    case testName
    /// A string literal of the libraries or the programs.
    case text
    case page
  }

  struct Paragraph {
    let kind: Kind
    let line: Int
    let bytes: [UInt8]
  }

  private(set) var paragraphs: [Paragraph] = []

  init(_ file: SourceFile) {
    if file.isMarkdown {
      add(.page, Paragraphs.ofPage(file.lines))
    } else if file.isC {
      add(.comment, Paragraphs.ofComments(CommentLines(cSource: file.bytes).lines))
    } else if file.isSwift {
      add(.comment, Paragraphs.ofComments(CommentLines(file).lines))
      addTestNames(of: file)
      if file.area != "Tests" { addTexts(of: file) }
    }
  }

  private mutating func add(_ kind: Kind, _ found: [Paragraphs.Found]) {
    for paragraph in found {
      let bytes = Quotations.removed(from: paragraph.bytes)
      paragraphs.append(Paragraph(kind: kind, line: paragraph.line, bytes: bytes))
    }
  }

  private mutating func addTestNames(of file: SourceFile) {
    for (index, token) in file.tokens.enumerated().dropFirst()
    where token.kind == .word && file.tokens[index - 1].is("func") {
      let name = token.value.utf8
      guard name.first == UInt8(ascii: "`") else { continue }
      add(.testName, [(token.line, Array(name.dropFirst().dropLast()))])
    }
  }

  private mutating func addTexts(of file: SourceFile) {
    for token in file.tokens where token.kind == .text {
      for line in Self.lines(of: token.value) where Self.isSentence(line) {
        add(.text, [(token.line, line)])
      }
    }
  }

  /// Splits a literal at its line ends, and resolves the escaped quotation marks.
  private static func lines(of literal: String) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in literal.utf8 {
      switch byte {
      case UInt8(ascii: "\\") where !isEscaped:
        isEscaped = true
        continue
      case 0x0a: lines.append([])
      case UInt8(ascii: "n") where isEscaped: lines.append([])
      default: lines[lines.count - 1].append(byte)
      }
      isEscaped = false
    }
    return lines
  }

  /// A Boolean value that indicates whether a text is written for people: it has three words in
  /// lower case between spaces or punctuation.
  private static func isSentence(_ text: [UInt8]) -> Bool {
    text.split { " .,;:!?()".utf8.contains($0) }
      .count { $0.count > 1 && $0.allSatisfy { $0 &- 0x61 < 26 } } >= 3
  }
}
