/// The declarations of a file in their nesting: types, extensions and functions with their lines.
struct Outline {
  struct Declaration {
    /// `struct`, `func` and so on.
    let keyword: String
    /// The name; for an extension the name of the type, with its outer types.
    let name: String
    let isPublic: Bool
    let firstLine: Int
    /// The end of the body; the first line without a body.
    var lastLine: Int
    /// The tokens from the keyword to the body.
    let head: Range<Int>
    /// The enclosing declaration; nil at the top of the file.
    let parent: Int?

    var isType: Bool { Outline.typeKeywords.contains(keyword) }
    var isFunction: Bool { Outline.functionKeywords.contains(keyword) }
    var lineCount: Int { lastLine - firstLine + 1 }
  }

  private(set) var declarations: [Declaration] = []
  /// The position of each `public` or `open`, and the enclosing declaration.
  private(set) var publics: [(token: Int, parent: Int?)] = []

  static let typeKeywords: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
  static let functionKeywords: Set = ["func", "init", "deinit", "subscript"]
  /// The keywords of possible protocol requirements.
  static let memberKeywords: Set = [
    "var", "let", "func", "init", "subscript", "typealias", "associatedtype",
  ]
  private static let keywords =
    typeKeywords.union(functionKeywords).union(["extension", "var", "let", "case", "import"])
  private static let modifiers: Set = [
    "public", "open", "package", "internal", "fileprivate", "private", "static", "final",
    "indirect", "nonisolated", "mutating", "consuming", "borrowing", "override", "required",
    "convenience", "lazy", "weak", "unowned", "class",
  ]

  init(_ tokens: [Token]) {
    /// The declaration of each open brace's body, if there is one.
    var open: [Int?] = []
    var bodies: [Int: Int] = [:]
    for (index, token) in tokens.enumerated() where token.kind != .text {
      let parent = open.last { $0 != nil } ?? nil
      switch token.value {
      case "{": open.append(bodies[index])
      case "}":
        if let declaration = open.popLast() ?? nil {
          declarations[declaration].lastLine = token.line
        }
      case "public", "open": publics.append((index, parent))
      case _ where Self.declares(index, in: tokens):
        let end = Self.headEnd(from: index + 1, in: tokens)
        if end < tokens.count, tokens[end].is("{") { bodies[end] = declarations.count }
        declarations.append(
          Declaration(
            keyword: token.value, name: Self.name(from: index + 1, to: end, in: tokens),
            isPublic: Self.isPublic(index, in: tokens), firstLine: token.line,
            lastLine: token.line, head: index..<end, parent: parent))
      default: break
      }
    }
  }

  /// Returns whether the token is a keyword that declares something with a body.
  private static func declares(_ index: Int, in tokens: [Token]) -> Bool {
    let keyword = tokens[index].value
    guard
      keyword == "extension" || typeKeywords.contains(keyword)
        || functionKeywords.contains(keyword), index + 1 < tokens.count
    else { return false }
    if index > 0, tokens[index - 1].isOne(of: [".", "import"]) { return false }
    let next = tokens[index + 1]
    switch keyword {
    case "init": return next.isOne(of: ["(", "?", "<"])
    case "deinit": return next.is("{")
    case "subscript": return next.isOne(of: ["(", "<"])
    case "class": return next.kind == .word && !next.isOne(of: ["func", "var", "subscript"])
    default: return next.kind == .word || keyword == "func"
    }
  }

  /// Returns the start of the body, or of the code after a declaration without one.
  private static func headEnd(from start: Int, in tokens: [Token]) -> Int {
    var depth = 0
    for index in start..<tokens.count where tokens[index].kind != .text {
      let token = tokens[index]
      switch token.value {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0, "}" where depth == 0: return index
      case _
      where depth == 0 && index > start && token.kind == .word
        && (keywords.contains(token.value) || modifiers.contains(token.value))
        && !tokens[index - 1].is("."):
        return index
      default: break
      }
    }
    return tokens.count
  }

  private static func name(from start: Int, to end: Int, in tokens: [Token]) -> String {
    var name = tokens[start].value
    var index = start + 1
    while index + 1 < end, tokens[index].is("."), tokens[index + 1].kind == .word {
      name += "." + tokens[index + 1].value
      index += 2
    }
    return name
  }

  private static func isPublic(_ index: Int, in tokens: [Token]) -> Bool {
    var index = index - 1
    while index >= 0, tokens[index].isOne(of: modifiers) {
      if tokens[index].isOne(of: ["public", "open"]) { return true }
      index -= 1
    }
    return false
  }
}
