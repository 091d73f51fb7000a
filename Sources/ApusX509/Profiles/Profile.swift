public import ApusASN1
public import ApusNames

extension X509 {
  /// The rules for a path in addition to the common rules of all profiles.
  public struct Profile: Hashable, Sendable {
    /// The profile's name.
    public let name: String
    /// The rules.
    public let requirements: Requirements

    /// Creates a custom profile.
    ///
    /// - Parameters:
    ///   - name: The name, which errors contain.
    ///   - requirements: The rules of the profile.
    public init(_ name: String, _ requirements: Requirements) {
      self.name = name
      self.requirements = requirements
    }

    /// Returns whether the profile has a rule.
    ///
    /// - Parameter requirement: The rule to find.
    public func contains(_ requirement: Requirement) -> Bool {
      requirements.contains(requirement)
    }
  }
}

extension X509.Profile {
  /// The rules for public authorities, as far as existing servers and test suites comply with them.
  ///
  /// Some rules are omitted because widely trusted certificates break them. Roots can have the
  /// serial number zero, no key usage, no subject key identifier, basic constraints that are not
  /// critical, and dates in GeneralizedTime before 2050; RSA exponents can be 3; and name
  /// constraints need not be critical. Other rules are only in `baseline`, because private servers
  /// and certificates of 2024 in test suites break them: the lifetime of a leaf, its policies, its
  /// access locations, the criticality of its extensions, the critical key usage of an
  /// intermediate, and a common name that is not one of the alternative names, unless it is another
  /// spelling of one, or the whole subject and a host or address that is not listed.
  public static let web = X509.Profile(
    "web",
    .baseline.subtracting([
      .lifetime, .statedPolicies, .accessLocations, .leafCriticality, .criticalKeyUsage,
      .commonNameIsAlternative,
    ]))

  /// The rules for public authorities: RFC 5280 and the Baseline Requirements.
  public static let baseline = X509.Profile("baseline", .baseline)

  /// The rules for private authorities: only the common rules of all profiles.
  ///
  /// A leaf can itself be an anchor, with CA:TRUE or not; key identifiers can be missing.
  public static let `default` = X509.Profile("default", [])

  /// The rules for clients in mutual TLS: `default`, but no authorities, and keys that sign.
  public static let client = X509.Profile("client", [.endEntityLeaf, .signingLeaf])
}

extension X509.Profile: CustomStringConvertible {
  public var description: String { name }
}

extension X509 {
  /// The purpose of the leaf.
  ///
  /// RFC 5280 section 4.2.1.12 and RFC 9525 section 6.
  public enum Purpose: Hashable, Sendable {
    /// The TLS server with that name or address.
    case server(CanonicalHost)
    /// A TLS server whose name is not compared: the caller must compare it.
    case unnamedServer
    /// A TLS client. Its certificate identifies it.
    case client

    /// The identifier of the purpose in certificates.
    public var keyPurpose: OID {
      switch self {
      case .server, .unnamedServer: .serverAuthentication
      case .client: .clientAuthentication
      }
    }
  }
}

extension X509.Purpose: CustomStringConvertible {
  public var description: String {
    switch self {
    case .server(let host): "the server \(host)"
    case .unnamedServer: "a server"
    case .client: "a client"
    }
  }
}
