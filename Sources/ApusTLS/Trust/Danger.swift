extension TLS {
  /// A set of disabled certificate checks. The set is empty by default.
  ///
  /// A disabled check allows the attack that the check prevents. Each member disables exactly one
  /// check, so an expired certificate of a different host requires two members. All other checks
  /// always apply, such as signatures, name constraints, purposes, key strength and pins.
  public struct Danger: OptionSet, Sendable, Hashable {
    /// The bits of the members in the set of disabled checks.
    public let rawValue: UInt8

    /// Creates a set of disabled checks from bits, and ignores unknown bits.
    ///
    /// - Parameter rawValue: The bits of the set, with one bit for each disabled check.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue & Danger.known
    }

    /// The client accepts a certificate that does not match the host name.
    public static let wrongHost = Danger(rawValue: 1)
    /// The client accepts certificates that are expired or not valid yet, even of authorities.
    public static let expired = Danger(rawValue: 1 << 1)
    /// The client accepts a certificate from any certification authority.
    public static let untrusted = Danger(rawValue: 1 << 2)
    /// The client accepts a server with a self-signed certificate.
    public static let selfSigned = Danger(rawValue: 1 << 3)
    /// The client allows a certificate evaluator to accept a server that the trust policy rejects.
    public static let overruled = Danger(rawValue: 1 << 4)

    /// All checks that can be disabled, each with its name and its description.
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

    /// The set of all checks that can be disabled.
    public static let all = Danger(rawValue: known)
  }
}

extension TLS.Danger {
  /// The source code names of the disabled checks in the set.
  public var names: [String] { Self.members.filter { contains($0.member) }.map(\.name) }

  /// Creates a set of disabled checks from their names, or returns `nil` if a name is unknown.
  ///
  /// - Parameter names: The names of the disabled checks.
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
  /// A description of the disabled checks in the form of a warning.
  public var description: String {
    guard !isEmpty else { return "no check of server certificates is disabled" }
    let meanings = Self.members.filter { contains($0.member) }.map(\.meaning)
    return "DANGER: " + meanings.joined(separator: "; ")
  }
}
