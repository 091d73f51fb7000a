extension DomainName.PublicSuffix {
  /// The reason that bytes are not a public suffix list.
  ///
  /// Line numbers begin with one.
  public enum ListError: Error, Equatable, Sendable {
    /// The list has more bytes than the limit allows.
    case tooLong(byteCount: Int, limit: Int)
    /// The list has more rules than the limit allows.
    case tooManyRules(limit: Int)
    /// A line of the list is not a rule.
    ///
    /// The error contains the reason if the name of the rule is not a host name.
    case malformedRule(line: Int, NameError?)
    /// A section marker of the list is misplaced: a section begins within another section, or ends
    /// before it begins.
    case misplacedSection(line: Int)
    /// The list ends within a section, for example because the list was cut off.
    case unendedSection
    /// The list contains no rule.
    case noRules
  }
}

extension DomainName.PublicSuffix.ListError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let count, let limit):
      "the public suffix list has \(count) bytes, but at most \(limit) bytes are allowed"
    case .tooManyRules(let limit): "the public suffix list has more than \(limit) rules"
    case .malformedRule(let line, let error):
      "line \(line) of the public suffix list is not a valid rule" + (error.map { ": \($0)" } ?? "")
    case .misplacedSection(let line):
      "line \(line) of the public suffix list begins or ends another section"
    case .unendedSection: "the public suffix list ends before the end of a section"
    case .noRules: "the public suffix list contains no rules"
    }
  }
}
