internal import ApusASN1
internal import ApusCrypto

extension X509.RevocationList {
  /// Returns the verdict of the revocation list about a certificate at a given time.
  ///
  /// RFC 5280 section 6.3.3 describes the algorithm, and the comments in the function name its
  /// steps. Apus omits step (a), which fetches lists, and step (e), which is an optimization. Each
  /// revocation list is checked separately. The other issuers have a valid path to the trust anchor
  /// of the certificate, as step (f) requires. The signature of the list is checked last, because
  /// the check of the signature costs most. A revocation entry counts even if the list is stale,
  /// violates a profile rule or contains only changes. A list with one of these faults cannot prove
  /// that a certificate is not revoked.
  func verdict(
    on certificate: X509.Certificate, issuer: X509.RevocationIssuer,
    others: [X509.RevocationIssuer] = [], at moment: UnixTime,
    changes: [X509.RevocationList] = [], requirements: X509.Requirements = [],
    signatures: inout X509.SignatureAllowance
  ) -> X509.RevocationVerdict {
    do throws(X509Error) {
      let reasons: X509.DistributionPoint.Reasons
      // Steps (b) and (d) determine the scope of the list.
      switch try scope(of: certificate) {
      case .otherIssuer: return .nothing(.otherIssuer)
      case _ where obstacle != nil: return .nothing(obstacle ?? .otherIssuer)
      case .notIndirect: return .nothing(.notIndirect)
      case .otherCertificates: return .nothing(.outOfScope)
      case .covered(let covered): reasons = covered
      }
      // Steps (f) and (g) find the issuer whose key signed the list.
      let signer: X509.RevocationIssuer
      switch try search(for: certificate, issuer, others, &signatures) {
      case .failure(let problem): return .nothing(problem)
      case .success(let found): signer = found
      }
      // Step (j) finds the entry of the certificate.
      let entry = try entry(for: certificate)
      if baseNumber != nil {
        guard let entry, entry.reason != .removeFromCRL else { return .nothing(.changesOnly) }
        return .revoked(entry.date, entry.reason ?? .unspecified)
      }
      // Steps (c), (h), (i) and (k) apply the changes of delta lists that are signed with the key
      // of the list.
      let changes = try self.changes(
        among: changes, to: certificate, by: signer, at: moment, requirements: requirements,
        signatures: &signatures)
      if let revoked = changes.revoked { return revoked }
      if let entry, !(changes.isReleased && entry.reason == .certificateHold) {
        return .revoked(entry.date, entry.reason ?? .unspecified)
      }
      if let requirement = brokenRequirement(of: requirements) {
        return .nothing(.broken(requirement))
      }
      if !changes.isRenewed,
        let problem = X509.RevocationVerdict.problem(thisUpdate, nextUpdate, at: moment)
      {
        return .nothing(problem)
      }
      // Step (l) returns the verdict for the covered reasons.
      return reasons.isSuperset(of: .all) ? .good : .goodFor(reasons)
    } catch {
      return .nothing(.unreadable(error))
    }
  }
}

/// The evaluation of delta revocation lists. RFC 5280 section 5.2.4.
extension X509.RevocationList {
  /// The changes to the revocation status of one certificate in delta CRLs.
  private struct Changes {
    /// The verdict of a delta list that contains the certificate, or `nil` if no delta list
    /// contains the certificate.
    var revoked: X509.RevocationVerdict?
    /// A Boolean value that indicates whether a current delta CRL is available. With a current
    /// delta CRL, the base CRL may be stale.
    var isRenewed = false
    /// A Boolean value that indicates whether a delta CRL releases the certificate from its hold.
    var isReleased = false
  }

  private func changes(
    among lists: [X509.RevocationList], to certificate: X509.Certificate,
    by signer: X509.RevocationIssuer, at moment: UnixTime, requirements: X509.Requirements,
    signatures: inout X509.SignatureAllowance
  ) throws(X509Error) -> Changes {
    var changes = Changes()
    for list in lists where list.holdsChanges(to: self) {
      let changed = list.verdict(
        on: certificate, issuer: signer, others: [signer], at: moment,
        requirements: requirements, signatures: &signatures)
      if case .revoked = changed {
        changes.revoked = changed
        return changes
      }
      guard changed == .nothing(.changesOnly), list.isCurrent(at: moment),
        list.brokenRequirement(of: requirements) == nil
      else { continue }
      changes.isRenewed = true
      let change = try list.entry(for: certificate)
      if change?.reason == .removeFromCRL { changes.isReleased = true }
    }
    return changes
  }

  /// Returns a Boolean value that indicates whether a delta CRL can be applied to a complete CRL.
  ///
  /// The delta list and the complete list have the same issuer, scope and signing key. The number
  /// of the complete CRL is at least the base number and less than the number of the delta CRL.
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
  /// Returns a Boolean value that indicates whether a nonnegative number is smaller than another
  /// number.
  fileprivate func precedes(_ other: X509.SerialNumber) -> Bool {
    guard let own = magnitude, let others = other.magnitude else { return false }
    guard own.count == others.count else { return own.count < others.count }
    return own.lexicographicallyPrecedes(others)
  }
}

/// The profile rules about the encoding of revocation lists.
///
/// A revocation list that breaks a profile rule cannot prove that a certificate is not revoked. The
/// revocations in the list still count.
extension X509.RevocationList {
  /// Returns the first of the given profile rules that the revocation list breaks, or `nil` if the
  /// list complies.
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

  /// Returns a Boolean value that indicates whether the criticality of an extension in a revocation
  /// list is allowed.
  ///
  /// RFC 5280 sections 5.2.1 to 5.2.7.
  @Sendable private static func hasAllowedCriticality(_ one: X509.EncodedExtension) -> Bool {
    switch one.oid {
    case .deltaCRLIndicator, .issuingDistributionPoint: one.isCritical
    case .authorityKeyIdentifier, .freshestCRL, .authorityInformationAccess: !one.isCritical
    default: true
    }
  }
}
