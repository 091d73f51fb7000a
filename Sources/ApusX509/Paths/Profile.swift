extension X509 {
  /// Which rules a path is held to, beside those that no profile leaves out.
  public struct Profile: Hashable, Sendable {
    /// What the profile is called.
    public let name: String
    /// The rules.
    public let requirements: Requirements

    /// A profile of the caller's own.
    public init(_ name: String, _ requirements: Requirements) {
      self.name = name
      self.requirements = requirements
    }

    /// Whether the profile asks for that rule.
    public func contains(_ requirement: Requirement) -> Bool {
      requirements.contains(requirement)
    }
  }
}

extension X509.Profile {
  /// What public authorities promise: RFC 5280 and the rules of the CA/Browser Forum.
  ///
  /// Some of those rules are left out where certificates that everybody trusts break them. Roots
  /// may have the serial number zero, no key usage, no subject key identifier, basic constraints
  /// that are not critical, and dates in GeneralizedTime before 2050; RSA exponents may be 3; name
  /// constraints need not be critical; and a common name need not stand among the alternative
  /// names, because it is never looked at.
  public static let web = X509.Profile("web", .all.subtracting([.signingLeaf]))

  /// What private authorities do every day: nothing is asked for that no profile may leave out.
  ///
  /// A leaf may itself be an anchor, with CA:TRUE or not; key identifiers may be missing.
  public static let `default` = X509.Profile("default", [])

  /// Clients of mutual TLS: as `default`, but an authority is no client, and its key must sign.
  public static let client = X509.Profile("client", [.endEntityLeaf, .signingLeaf])
}

extension X509.Profile: CustomStringConvertible {
  public var description: String { name }
}
