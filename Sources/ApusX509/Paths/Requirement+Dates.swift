public import ApusASN1

extension X509.Requirement {
  /// The date from which the profile rule is in force, or `nil` if the rule applies to every
  /// certificate.
  ///
  /// The start of a certificate's validity period determines whether the profile rule applies. The
  /// Baseline Requirements apply to certificates that are issued while the requirements are in
  /// force. A rule of RFC 5280 applies to every certificate, and so does a rule that a test corpus
  /// requires.
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

  /// The date of the first Baseline Requirements, which is 2012-07-01.
  private static let firstRequirements = UnixTime(secondsSinceEpoch: 1_341_100_800)
  /// The date of the certificate profiles of ballot SC-62, which is 2023-09-15.
  private static let profiles = UnixTime(secondsSinceEpoch: 1_694_736_000)
}

extension X509 {
  /// The maximum validity of a server's certificate, by the start of the validity.
  ///
  /// CA/Browser Forum Baseline Requirements 6.3.2. A day has 86,400 seconds, and periods of 60 and
  /// 39 months have their greatest length.
  struct LifetimeLimit {
    /// The start date of the validity limit, in seconds since the epoch.
    let beginning: Int64
    let dayCount: Int64

    /// The lifetime limits, beginning with the newest limit. Certificates from before the oldest
    /// limit can have any lifetime.
    static let all = [
      LifetimeLimit(beginning: 1_868_227_200, dayCount: 47),  // 2029-03-15
      LifetimeLimit(beginning: 1_805_068_800, dayCount: 100),  // 2027-03-15
      LifetimeLimit(beginning: 1_773_532_800, dayCount: 200),  // 2026-03-15
      LifetimeLimit(beginning: 1_598_918_400, dayCount: 398),  // 2020-09-01
      LifetimeLimit(beginning: 1_519_862_400, dayCount: 825),  // 2018-03-01
      LifetimeLimit(beginning: 1_427_846_400, dayCount: 1_188),  // 2015-04-01
      LifetimeLimit(beginning: 1_341_100_800, dayCount: 1_827),  // 2012-07-01
    ]

    /// Returns a Boolean value that indicates whether a certificate is valid for longer than the
    /// limit allows.
    static func isExceeded(by validity: Validity) -> Bool {
      let beginning = validity.notBefore.secondsSinceEpoch
      guard let limit = all.first(where: { $0.beginning <= beginning }) else { return false }
      return validity.secondCount > limit.dayCount * 86_400
    }
  }
}
