import ApusX509

extension X509.Fault {
  /// The name of the failed rule, which scripts can rely on.
  var code: String {
    switch self {
    case .unreadable: "unreadable"
    case .broken(let requirement): requirement.code
    case .expired: "expired"
    case .notYetValid: "not-yet-valid"
    case .emptyIssuer: "issuer-empty"
    case .unknownCriticalExtension: "unknown-critical-extension"
    case .precertificate: "precertificate"
    case .forbiddenKey: "key-kind"
    case .weakKey: "key-weak"
    case .unusableKey: "key-malformed"
    case .signatureAlgorithm: "signature-algorithm"
    case .notAuthority: "not-authority"
    case .keyMayNotSign: "key-may-not-sign"
    case .keyMayNotServe: "key-may-not-serve"
    case .wrongPurpose: "purpose"
    case .name(.noNames): "name-missing"
    case .name: "name-mismatch"
    case .wrongSignature: "signature"
    case .pathTooLong: "path-length"
    case .tooDeep: "depth"
    case .constraint: "name-constraints"
    case .policy: "policy"
    case .revocation(.revoked): "revoked"
    case .revocation(.unanswered): "revocation-unknown"
    case .untrustedRoot: "untrusted-root"
    case .missingIssuer: "issuer-missing"
    case .exhausted: "exhausted"
    }
  }
}

extension X509.Requirement {
  /// The name of the rule, which scripts can rely on.
  fileprivate var code: String {
    switch self {
    case .version3: "version-3"
    case .positiveSerialNumber: "serial-number"
    case .requiredTimeForm: "time-form"
    case .readableExtensions: "extension-malformed"
    case .identicalNames: "names-identical"
    case .criticalBasicConstraints: "basic-constraints-critical"
    case .statedSigning: "key-usage-missing"
    case .subjectKeyIdentifier: "subject-key-identifier"
    case .authorityKeyIdentifier: "authority-key-identifier"
    case .ownKeyIdentifier: "own-key-identifier"
    case .criticality: "criticality"
    case .alternativeNameCriticality: "alternative-name-criticality"
    case .endEntityLeaf: "leaf-is-authority"
    case .issuedLeaf: "leaf-is-anchor"
    case .unconstrainedLeaf: "leaf-name-constraints"
    case .statedPurposes: "purposes-any"
    case .signingLeaf: "leaf-cannot-sign"
    case .unlimitedAnchor: "anchor-purposes"
    case .webKeys: "key-not-for-web"
    case .hostNameSyntax: "host-syntax"
    case .noSuffixWildcards: "wildcard-of-suffix"
    case .commonNameIsAlternative: "common-name"
    case .commonNameSpelling: "common-name-spelling"
    case .noForeignCommonName: "common-name-foreign"
    case .alternativeNameForms: "alternative-name-forms"
    case .serverPurposes: "purposes-missing"
    case .noOtherPurposes: "purposes-other"
    case .purposeCriticality: "purposes-critical"
    case .leafCriticality: "leaf-criticality"
    case .leafUses: "leaf-key-usage"
    case .statedPolicies: "policies-missing"
    case .accessLocations: "access-locations-missing"
    case .lifetime: "lifetime"
    case .criticalKeyUsage: "key-usage-critical"
    case .keyIdentifierAlone: "key-identifier-alone"
    case .distributionPoints: "distribution-points"
    case .singleAttributes: "single-attributes"
    case .explicitParameters: "explicit-parameters"
    case .noUniqueIdentifiers: "unique-identifiers"
    case .listTimeForm: "list-time-form"
    case .listKeyIdentifier: "list-key-identifier"
    case .listCriticality: "list-criticality"
    case .numberedLists: "list-number"
    }
  }
}
