internal import ApusASN1

extension X509 {
  /// All that a certificate says about policies.
  ///
  /// RFC 5280 section 4.2.1.4, 4.2.1.5, 4.2.1.11 and 4.2.1.14.
  struct PolicyStatement {
    /// Under which policies it was issued; nil where it does not say.
    var policies: [OID]?
    /// Which policies of the issuer and of the subject are equal.
    var mappings: [PolicyMappings.Mapping] = []
    /// After how many more certificates a policy is required.
    var requireExplicitPolicy: Int?
    /// After how many more certificates policies are not mapped.
    var inhibitPolicyMapping: Int?
    /// After how many more certificates anyPolicy means nothing.
    var inhibitAnyPolicy: Int?
    /// Whether the subject has issued it to itself, which most counts leave out.
    var isSelfIssued = false

    /// A statement of policies alone.
    init(_ policies: [OID]?) {
      self.policies = policies
    }

    /// What a certificate states.
    init(_ certificate: Certificate) throws(X509Error) {
      policies = try certificate.certificatePolicies?.policies.map(\.identifier)
      mappings = try certificate.policyMappings?.mappings ?? []
      let constraints = try certificate.policyConstraints
      requireExplicitPolicy = constraints?.requireExplicitPolicy
      inhibitPolicyMapping = constraints?.inhibitPolicyMapping
      inhibitAnyPolicy = try certificate.inhibitAnyPolicy?.skippedCount
      isSelfIssued = certificate.isSelfIssued
    }
  }
}
