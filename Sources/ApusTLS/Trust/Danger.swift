extension TLS {
  /// The checks that a caller has lifted, each by its name; none unless it says so.
  ///
  /// Anyone who lifts one is no longer told of the attack that the check is for. A member lifts its
  /// own check and no other: a certificate that has expired and is of another host needs two.
  /// Nothing lifts what is left, such as signatures within a path, name constraints, purposes,
  /// strength of keys, and pins.
  public struct Danger: OptionSet, Sendable, Hashable {
    /// A bit for each member.
    public let rawValue: UInt8

    /// Creates the members of those bits; others mean nothing.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue & Danger.known
    }

    /// A server may show the certificate of any other host: SP-08 with `validatesDomainName` false.
    public static let wrongHost = Danger(rawValue: 1)
    /// Certificates may have expired, or not be valid yet; those of authorities too.
    public static let expired = Danger(rawValue: 1 << 1)
    /// The authority that has issued a certificate may be anybody.
    public static let untrusted = Danger(rawValue: 1 << 2)
    /// A server may show a certificate that it has signed itself.
    public static let selfSigned = Danger(rawValue: 1 << 3)
    /// An evaluator's word counts where the policy has refused: AU-05.
    public static let overruled = Danger(rawValue: 1 << 4)

    /// Every member with its name and what it means.
    private static let members: [(member: Danger, name: String, meaning: String)] = [
      (.wrongHost, "wrongHost", "certificates of other hosts are accepted"),
      (.expired, "expired", "certificates that have expired are accepted"),
      (.untrusted, "untrusted", "certificates by anybody are accepted"),
      (.selfSigned, "selfSigned", "certificates that servers have made themselves are accepted"),
      (.overruled, "overruled", "an evaluator may accept what the policy refuses"),
    ]

    private static let known: UInt8 = 0b1_1111

    /// Every member.
    public static let all = Danger(rawValue: known)
  }
}

extension TLS.Danger {
  /// The names of the members, as they are written in a program.
  public var names: [String] { Self.members.filter { contains($0.member) }.map(\.name) }

  /// Creates the members of those names; nil if one of them is none.
  public init?(names: some Sequence<String>) {
    self = []
    for name in names {
      let found = Self.members.first { $0.name.utf8.elementsEqual(name.utf8) }
      guard let found else { return nil }
      insert(found.member)
    }
  }
}

extension TLS.Danger: CustomStringConvertible {
  /// The lifted checks, in words that no one overlooks.
  public var description: String {
    guard !isEmpty else { return "no check is lifted" }
    let meanings = Self.members.filter { contains($0.member) }.map(\.meaning)
    return "DANGER: " + meanings.joined(separator: "; ")
  }
}
