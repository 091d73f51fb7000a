import ApusNet
import TestSupport
import Testing

/// Comparisons of the stand-ins with the declarations of their packages, by a list next to the
/// corpora.
@Suite struct StandInTests {
  private static let notes = Corpus("../notes")
  private static let folder = House.root + "/Fixtures/neighbours"

  @Test(.enabled(if: notes.isExpected, "the list of the packages' declarations is not there"))
  func `each declaration of a substitute package exists in the real package`() throws {
    let note = String(decoding: try Self.notes.contents(of: "neighbours.md"), as: UTF8.self)
    let sections = note.split(separator: "\n## ")
    let names = try Files.names(in: Self.folder)
    #expect(names.count >= 2)
    for name in names {
      let section = try #require(
        sections.first {
          $0.split(separator: "\n")[0].split(separator: " ").contains { $0 == name }
        },
        "\(name)")
      let known = Self.compactLines(String(section))
      let words = section.split { !($0.isLetter || $0.isNumber) }
      let declarations = try Self.declarations(of: name)
      #expect(declarations.count >= 5, "\(name)")
      for declaration in declarations where !Self.isGeneral(declaration) {
        // The text of the list names the constants of some types.
        let constant = declaration.hasPrefix("publicstaticvar") ? declaration.dropFirst(15) : ""
        let isNamed = words.contains { !constant.isEmpty && $0 == constant.prefix { $0 != ":" } }
        let isKnown =
          Self.forms(of: declaration).contains { Self.contains(known, $0) }
          || Self.isShort(declaration, in: section, known)
        #expect(isNamed || isKnown, "\(name): \(declaration)")
      }
    }
  }

  @Test(.enabled(if: notes.isExpected, "the list of the packages' declarations is not there"))
  func `each package dependency requires a version with all used declarations`() throws {
    let note = String(decoding: try Self.notes.contents(of: "neighbours.md"), as: UTF8.self)
    let manifest = String(
      decoding: try Files.contents(of: House.root + "/Package.swift"), as: UTF8.self)
    let requirements = manifest.split(separator: "\n").compactMap { line -> (String, String)? in
      let words = line.split(separator: "\"").map(String.init)
      guard words.count > 3, words[0].hasSuffix(".package(url: ") else { return nil }
      return (words[1], words[3])
    }
    #expect(requirements.count == 7)
    for (url, version) in requirements {
      let row = try #require(
        note.split(separator: "\n").first { $0.hasPrefix("| ") && $0.contains(" \(url) ") },
        "\(url)")
      let cells = row.split(separator: "|")
      #expect(cells[3].split(separator: " ").first == version[...], "\(url)")
    }
  }

  @Test(arguments: [
    ("  public func a(b: Int) throws -> C {", "publicfunca(b:Int)throws->C"),
    ("  public var a: B\n", "publicvara:B"), ("  public var a: B = .c\n", "publicvara:B"),
    ("  public init(\n    a: B = [:]\n  ) where C: D {", "publicinit(a:B=[:])whereC:D"),
    ("  public init(a: B)\n  where C: D\n  {", "publicinit(a:B)whereC:D"),
  ])
  func `the parser reads a declaration of a substitute package up to its body`(
    text: String, declaration: String
  ) {
    #expect(Self.declarations(in: text) == [declaration])
  }

  @Test
  func `a declaration with a different label, default or type does not match`() {
    let known = Self.compactLines("public func a(b: Int = 1) -> C? ; public var d: E { get }")
    #expect(Self.contains(known, "publicfunca(b:Int=1)->C?"))
    #expect(Self.contains(known, "publicvard:E"))
    for other in [
      "publicfunca(c:Int=1)->C?", "publicfunca(b:Int)->C?", "publicfunca(b:Int=1)->C",
      "publicvard:E?", "publicvard",
    ] {
      #expect(!Self.contains(known, other), "\(other)")
    }
  }

  /// Returns the forms in which the list may have a declaration: a requirement of a protocol has no
  /// `public`, a constant is a property that can be read, and an initializer may be listed by its
  /// parameters.
  private static func forms(of declaration: String) -> [String] {
    var forms = [declaration]
    for (own, other) in [("publiclet", "publicvar"), ("publicinternal(set)var", "publicvar")]
    where declaration.hasPrefix(own) {
      forms.append(other + declaration.dropFirst(own.count))
    }
    if declaration.hasPrefix("publicinit") {
      forms += ["publicconvenience" + declaration.dropFirst(6), "\(declaration.dropFirst(10))"]
    }
    forms += forms.filter { $0.hasPrefix("public") }.map { "\($0.dropFirst(6))" }
    forms += forms.filter { $0.hasPrefix("func") }.map { "\($0.dropFirst(4))" }
    return forms + forms.map(withoutNames)
  }

  /// Returns a declaration without the names of its unlabelled parameters.
  private static func withoutNames(_ declaration: String) -> String {
    var (text, isName, last) = ("", false, Character(" "))
    for character in declaration {
      if character == ":" { isName = false }
      if !isName { text.append(character) }
      if character == "_", last == "(" || last == "," { isName = true }
      last = character
    }
    return text
  }

  /// Returns whether the list has only the name of a declaration, in a comment that names several,
  /// or its name with the labels of its parameters.
  private static func isShort(
    _ declaration: String, in section: Substring, _ known: String
  ) -> Bool {
    let kinds = ["func", "var", "let"]
    let parts = kinds.compactMap { kind in
      declaration.split(separator: kind, maxSplits: 1, omittingEmptySubsequences: false).last
    }
    guard let rest = parts.min(by: { $0.utf8.count < $1.utf8.count }) else { return false }
    let name = rest.prefix { $0.isLetter || $0.isNumber }
    let label = rest.dropFirst(name.count).prefix { $0 != ":" && $0 != ")" }
    let start = "\(name)\(label.hasPrefix("(_") ? "(_" : label)"
    let selectors = [":)", ")"].map { start + $0 }
    let words = section.split { !$0.isLetter && !$0.isNumber }
    let isDeclared = zip(words, words.dropFirst()).contains {
      kinds.contains("\($0)") && $1 == name
    }
    return selectors.contains { known.contains($0) } || known.contains("\(start):attributes:)")
      || known.contains("\(start):message:") || words.contains(name) && !isDeclared
  }

  /// Returns whether a text contains a declaration as a whole: no longer type follows.
  private static func contains(_ known: String, _ declaration: String) -> Bool {
    let (text, part) = (Array(known.utf8), Array(declaration.utf8))
    guard text.count >= part.count else { return false }
    return (0...text.count - part.count).contains { start in
      let end = start + part.count
      guard text[start] == part[0], text[start..<end].elementsEqual(part) else { return false }
      guard end < text.count else { return true }
      return !"?:<.([".utf8.contains(text[end]) && !isLetter(text[end])
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5a ~= byte || 0x61...0x7a ~= byte || byte == 0x5f
  }

  /// Members of the standard library's protocols, and types, whose members are compared instead.
  private static func isGeneral(_ declaration: String) -> Bool {
    let general = [
      "publicfunchash(", "publicvardescription:",
      "publicvarstartIndex:", "publicvarendIndex:", "publicmutatingfuncreplaceSubrange(",
      "publictypealiasElement=", "publictypealiasAsyncIterator=", "publicstruct", "publicenum",
      "publicfinalclass", "publicclass", "publicactor", "publicprotocol", "publicextension",
      "publictypealiasSpan=", "publicfuncexpect", "publicimport", "publicinit(stringLiteral",
      "publicinit(arrayLiteral",
      "publicinit(dictionaryLiteral", "publicinit(integerLiteral", "publicinit(floatLiteral",
      "publicinit(booleanLiteral",
    ]
    return general.contains { declaration.hasPrefix($0) }
  }

  private static func declarations(of name: String) throws -> [String] {
    let sources = "\(folder)/\(name)/Sources"
    return try Files.names(in: sources).flatMap { module in
      try Files.names(in: "\(sources)/\(module)").flatMap { file in
        let bytes = try Files.contents(of: "\(sources)/\(module)/\(file)")
        return declarations(in: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  /// Returns the public declarations and the requirements of protocols, without spaces.
  static func declarations(in text: String) -> [String] {
    var isInProtocol = false
    var found: [String] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("public protocol ") { isInProtocol = true }
      if line == "}" { isInProtocol = false }
      let words = line.drop { $0 == " " }
      let isRequirement =
        isInProtocol
        && ["func ", "var ", "init(", "static ", "subscript(", "associatedtype "].contains {
          words.hasPrefix($0)
        }
      let isOperator = words.contains(" func == ") || words.contains(" func < ")
      guard words.hasPrefix("public ") || isRequirement, !isOperator else { continue }
      found.append(declaration(lines[index...].map { $0.drop { $0 == " " } }))
    }
    return found
  }

  /// Returns the declaration at the start of some lines: it ends before its body or its value, or
  /// with its line.
  private static func declaration(_ lines: [Substring]) -> String {
    var text = ""
    var depth = 0
    for (index, line) in lines.enumerated() {
      for character in line {
        if character == "(" || character == "[" { depth += 1 }
        if character == ")" || character == "]" { depth -= 1 }
        // A type alias and a parameter's default have a value that belongs to them.
        let endsHere = character == "{" || character == "=" && !text.hasPrefix("public typealias")
        if depth == 0, endsHere { return compact(text) }
        text.append(character)
      }
      let next = index + 1 < lines.count ? lines[index + 1] : ""
      let goesOn = ["->", "where ", "async ", "throws", ")", "{"].contains { next.hasPrefix($0) }
      if depth == 0, !goesOn { return compact(text) }
      text.append(" ")
    }
    return compact(text)
  }

  /// Returns a text with its lines, and more than one space as the end of a line.
  private static func compactLines(_ text: String) -> String {
    var lines = text.split(separator: "\n").map(String.init)
    lines = lines.flatMap { line in
      var parts = [""]
      var spaces = 0
      for character in line {
        spaces = character == " " ? spaces + 1 : 0
        if spaces == 2 { parts.append("") }
        parts[parts.count - 1].append(character)
      }
      return parts
    }
    return lines.map(compact).joined(separator: "\n")
  }

  private static func compact(_ text: String) -> String {
    String(decoding: text.utf8.filter { $0 != 0x20 && $0 != 0x0a }, as: UTF8.self)
  }
}
