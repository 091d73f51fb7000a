internal import ApusASN1
internal import ApusCrypto

extension X509.RevocationList {
  /// What the list says about a certificate at a time.
  ///
  /// RFC 5280 section 6.3.3, for lists of the issuer itself. What is quickly found out is asked
  /// first: the signature is checked when the list would be of use. An entry counts in whatever
  /// form its list is, and also where the list holds changes alone.
  func verdict(
    on certificate: X509.Certificate, issuer: X509.RevocationIssuer, at moment: UnixTime,
    changes: [X509.RevocationList] = [], requirements: X509.Requirements = [],
    signatures: inout X509.SignatureAllowance
  ) -> X509.RevocationVerdict {
    do throws(X509Error) {
      let problem = try problem(about: certificate, issuer, &signatures)
      if let problem { return .nothing(problem) }
      let entry = try entry(for: certificate.serialNumber)
      if baseNumber != nil {
        guard let entry, entry.reason != .removeFromCRL else { return .nothing(.changesOnly) }
        return .revoked(entry.date, entry.reason ?? .unspecified)
      }
      var isRenewed = false
      var isReleased = false
      for list in changes where list.holdsChanges(to: self) {
        let changed = list.verdict(
          on: certificate, issuer: issuer, at: moment, requirements: requirements,
          signatures: &signatures)
        if case .revoked = changed { return changed }
        guard changed == .nothing(.changesOnly), list.isCurrent(at: moment),
          list.brokenRequirement(of: requirements) == nil
        else { continue }
        isRenewed = true
        let change = try list.entry(for: certificate.serialNumber)
        if change?.reason == .removeFromCRL { isReleased = true }
      }
      if let entry, !(isReleased && entry.reason == .certificateHold) {
        return .revoked(entry.date, entry.reason ?? .unspecified)
      }
      if let requirement = brokenRequirement(of: requirements) {
        return .nothing(.broken(requirement))
      }
      if !isRenewed,
        let problem = X509.RevocationVerdict.problem(thisUpdate, nextUpdate, at: moment)
      {
        return .nothing(problem)
      }
      return issuingDistributionPoint?.reasons.map { .goodFor($0) } ?? .good
    } catch {
      return .nothing(.unreadable(error))
    }
  }

  /// Why the list is none about the certificate, or none of its issuer, if there is a reason.
  private func problem(
    about certificate: X509.Certificate, _ issuer: X509.RevocationIssuer,
    _ signatures: inout X509.SignatureAllowance
  ) throws(X509Error) -> X509.RevocationProblem? {
    guard isBy(issuerOf: certificate) else {
      return try isAppointed(by: certificate) ? .indirect : .otherIssuer
    }
    if let obstacle { return obstacle }
    guard try issuingDistributionPoint?.covers(certificate) ?? true else { return .outOfScope }
    guard issuer.maySignLists else { return .keyMayNotSignLists }
    let key = try issuer.publicKey.verificationKey()
    guard signatures.take() else { return .wrongSignature }
    do throws(X509Error) {
      if try isSigned(by: key) { return nil }
    } catch .signatureAlgorithm(.unsupportedAlgorithm) where namesOtherKey(than: issuer) {
      return .otherKey
    }
    return namesOtherKey(than: issuer) ? .otherKey : .wrongSignature
  }

  /// Names that are written alike, as nearly all are, need not be read.
  private func isBy(issuerOf certificate: X509.Certificate) -> Bool {
    der[issuerRange] == certificate.der[certificate.issuerRange]
      || issuer.matches(certificate.issuer)
  }

  /// Whether a certificate says that lists about it are issued by who has issued this one.
  ///
  /// RFC 5280 section 4.2.1.13: cRLIssuer.
  private func isAppointed(by certificate: X509.Certificate) throws(X509Error) -> Bool {
    try certificate.crlDistributionPoints?.points.contains { point in
      point.crlIssuer.contains { name in
        if case .directory(let name) = name { name.matches(issuer) } else { false }
      }
    } ?? false
  }

  /// Whether the list says that another key of its issuer has signed it.
  private func namesOtherKey(than issuer: X509.RevocationIssuer) -> Bool {
    guard let named = authorityKeyIdentifier?.keyIdentifier else { return false }
    return named != issuer.keyIdentifier && named != InsecureSHA1.digest(of: issuer.publicKey.bits)
  }
}

/// Lists of changes. RFC 5280 section 5.2.4.
extension X509.RevocationList {
  /// Whether the list holds the changes from another one, which is complete, to a newer one.
  ///
  /// Both are of one issuer, of one scope and signed by one key; the complete list is not older
  /// than the one that the changes begin with, and older than the one that they lead to.
  fileprivate func holdsChanges(to complete: X509.RevocationList) -> Bool {
    guard let baseNumber, let number, let old = complete.number, complete.baseNumber == nil else {
      return false
    }
    return issuer.matches(complete.issuer)
      && issuingDistributionPoint == complete.issuingDistributionPoint
      && authorityKeyIdentifier == complete.authorityKeyIdentifier
      && !old.precedes(baseNumber) && old.precedes(number)
  }

  fileprivate func isCurrent(at moment: UnixTime) -> Bool {
    X509.RevocationVerdict.problem(thisUpdate, nextUpdate, at: moment) == nil
  }
}

extension X509.SerialNumber {
  /// Whether a number that is not below zero is smaller than another such.
  fileprivate func precedes(_ other: X509.SerialNumber) -> Bool {
    guard let own = magnitude, let others = other.magnitude else { return false }
    guard own.count == others.count else { return own.count < others.count }
    return own.lexicographicallyPrecedes(others)
  }
}

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
