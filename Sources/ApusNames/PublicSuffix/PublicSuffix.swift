extension DomainName {
  /// Which end of a name is open to everyone, by the public suffix list.
  ///
  /// Names of different owners stand directly below a public suffix, as below `co.uk` or
  /// `github.io`. Every name has one: of a name that no rule matches it is the last label.
  public struct PublicSuffix: Hashable, Sendable {
    /// Who says where a suffix starts.
    public enum Rule: Hashable, Sendable {
      /// A registry, in the list's section of ICANN domains.
      case registry
      /// Who owns a domain and lends names below it, in the list's section of private domains.
      case owner
      /// No one: no rule of the list matches, and the list has its last label count as a suffix.
      ///
      /// The label is an unlisted one, such as `internal`, or one with a wildcard alone: the list
      /// has `*.ck` and says nothing of `ck`.
      case implicit
    }

    /// Where the suffix stands in the name's `bytes`, up to their end.
    public let range: Range<Int>
    /// Who says so.
    public let rule: Rule

    /// Whether the name is nothing but its suffix.
    public var isWholeName: Bool { range.lowerBound == 0 }

    /// The version that the list states: its day and time, such as `2026-10-22_08-36-41_UTC`.
    public static var listVersion: String { SuffixRules.version }
  }
}
