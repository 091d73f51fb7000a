/// Every parser cites its specification in the same form: `RFC 9112 section 4.`.
struct Citations: Rule {
  /// The modules that parse untrusted input.
  private let modules: Set = [
    "ApusASN1", "ApusNames", "ApusHTTP", "ApusX509", "ApusTLS", "ApusSerialization",
    "ApusImages", "ApusCookies", "ApusAuthentication", "ApusCaching",
  ]

  func breaches(in house: House) -> [Breach] {
    house.libraryFiles.flatMap { file in
      let citations = file.comments.compactMap { citation(in: $0) }
      let malformed = citations.filter { !$0.isWellFormed }
        .map { Breach(file, $0.line, "write it as: RFC 9112 section 4.") }
      guard modules.contains(file.module ?? ""), citations.allSatisfy({ !$0.isWellFormed }),
        let parser = file.outline.declarations.first(where: { isParser($0, in: file) })
      else { return malformed }
      return malformed + [Breach(file, parser.firstLine, "the parser cites nothing")]
    }
  }

  /// Returns whether a function parses bytes, by its name and parameters.
  private func isParser(_ declaration: Outline.Declaration, in file: SourceFile) -> Bool {
    let head = file.tokens[declaration.head]
    guard head.contains(where: { $0.isOne(of: ["UInt8", "ByteReader", "DERReader", "Reader"]) })
    else { return false }
    if declaration.keyword == "init" {
      return head.dropFirst().first { $0.kind == .word }?.isOne(of: ["from", "parsing", "reading"])
        == true
    }
    return declaration.keyword == "func"
      && ["parse", "read"].contains { isVerb($0, of: declaration.name) }
  }

  /// Returns whether a name is a verb, or begins with it.
  private func isVerb(_ verb: String, of name: String) -> Bool {
    guard name.utf8.starts(with: verb.utf8) else { return false }
    return name.utf8.dropFirst(verb.utf8.count).first.map { $0 < 0x61 } ?? true
  }

  /// Looks for a standard's number and a word for its part: `RFC 9112 section`, `X.690 section`.
  private func citation(in comment: Comment) -> (line: Int, isWellFormed: Bool)? {
    let words = comment.text.split(separator: " ")
    for index in words.indices.dropFirst() {
      guard let number = words[index - 1].utf8.last, isPart(words[index]) else { continue }
      let isOfRFC = index > 1 && words[index - 2].utf8.elementsEqual("RFC".utf8)
      let isPlain = ["section", "sections", "appendix"].contains {
        words[index].utf8.elementsEqual($0.utf8)
      }
      // The draft that replaces RFC 6265 has no number of its own yet.
      let isDraft = words[index - 1].utf8.elementsEqual("6265bis".utf8)
      if isPlain, number &- 0x30 < 10 || isDraft { return (comment.line, true) }
      if isOfRFC { return (comment.line, false) }
    }
    return nil
  }

  private func isPart(_ word: Substring) -> Bool {
    ["section", "Section", "sec.", "Sec.", "sect.", "§", "appendix", "Appendix"].contains {
      word.utf8.starts(with: $0.utf8)
    }
  }
}
