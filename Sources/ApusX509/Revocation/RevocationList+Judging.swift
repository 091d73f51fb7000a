internal import ApusASN1
internal import ApusCrypto

extension X509.RevocationList {
  /// Returns the status of a certificate in the list at a time.
  ///
  /// RFC 5280 section 6.3.3, whose steps are named here. Step (a) fetches, which is not supported;
  /// step (e) is an optimization, and each list is checked separately. The other issuers are those
  /// for which step (f) has found a valid path to the anchor of the certificate. The signature is
  /// checked last, because it costs most. An entry counts even in a list that is stale, breaks a
  /// rule of the profile or only contains changes: such a list can revoke a certificate, but never
  /// clear it.
  func verdict(
    on certificate: X509.Certificate, issuer: X509.RevocationIssuer,
    others: [X509.RevocationIssuer] = [], at moment: UnixTime,
    changes: [X509.RevocationList] = [], requirements: X509.Requirements = [],
    signatures: inout X509.SignatureAllowance
  ) -> X509.RevocationVerdict {
    do throws(X509Error) {
      let reasons: X509.DistributionPoint.Reasons
      // (b) and (d)
      switch try scope(of: certificate) {
      case .otherIssuer: return .nothing(.otherIssuer)
      case _ where obstacle != nil: return .nothing(obstacle ?? .otherIssuer)
      case .notIndirect: return .nothing(.notIndirect)
      case .otherCertificates: return .nothing(.outOfScope)
      case .covered(let covered): reasons = covered
      }
      // (f) and (g)
      let signer: X509.RevocationIssuer
      switch try search(for: certificate, issuer, others, &signatures) {
      case .failure(let problem): return .nothing(problem)
      case .success(let found): signer = found
      }
      // (j)
      let entry = try entry(for: certificate)
      if baseNumber != nil {
        guard let entry, entry.reason != .removeFromCRL else { return .nothing(.changesOnly) }
        return .revoked(entry.date, entry.reason ?? .unspecified)
      }
      // (c), (h), (i) and (k): the changes are signed with the key of the list.
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
      // (l)
      return reasons.isSuperset(of: .all) ? .good : .goodFor(reasons)
    } catch {
      return .nothing(.unreadable(error))
    }
  }
}

/// Delta revocation lists. RFC 5280 section 5.2.4.
extension X509.RevocationList {
  /// The changes to a list about one certificate.
  private struct Changes {
    /// The verdict of a delta list that contains the certificate.
    var revoked: X509.RevocationVerdict?
    /// A Boolean value that indicates whether current changes are available, so that the list can
    /// be older.
    var isRenewed = false
    /// A Boolean value that indicates whether the certificate is no longer on hold.
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

  /// Returns a Boolean value that indicates whether the list has the changes from a complete list
  /// to a newer one.
  ///
  /// Both have one issuer, one scope and one signing key; the complete list is not older than the
  /// base of the changes, and older than their result.
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
  /// one.
  fileprivate func precedes(_ other: X509.SerialNumber) -> Bool {
    guard let own = magnitude, let others = other.magnitude else { return false }
    guard own.count == others.count else { return own.count < others.count }
    return own.lexicographicallyPrecedes(others)
  }
}

/// Rules of a profile about the encoding of lists.
///
/// A list that breaks one clears no certificate; its revocations still count.
extension X509.RevocationList {
  /// Returns the first of some rules that the list breaks, or nil.
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
