extension DomainName {
  /// The end of a name below which any person can register names, by the public suffix list.
  ///
  /// Names directly below a public suffix, such as `co.uk` or `github.io`, have different owners.
  /// Every name has a public suffix. If no rule matches, the public suffix is the last label.
  public struct PublicSuffix: Hashable, Sendable {
    /// The origin of the rule that determines a public suffix.
    public enum Rule: Hashable, Sendable {
      /// A rule of the list's ICANN section, which contains the suffixes of registries.
      case registry
      /// A rule of the list's private section, which contains domains with names of several owners.
      ///
      /// The owner of such a domain gives names below the domain to others.
      case owner
      /// No rule of the list matches, so the last label counts as the public suffix.
      ///
      /// The last label is not in the list, such as `internal`, or is in the list only with a
      /// wildcard. The list contains `*.ck` and no rule for `ck`.
      case implicit
    }

    /// The range of the suffix in the name's `bytes`, which ends at the end of `bytes`.
    public let range: Range<Int>
    /// The origin of the rule that determines the suffix.
    public let rule: Rule

    /// A Boolean value that indicates whether the whole name is a public suffix.
    public var isWholeName: Bool { range.lowerBound == 0 }

    /// The version of the public suffix list, such as `2026-10-22_08-36-41_UTC`.
    ///
    /// The list itself contains the version, which is a day and a time.
    public static var listVersion: String { SuffixRules.version }
  }
}
