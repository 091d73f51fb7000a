internal import ApusASN1

/// Rules of a profile about how lists are written.
///
/// A list that breaks one clears no certificate; what it says is revoked stays so.
extension X509.RevocationList {
  /// The first of some rules that the list breaks, if it breaks one.
  func brokenRequirement(of requirements: X509.Requirements) -> X509.Requirement? {
    Self.rules.first { requirements.contains($0.requirement) && $0.isBroken(self) }?.requirement
  }

  private static let rules:
    [(requirement: X509.Requirement, isBroken: @Sendable (X509.RevocationList) -> Bool)] = [
      (.listTimeForm, { !$0.hasRequiredTimes }),
      (.numberedLists, { !$0.hasUsualNumber }),
      (.listKeyIdentifier, { $0.authorityKeyIdentifier?.keyIdentifier == nil }),
      (.listCriticality, { !$0.extensions.allSatisfy(hasAllowedCriticality) }),
    ]

  private var hasRequiredTimes: Bool {
    [thisUpdate, nextUpdate].compactMap(\.self).allSatisfy {
      $0 == ASN1.Time(secondsSinceEpoch: $0.secondsSinceEpoch)
    }
  }

  private var hasUsualNumber: Bool {
    number?.isTooLong == false && extensions.contains { $0.oid == .crlNumber && !$0.isCritical }
  }

  /// RFC 5280 sections 5.2.1 to 5.2.7.
  @Sendable private static func hasAllowedCriticality(_ one: X509.EncodedExtension) -> Bool {
    switch one.oid {
    case .deltaCRLIndicator, .issuingDistributionPoint: one.isCritical
    case .authorityKeyIdentifier, .freshestCRL, .authorityInformationAccess: !one.isCritical
    default: true
    }
  }
}
