public import ApusASN1

extension X509.Requirement {
  /// The date from which the rule is in force; nil if it applies to every certificate.
  ///
  /// The start of a certificate's validity counts. The Baseline Requirements apply to certificates
  /// issued while they are in force. A rule of RFC 5280, or one that a test corpus requires,
  /// applies to every certificate.
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
  /// The largest validity of a server's certificate, by its start.
  ///
  /// CA/Browser Forum Baseline Requirements 6.3.2. Days have 86,400 seconds; 60 and 39 months have
  /// their greatest length.
  struct LifetimeLimit {
    /// The start of the limit, in seconds since the epoch.
    let beginning: Int64
    let dayCount: Int64

    /// The limits, the latest first; there is none before the last.
    static let all = [
      LifetimeLimit(beginning: 1_868_227_200, dayCount: 47),  // 2029-03-15
      LifetimeLimit(beginning: 1_805_068_800, dayCount: 100),  // 2027-03-15
      LifetimeLimit(beginning: 1_773_532_800, dayCount: 200),  // 2026-03-15
      LifetimeLimit(beginning: 1_598_918_400, dayCount: 398),  // 2020-09-01
      LifetimeLimit(beginning: 1_519_862_400, dayCount: 825),  // 2018-03-01
      LifetimeLimit(beginning: 1_427_846_400, dayCount: 1_188),  // 2015-04-01
      LifetimeLimit(beginning: 1_341_100_800, dayCount: 1_827),  // 2012-07-01
    ]

    /// Returns a Boolean value that indicates whether a certificate is valid for longer than
    /// allowed.
    static func isExceeded(by validity: Validity) -> Bool {
      let beginning = validity.notBefore.secondsSinceEpoch
      guard let limit = all.first(where: { $0.beginning <= beginning }) else { return false }
      return validity.secondCount > limit.dayCount * 86_400
    }
  }
}
