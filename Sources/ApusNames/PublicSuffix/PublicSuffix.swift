extension DomainName {
  /// The end of a name below which anyone can register, by the public suffix list.
  ///
  /// Names directly below a public suffix, such as `co.uk` or `github.io`, have different owners.
  /// Every name has a public suffix: if no rule matches, it is the last label.
  public struct PublicSuffix: Hashable, Sendable {
    /// The origin of the rule that determines a suffix.
    public enum Rule: Hashable, Sendable {
      /// A rule of the list's ICANN section: the suffix of a registry.
      case registry
      /// A rule of the list's private section: a domain whose owner gives names below it to others.
      case owner
      /// No rule of the list matches, so the last label counts as the suffix.
      ///
      /// The label is not listed, such as `internal`, or listed with a wildcard only: the list has
      /// `*.ck` and no rule for `ck`.
      case implicit
    }

    /// The range of the suffix in the name's `bytes`, up to their end.
    public let range: Range<Int>
    /// The origin of the rule.
    public let rule: Rule

    /// A Boolean value that indicates whether the whole name is the suffix.
    public var isWholeName: Bool { range.lowerBound == 0 }

    /// The version that the list states: its day and time, such as `2026-10-22_08-36-41_UTC`.
    public static var listVersion: String { SuffixRules.version }
  }
}
