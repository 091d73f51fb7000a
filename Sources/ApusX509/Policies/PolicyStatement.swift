internal import ApusASN1

extension X509 {
  /// The content of a certificate's policy extensions.
  ///
  /// RFC 5280 section 4.2.1.4, 4.2.1.5, 4.2.1.11 and 4.2.1.14.
  struct PolicyStatement {
    /// The policies under which the certificate was issued, or `nil` if the certificate has no
    /// policies extension.
    var policies: [OID]?
    /// The pairs of equivalent policies of the certificate's issuer and subject.
    var mappings: [PolicyMappings.Mapping] = []
    /// The number of further certificates before a policy is required, or `nil` for no requirement.
    var requireExplicitPolicy: Int?
    /// The number of further certificates before policy mapping ends, or `nil` if policy mapping
    /// does not end.
    var inhibitPolicyMapping: Int?
    /// The number of further certificates before the policy anyPolicy is ignored, or `nil` if it is
    /// not ignored.
    var inhibitAnyPolicy: Int?
    /// A Boolean value that indicates whether the certificate is self-issued. Most path limits do
    /// not count self-issued certificates.
    var isSelfIssued = false

    /// Creates a policy statement that contains only policies.
    init(_ policies: [OID]?) {
      self.policies = policies
    }

    /// Reads the policy statement of a certificate.
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
