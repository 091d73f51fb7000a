extension DomainName {
  /// The end of a domain name below which any person can register names, such as `co.uk`.
  ///
  /// Names directly below a public suffix, such as `co.uk` or `github.io`, have different owners.
  /// Every name has a public suffix. If no rule matches, the public suffix is the last label.
  public struct PublicSuffix: Hashable, Sendable {
    /// The section of the list with the rule that determines a public suffix.
    public enum Rule: Hashable, Sendable {
      /// A rule of the list's ICANN section, which contains the suffixes of domain registries.
      case registry
      /// A rule of the list's private section, such as `github.io`.
      ///
      /// The owner of a domain in the private section gives subdomains to other owners.
      case owner
      /// No rule of the list matches, so the last label counts as the public suffix.
      ///
      /// The last label is not in the list, such as `internal`, or is in the list only with a
      /// wildcard, such as `*.ck`.
      case implicit
    }

    /// The range of the suffix in the name's `bytes`, which ends at the end of `bytes`.
    public let range: Range<Int>
    /// The section of the list with the rule that determines the public suffix.
    public let rule: Rule

    /// A Boolean value that indicates whether the whole name is a public suffix.
    public var isWholeName: Bool { range.lowerBound == 0 }

    /// The version of the public suffix list, such as `2026-10-22_08-36-41_UTC`.
    ///
    /// The version is a date and a time from the list itself.
    public static var listVersion: String { SuffixRules.version }
  }
}
