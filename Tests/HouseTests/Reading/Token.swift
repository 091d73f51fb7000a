/// A piece of Swift code as the rules need it: no white space, no comment, and text set apart.
struct Token: Equatable {
  enum Kind {
    /// A keyword, an identifier, a number or a directive.
    case word
    /// What stands between two quotation marks, without its interpolations.
    case text
    /// Any one other byte.
    case symbol
  }

  let kind: Kind
  let value: String
  /// The line it begins on, from 1.
  let line: Int
  /// Whether it follows the token before it without a space.
  let isAttached: Bool

  /// Whether it is that keyword or symbol, and not text.
  func `is`(_ value: String) -> Bool { kind != .text && self.value == value }

  /// Whether it is one of those keywords or symbols.
  func isOne(of values: Set<String>) -> Bool { kind != .text && values.contains(value) }
}

/// The words of a comment, one for each line of it, from the slashes on.
struct Comment {
  let line: Int
  let text: String

  var isDocumentation: Bool { text.utf8.starts(with: "///".utf8) }
}
