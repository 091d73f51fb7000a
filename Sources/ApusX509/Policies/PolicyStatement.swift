internal import ApusASN1

extension X509 {
  /// The content of a certificate's policy extensions.
  ///
  /// RFC 5280 section 4.2.1.4, 4.2.1.5, 4.2.1.11 and 4.2.1.14.
  struct PolicyStatement {
    /// The policies under which it was issued; nil if there is no such extension.
    var policies: [OID]?
    /// The pairs of equal policies of the issuer and the subject.
    var mappings: [PolicyMappings.Mapping] = []
    /// The number of further certificates before a policy is required.
    var requireExplicitPolicy: Int?
    /// The number of further certificates before policy mapping ends.
    var inhibitPolicyMapping: Int?
    /// The number of further certificates before anyPolicy is ignored.
    var inhibitAnyPolicy: Int?
    /// A Boolean value that indicates whether the certificate is self-issued, which most counts
    /// ignore.
    var isSelfIssued = false

    /// Creates a statement from policies alone.
    init(_ policies: [OID]?) {
      self.policies = policies
    }

    /// Reads the statement of a certificate.
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
