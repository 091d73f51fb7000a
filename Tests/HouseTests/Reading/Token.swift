/// A piece of Swift code for the rules, without white space and comments.
struct Token: Equatable {
  enum Kind {
    /// A keyword, an identifier, a number or a directive.
    case word
    /// The content of a string literal, without its interpolations.
    case text
    /// Any other byte.
    case symbol
  }

  let kind: Kind
  let value: String
  /// The line it begins on, from 1.
  let line: Int
  /// A Boolean value that indicates whether no space precedes the token.
  let isAttached: Bool

  /// Returns whether the token is a keyword or symbol with this value, and not text.
  func `is`(_ value: String) -> Bool { kind != .text && self.value == value }

  /// Returns whether the token is one of these keywords or symbols.
  func isOne(of values: Set<String>) -> Bool { kind != .text && values.contains(value) }
}

/// The text of a line of a comment, from the slashes on.
struct Comment {
  let line: Int
  let text: String

  var isDocumentation: Bool { text.utf8.starts(with: "///".utf8) }
}
