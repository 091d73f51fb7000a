public import ApusASN1
public import ApusNames

extension X509 {
  /// The rules for a certificate path in addition to the common rules of all profiles.
  public struct Profile: Hashable, Sendable {
    /// The name of the profile.
    public let name: String
    /// The additional rules of the profile.
    public let requirements: Requirements

    /// Creates a custom profile.
    ///
    /// - Parameters:
    ///   - name: The name of the profile, which errors contain.
    ///   - requirements: The rules of the profile.
    public init(_ name: String, _ requirements: Requirements) {
      self.name = name
      self.requirements = requirements
    }

    /// Returns a Boolean value that indicates whether the profile has a rule.
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
  /// The profile omits some rules because widely trusted certificates break them. A root
  /// certificate can have the serial number zero, no key usage, no subject key identifier, and
  /// basic constraints that are not critical. A root certificate can also have dates before 2050 in
  /// GeneralizedTime. An RSA exponent can be 3, and name constraints need not be critical.
  ///
  /// Other rules are only in `baseline`, because private servers and the certificates of 2024 in
  /// test suites break them. The rules that are only in `baseline` are about the lifetime, the
  /// policies, the access locations and the critical extensions of a leaf certificate. The rule
  /// that the key usage of an intermediate certificate is critical is also only in `baseline`. In
  /// the web profile, a common name need not be an alternative name, but must not be an alternative
  /// name in a different spelling. In the web profile, a subject that consists only of a common
  /// name must not name a host or an address outside the alternative names.
  public static let web = X509.Profile(
    "web",
    .baseline.subtracting([
      .lifetime, .statedPolicies, .accessLocations, .leafCriticality, .criticalKeyUsage,
      .commonNameIsAlternative,
    ]))

  /// The rules for public authorities: RFC 5280 and the Baseline Requirements.
  public static let baseline = X509.Profile("baseline", .baseline)

  /// The rules for private authorities, which are only the common rules of all profiles.
  ///
  /// A leaf certificate can itself be a trust anchor, with or without CA:TRUE. Key identifiers can
  /// be missing.
  public static let `default` = X509.Profile("default", [])

  /// The rules for clients in mutual TLS, which extend `default`.
  /// The leaf certificate must not be an authority's certificate, and its key must be able to sign.
  public static let client = X509.Profile("client", [.endEntityLeaf, .signingLeaf])
}

extension X509.Profile: CustomStringConvertible {
  public var description: String { name }
}

extension X509 {
  /// The purpose of the leaf certificate.
  ///
  /// RFC 5280 section 4.2.1.12 and RFC 9525 section 6.
  public enum Purpose: Hashable, Sendable {
    /// The authentication of the TLS server with the given name or address.
    case server(CanonicalHost)
    /// The authentication of a TLS server whose name the verifier does not compare. The caller must
    /// compare the name.
    case unnamedServer
    /// The authentication of a TLS client, which the client certificate identifies.
    case client

    /// The object identifier of the purpose in certificates.
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
