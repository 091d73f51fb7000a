public import ApusASN1
public import ApusNames

extension X509 {
  /// Which rules a path is held to, beside those that no profile leaves out.
  public struct Profile: Hashable, Sendable {
    /// The profile's name.
    public let name: String
    /// The rules.
    public let requirements: Requirements

    /// Creates a profile of the caller's own.
    public init(_ name: String, _ requirements: Requirements) {
      self.name = name
      self.requirements = requirements
    }

    /// Returns whether the profile asks for that rule.
    public func contains(_ requirement: Requirement) -> Bool {
      requirements.contains(requirement)
    }
  }
}

extension X509.Profile {
  /// What public authorities promise, as far as servers in use and test suites keep it.
  ///
  /// Some rules are left out where certificates that everybody trusts break them. Roots may have
  /// the serial number zero, no key usage, no subject key identifier, basic constraints that are
  /// not critical, and dates in GeneralizedTime before 2050; RSA exponents may be 3; and name
  /// constraints need not be critical. Others are left to `baseline`, because private servers and
  /// certificates of 2024 in test suites break them: how long a leaf is valid, its policies, its
  /// locations, what of it is critical, the critical key usage of an intermediate, and a common
  /// name that is none of the alternative names, unless it is another spelling of one, or the whole
  /// subject and another host or address than those that are listed.
  public static let web = X509.Profile(
    "web",
    .baseline.subtracting([
      .lifetime, .statedPolicies, .accessLocations, .leafCriticality, .criticalKeyUsage,
      .commonNameIsAlternative,
    ]))

  /// What public authorities promise: the rules of RFC 5280 and of the Baseline Requirements.
  public static let baseline = X509.Profile("baseline", .baseline)

  /// The rules that private authorities keep: those alone that no profile leaves out.
  ///
  /// A leaf may itself be an anchor, with CA:TRUE or not; key identifiers may be missing.
  public static let `default` = X509.Profile("default", [])

  /// Clients of mutual TLS: as `default`, but an authority is no client, and its key must sign.
  public static let client = X509.Profile("client", [.endEntityLeaf, .signingLeaf])
}

extension X509.Profile: CustomStringConvertible {
  public var description: String { name }
}

extension X509 {
  /// The purpose for which a leaf is judged.
  ///
  /// RFC 5280 section 4.2.1.12 and RFC 9525 section 6.
  public enum Purpose: Hashable, Sendable {
    /// That it is the TLS server of that name or address.
    case server(CanonicalHost)
    /// That it is some TLS server. Its name is not compared: the caller must do so.
    case unnamedServer
    /// That it is a TLS client. Who it is stands in the certificate.
    case client

    /// The purpose as certificates name it.
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
