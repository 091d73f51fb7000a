internal import ApusASN1
internal import ApusBytes
internal import ApusCrypto

/// The additional profile rules for public certificate authorities, each with its check.
///
/// The article "The web profile" has a table of all profile rules for public authorities.
extension X509.CertificateJudge {
  private typealias Check = @Sendable (X509.Certificate) throws(X509Error) -> Bool

  /// Returns the first profile rule in force that a certificate violates, or `nil` if the
  /// certificate complies.
  func brokenWebRule(
    by certificate: X509.Certificate, as role: Role
  ) throws(X509Error) -> X509.Requirement? {
    for (requirement, isBroken) in rules(for: role) where profile.contains(requirement) {
      if let beginning = requirement.beginning, certificate.begins(before: beginning) { continue }
      if try isBroken(certificate) { return requirement }
    }
    return nil
  }

  private func rules(for role: Role) -> [(X509.Requirement, Check)] {
    switch role {
    case .anchor, .leaf(isAnchor: true): Self.ofAll
    case .listIssuer: Self.ofAll + Self.ofIssued
    case .intermediate: Self.ofAll + Self.ofIssued + Self.ofAuthorities
    case .leaf(isAnchor: false):
      Self.ofAll + Self.ofIssued + Self.ofLeaves
        + (purpose.keyPurpose == .serverAuthentication ? Self.ofServers : [])
    }
  }

  private static let ofAll: [(X509.Requirement, Check)] = [
    (.noUniqueIdentifiers, { $0.issuerUniqueID != nil || $0.subjectUniqueID != nil })
  ]

  private static let ofIssued: [(X509.Requirement, Check)] = [
    (.explicitParameters, { $0.lacksParameters }),
    (.keyIdentifierAlone, namesIssuerOfKey),
    (.distributionPoints, hasOddDistributionPoints),
    (.singleAttributes, { !$0.subject.isPlain }),
  ]

  private static let ofAuthorities: [(X509.Requirement, Check)] = [
    (.criticalKeyUsage, { $0.isCritical(.keyUsage) == false })
  ]

  private static let ofLeaves: [(X509.Requirement, Check)] = [
    (.lifetime, { X509.LifetimeLimit.isExceeded(by: $0.validity) }),
    (.purposeCriticality, { $0.isCritical(.extendedKeyUsage) == true }),
    (.leafCriticality, hasOddCriticality),
    (.leafUses, hasOddUses),
    (.statedPolicies, { !$0.has(.certificatePolicies) }),
    (.accessLocations, { !$0.has(.authorityInformationAccess) }),
  ]

  private static let ofServers: [(X509.Requirement, Check)] = [
    (.commonNameIsAlternative, hasUnlistedCommonName),
    (.commonNameSpelling, hasRespelledCommonName),
    (.noForeignCommonName, hasForeignCommonName),
    (.alternativeNameForms, hasOtherNames),
    (.serverPurposes, { !$0.has(.extendedKeyUsage) }),
    (.noOtherPurposes, hasOtherPurposes),
  ]
}

/// The checks of profile rules that read the values of extensions.
extension X509.CertificateJudge {
  @Sendable private static func namesIssuerOfKey(
    _ certificate: X509.Certificate
  ) throws(X509Error) -> Bool {
    try certificate.authorityKeyIdentifier?.issuer != nil
  }

  @Sendable private static func hasOddDistributionPoints(
    _ certificate: X509.Certificate
  ) throws(X509Error) -> Bool {
    guard let points = try certificate.crlDistributionPoints?.points else { return false }
    return certificate.isCritical(.crlDistributionPoints) == true
      || points.contains { $0.reasons != nil || !$0.crlIssuer.isEmpty }
  }

  @Sendable private static func hasOddCriticality(
    _ certificate: X509.Certificate
  ) throws(X509Error) -> Bool {
    certificate.isCritical(.basicConstraints) == false || certificate.isCritical(.keyUsage) == false
      || certificate.isCritical(.certificatePolicies) == true
  }

  /// Returns a Boolean value that indicates whether the key usage contradicts the key's algorithm.
  /// RSA keys can sign and decrypt. Elliptic curve keys can sign and agree on keys, and must allow
  /// signatures.
  @Sendable private static func hasOddUses(
    _ certificate: X509.Certificate
  ) throws(X509Error) -> Bool {
    guard let uses = try certificate.keyUsage?.uses else { return false }
    guard certificate.publicKeyInfo.algorithm.oid == .ecPublicKey else {
      return !uses.isSubset(of: [.digitalSignature, .keyEncipherment, .dataEncipherment])
    }
    return !uses.contains(.digitalSignature)
      || !uses.isSubset(of: [.digitalSignature, .keyAgreement])
  }

  @Sendable private static func hasUnlistedCommonName(
    _ certificate: X509.Certificate
  ) throws(X509Error) -> Bool {
    try !X509.CommonNames(certificate).areListed
  }

  @Sendable private static func hasRespelledCommonName(
    _ certificate: X509.Certificate
  ) throws(X509Error) -> Bool {
    try X509.CommonNames(certificate).haveOtherSpelling
  }

  @Sendable private static func hasForeignCommonName(
    _ certificate: X509.Certificate
  ) throws(X509Error) -> Bool {
    try X509.CommonNames(certificate).areForeign
  }

  @Sendable private static func hasOtherNames(
    _ certificate: X509.Certificate
  ) throws(X509Error) -> Bool {
    guard let names = try certificate.subjectAlternativeName?.names else { return true }
    return !names.allSatisfy { name in
      switch name {
      case .dns, .ipv4, .ipv6: true
      case .other, .email, .x400, .directory, .ediParty, .uri, .registeredID: false
      }
    }
  }

  @Sendable private static func hasOtherPurposes(
    _ certificate: X509.Certificate
  ) throws(X509Error) -> Bool {
    let others: [OID] = [.codeSigning, .emailProtection, .timeStamping, .ocspSigning]
    guard let usage = try certificate.extendedKeyUsage else { return false }
    return others.contains { usage.contains($0) }
  }
}

extension X509.Certificate {
  fileprivate func begins(before moment: UnixTime) -> Bool {
    validity.notBefore.secondsSinceEpoch < moment.secondsSinceEpoch
  }

  /// Returns a Boolean value that indicates whether an extension is critical. The function returns
  /// `nil` if the extension is absent.
  fileprivate func isCritical(_ kind: X509.Extension.Kind) -> Bool? {
    encodedExtension(kind)?.isCritical
  }

  /// A Boolean value that indicates whether the algorithm of an RSA signature lacks its parameters.
  fileprivate var lacksParameters: Bool {
    let algorithm = signatureAlgorithm
    guard algorithm.parameters == nil else { return false }
    return [.sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption]
      .contains(algorithm.oid)
  }
}

extension X509.Name {
  /// A Boolean value that indicates whether each relative distinguished name has exactly one
  /// attribute. Only domain components and street addresses may be repeated.
  fileprivate var isPlain: Bool {
    var seen: Set<OID> = []
    return steps.allSatisfy { step in
      guard step.attributes.count == 1, let type = step.attributes.first?.type else { return false }
      let mayRepeat = type == .domainComponent || type == .streetAddress
      return seen.insert(type).inserted || mayRepeat
    }
  }
}
