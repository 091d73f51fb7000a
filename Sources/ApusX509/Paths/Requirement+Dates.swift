public import ApusASN1

extension X509.Requirement {
  /// From when on certificates are held to the rule; nil where every certificate is.
  ///
  /// What counts is when a certificate begins to be valid. The Baseline Requirements bind what is
  /// issued while they say so. A rule whose breach is asked for by a corpus, or that RFC 5280 has,
  /// binds every certificate.
  public var beginning: UnixTime? {
    switch self {
    case .commonNameIsAlternative, .alternativeNameForms, .serverPurposes, .statedPolicies,
      .criticalKeyUsage:
      Self.firstRequirements
    case .noOtherPurposes, .leafCriticality, .leafUses, .accessLocations, .keyIdentifierAlone,
      .distributionPoints, .singleAttributes:
      Self.profiles
    case .version3, .positiveSerialNumber, .requiredTimeForm, .readableExtensions,
      .identicalNames, .criticalBasicConstraints, .statedSigning, .subjectKeyIdentifier,
      .authorityKeyIdentifier, .ownKeyIdentifier, .criticality, .alternativeNameCriticality,
      .endEntityLeaf, .issuedLeaf, .unconstrainedLeaf, .statedPurposes, .signingLeaf,
      .unlimitedAnchor, .webKeys, .hostNameSyntax, .noSuffixWildcards, .commonNameSpelling,
      .purposeCriticality, .lifetime, .explicitParameters, .noUniqueIdentifiers,
      .listTimeForm, .listKeyIdentifier, .listCriticality, .numberedLists, .noForeignCommonName:
      nil
    }
  }

  /// 2012-07-01: the first Baseline Requirements.
  private static let firstRequirements = UnixTime(secondsSinceEpoch: 1_341_100_800)
  /// 2023-09-15: the profiles of ballot SC-62.
  private static let profiles = UnixTime(secondsSinceEpoch: 1_694_736_000)
}

extension X509 {
  /// How long a server's certificate may be valid, by when it begins to be.
  ///
  /// CA/Browser Forum Baseline Requirements 6.3.2. Days are of 86,400 seconds; 60 and 39 months are
  /// taken at their longest.
  struct LifetimeLimit {
    /// From when on the limit holds, in seconds since the epoch.
    let beginning: Int64
    let dayCount: Int64

    /// The limits, the latest first; what is older than the last has none.
    static let all = [
      LifetimeLimit(beginning: 1_868_227_200, dayCount: 47),  // 2029-03-15
      LifetimeLimit(beginning: 1_805_068_800, dayCount: 100),  // 2027-03-15
      LifetimeLimit(beginning: 1_773_532_800, dayCount: 200),  // 2026-03-15
      LifetimeLimit(beginning: 1_598_918_400, dayCount: 398),  // 2020-09-01
      LifetimeLimit(beginning: 1_519_862_400, dayCount: 825),  // 2018-03-01
      LifetimeLimit(beginning: 1_427_846_400, dayCount: 1_188),  // 2015-04-01
      LifetimeLimit(beginning: 1_341_100_800, dayCount: 1_827),  // 2012-07-01
    ]

    /// Whether a certificate is valid for longer than it may be.
    static func isExceeded(by validity: Validity) -> Bool {
      let beginning = validity.notBefore.secondsSinceEpoch
      guard let limit = all.first(where: { $0.beginning <= beginning }) else { return false }
      return validity.secondCount > limit.dayCount * 86_400
    }
  }
}
