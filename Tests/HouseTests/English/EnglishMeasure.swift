import ApusNet

/// The words of each module and each page, and the patterns that occur in them.
struct EnglishMeasure {
  struct Counts {
    var words = 0
    var occurrences: [EnglishPattern: Int] = [:]
    /// The place of each occurrence, as `path:line`.
    var places: [EnglishPattern: [String]] = [:]

    func count(of pattern: EnglishPattern) -> Int { occurrences[pattern, default: 0] }

    /// Returns the smallest limit per 10,000 words that allows the occurrences.
    ///
    /// A text of W words may contain 1 + limit × W / 10,000.
    func neededLimit(for pattern: EnglishPattern) -> Int {
      let excess = max(0, count(of: pattern) - 1)
      return words == 0 ? 0 : (excess * 10_000 + words - 1) / words
    }

    mutating func add(_ paragraph: Prose.Paragraph, of path: String) {
      let text = Words(paragraph.bytes)
      words += text.count
      for index in text.words.indices {
        for pattern in EnglishPattern.found(at: index, in: text) {
          occurrences[pattern, default: 0] += 1
          places[pattern, default: []].append("\(path):\(paragraph.line)")
        }
      }
    }
  }

  /// The counts of each module, such as `Sources/ApusHTTP`, and of each page.
  private(set) var counts: [String: Counts] = [:]

  init(of house: House, pages: [SourceFile] = [], kinds: Set<Prose.Kind> = Self.allKinds) {
    for file in house.codeFiles + house.files.filter(\.isMarkdown) + pages {
      guard !file.isTable else { continue }
      for paragraph in Prose(file).paragraphs where kinds.contains(paragraph.kind) {
        counts[Self.key(of: file), default: Counts()].add(paragraph, of: file.path)
      }
    }
  }

  static let allKinds: Set<Prose.Kind> = [.comment, .testName, .text, .page]

  /// The pages of the fixtures, which no other rule reads.
  static func fixturePages() throws -> [SourceFile] {
    let folder = House.root + "/Fixtures"
    let paths = try Files.names(in: folder).flatMap { name in
      [name, name + "/README.md"].filter { $0.utf8.suffix(3).elementsEqual(".md".utf8) }
    }.filter { Files.exists(folder + "/" + $0) }
    return try paths.map {
      SourceFile(path: "Fixtures/" + $0, bytes: try Files.contents(of: folder + "/" + $0))
    }
  }

  private static func key(of file: SourceFile) -> String {
    file.isMarkdown ? file.path : file.components.prefix(2).joined(separator: "/")
  }
}

extension SourceFile {
  var isMarkdown: Bool { path.utf8.suffix(3).elementsEqual(".md".utf8) }

  /// A Boolean value that indicates whether the file is a table that a program wrote.
  var isTable: Bool { stem.utf8.suffix(5).elementsEqual("+Data".utf8) }
}
