extension TLS {
  /// The checks that a caller has disabled, each by its name; none by default.
  ///
  /// Without a check, the attack that it prevents is possible. A member disables its own check and
  /// no other: an expired certificate of another host needs two. All other checks cannot be
  /// disabled, such as signatures within a path, name constraints, purposes, key strength, and
  /// pins.
  public struct Danger: OptionSet, Sendable, Hashable {
    /// The bits of the members.
    public let rawValue: UInt8

    /// Creates members from bits; unknown bits are ignored.
    ///
    /// - Parameter rawValue: The bits; each is one danger.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue & Danger.known
    }

    /// A server can use the certificate of any other host.
    public static let wrongHost = Danger(rawValue: 1)
    /// Certificates can be expired, or not valid yet, including those of authorities.
    public static let expired = Danger(rawValue: 1 << 1)
    /// Any authority can have issued a certificate.
    public static let untrusted = Danger(rawValue: 1 << 2)
    /// A server can use a self-signed certificate.
    public static let selfSigned = Danger(rawValue: 1 << 3)
    /// An evaluator can accept a server that the policy rejects.
    public static let overruled = Danger(rawValue: 1 << 4)

    /// Every member with its name and its meaning.
    private static let members: [(member: Danger, name: String, meaning: String)] = [
      (.wrongHost, "wrongHost", "certificates of other hosts are accepted"),
      (.expired, "expired", "certificates that have expired are accepted"),
      (.untrusted, "untrusted", "certificates of any authority are accepted"),
      (.selfSigned, "selfSigned", "self-signed certificates of servers are accepted"),
      (
        .overruled, "overruled",
        "an evaluator of the program can accept servers that the policy rejects"
      ),
    ]

    private static let known: UInt8 = 0b1_1111

    /// Every member.
    public static let all = Danger(rawValue: known)
  }
}

extension TLS.Danger {
  /// The names of the members in source code.
  public var names: [String] { Self.members.filter { contains($0.member) }.map(\.name) }

  /// Creates members from their names; nil if one is unknown.
  ///
  /// - Parameter names: The names of the members.
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
  /// The disabled checks, as a warning.
  public var description: String {
    guard !isEmpty else { return "no check of server certificates is disabled" }
    let meanings = Self.members.filter { contains($0.member) }.map(\.meaning)
    return "DANGER: " + meanings.joined(separator: "; ")
  }
}
