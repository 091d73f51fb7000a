/// Every public declaration has a doc comment whose first sentence ends within two lines.
///
/// The comment of a function or initializer begins with a verb: "Reads a certificate from DER."
/// Other comments begin with a noun, and not with "What … is".
///
/// A constant that names literals needs no comment: `static let get = Method("GET")`. A protocol's
/// comment also covers its implementations: in an extension for the protocol, or a member with the
/// name of a requirement in a conforming type.
struct Documentation: Rule {
  func breaches(in house: House) -> [Breach] {
    house.libraryFiles.flatMap { breaches(in: $0, requirements: house.requirements) }
  }

  private func breaches(in file: SourceFile, requirements: Set<String>) -> [Breach] {
    guard !file.outline.publics.isEmpty else { return [] }
    let comments = Dictionary(
      file.comments.filter(\.isDocumentation).map { ($0.line, $0.text) }, uniquingKeysWith: { $1 })
    var attributeLines: Set<Int> = []
    var lastLine = 0
    for token in file.tokens where token.line != lastLine {
      lastLine = token.line
      if token.is("@") { attributeLines.insert(lastLine) }
    }
    return file.outline.publics.compactMap { index, parent in
      let token = file.tokens[index]
      guard declares(index, in: file), !namesLiterals(index, in: file),
        !fulfilsProtocol(index, in: file, parent, requirements)
      else { return nil }
      var line = token.line - 1
      // Attributes are between the comment and the declaration.
      while attributeLines.contains(line) { line -= 1 }
      guard comments[line] != nil else { return Breach(file, token.line, "no doc comment") }
      while comments[line - 1] != nil { line -= 1 }
      guard endsSentence(comments[line] ?? "", comments[line + 1] ?? "") else {
        return Breach(file, line, "the first two lines end no sentence")
      }
      return fault(in: comments[line] ?? "", of: index, in: file).map { Breach(file, line, $0) }
    }
  }

  /// Returns whether a sentence ends in the first line of a comment, or in the next line.
  private func endsSentence(_ first: String, _ second: String) -> Bool {
    [first, second].contains { line in
      let bytes = Array(line.utf8)
      return bytes.indices.contains { index in
        ".:?".utf8.contains(bytes[index])
          && (index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: " "))
      }
    }
  }

  /// Words that end like a verb but are not verbs.
  private let nouns: Set = [
    "As", "Bytes", "Certificates", "Digits", "Its", "Keys", "Names", "Options", "Parameters",
    "Rules", "This", "Values", "Whose",
  ]

  private func fault(in text: String, of index: Int, in file: SourceFile) -> String? {
    let words = text.split(separator: " ").dropFirst()
      .map { $0.split { ".,:;".contains($0) }.first.map(String.init) ?? "" }
    guard let first = words.first else { return nil }
    let keywords = Outline.memberKeywords.union(Outline.typeKeywords).union(["case"])
    let keyword = file.tokens[index...].first { $0.isOne(of: keywords) }
    if keyword?.isOne(of: ["func", "init", "subscript"]) == true {
      let isVerb = first.utf8.last == UInt8(ascii: "s") && !nouns.contains(first)
      return isVerb ? nil : "the first line does not begin with a verb"
    }
    return first == "What" && words.contains("is") ? "the first line begins with What … is" : nil
  }

  /// Returns whether the access word belongs to a declaration instead of an import or a setter.
  private func declares(_ index: Int, in file: SourceFile) -> Bool {
    guard index + 1 < file.tokens.count else { return false }
    let next = file.tokens[index + 1]
    return next.kind == .word && !next.isOne(of: ["import", "extension"])
      && (index == 0 || !file.tokens[index - 1].is("."))
  }

  /// Returns whether the line makes a static constant by calling a type only with literals.
  private func namesLiterals(_ index: Int, in file: SourceFile) -> Bool {
    let line = file.tokens[index...].prefix { $0.line == file.tokens[index].line }
    guard line.contains(where: { $0.is("static") }), line.last?.is(")") == true,
      let equals = line.firstIndex(where: { $0.is("=") }),
      let open = line[equals...].firstIndex(where: { $0.is("(") })
    else { return false }
    let arguments = line[open...].filter { !$0.isOne(of: ["(", ")", ","]) }
    return !arguments.isEmpty
      && arguments.allSatisfy { $0.kind == .text || $0.value.utf8.allSatisfy { $0 &- 0x30 < 10 } }
  }

  private func fulfilsProtocol(
    _ index: Int, in file: SourceFile, _ parent: Int?, _ requirements: Set<String>
  ) -> Bool {
    guard let parent else { return false }
    let declaration = file.outline.declarations[parent]
    guard file.tokens[declaration.head].contains(where: { $0.is(":") }) else { return false }
    if declaration.keyword == "extension" { return true }
    let keyword = file.tokens[index...].firstIndex { $0.isOne(of: Outline.memberKeywords) }
    guard let keyword, keyword + 1 < file.tokens.count else { return false }
    let isNameless = file.tokens[keyword].isOne(of: ["init", "subscript"])
    return requirements.contains(file.tokens[isNameless ? keyword : keyword + 1].value)
  }
}
