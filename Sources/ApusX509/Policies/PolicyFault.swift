public import ApusASN1

extension X509 {
  /// The reason a certificate path does not have a required policy.
  public enum PolicyFault: Error, Equatable, Sendable {
    /// The policy extensions of a certificate are malformed.
    case unreadable(X509Error)
    /// A policy is required, but none of the certificate's policies is valid in the path.
    case noValidPolicy(among: [OID])
    /// A policy is required, but none of the valid policies is acceptable.
    case noAcceptablePolicy(valid: Set<OID>, acceptable: Set<OID>)
    /// The policies are critical and have a qualifier of an unsupported form.
    case unknownQualifier(OID)
    /// The certificate path has more policies than the limit allows.
    case tooManyPolicies(limit: Int)
  }
}

extension X509.PolicyFault {
  /// The section of the standard that defines the violated rule.
  public var section: String {
    switch self {
    case .unreadable, .unknownQualifier: "RFC 5280 section 4.2.1.4"
    case .noValidPolicy: "RFC 5280 section 6.1.3"
    case .noAcceptablePolicy: "RFC 5280 section 6.1.5"
    case .tooManyPolicies: "RFC 9618 section 5"
    }
  }
}

extension X509.PolicyFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .noValidPolicy(let policies):
      "a certificate policy is required, but "
        + (policies.isEmpty
          ? "the certificate has no policy"
          : "none of the certificate's policies is valid in this path: "
            + "\(Self.list(policies))")
    case .noAcceptablePolicy(let valid, let acceptable):
      "one of the certificate policies \(Self.list(acceptable)) is required, but "
        + (valid.isEmpty
          ? "no policy is valid in this path"
          : "only these policies are valid: \(Self.list(valid))")
    case .unknownQualifier(let oid):
      "the certificate policies are critical, but the policy qualifier "
        + "\(X509.brief(oid)) is not supported"
    case .tooManyPolicies(let limit):
      "the certificate path has more than \(limit) certificate policies"
    }
  }

  private static func list(_ policies: some Collection<OID>) -> String {
    let names = policies.map { X509.brief($0) }.sorted()
    let omittedCount = max(0, names.count - 8)
    return names.prefix(8).joined(separator: ", ")
      + (omittedCount > 0 ? " and \(omittedCount) more" : "")
  }
}
