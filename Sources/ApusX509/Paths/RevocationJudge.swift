internal import ApusASN1

extension X509 {
  /// A checker of the revocation status of certificate paths, which caches its results.
  ///
  /// RFC 5280 section 6.1.3(a)(3).
  struct RevocationJudge {
    private let revocation: Revocation
    private let judge: CertificateJudge
    private let budgets: Budgets
    /// The search for the issuers of revocation lists, which have their own certificate paths.
    private var listIssuers: ListIssuers
    private var known: [Question: Fault?] = [:]

    private struct Question: Hashable {
      let certificate: Certificate
      let issuer: RevocationIssuer
      let listIssuers: [RevocationIssuer]
    }

    /// Creates a revocation judge that searches certificates for the issuers of revocation lists.
    init(
      _ revocation: Revocation, judge: CertificateJudge, budgets: Budgets,
      intermediates: [Certificate]
    ) {
      self.revocation = revocation
      self.judge = judge
      self.budgets = budgets
      listIssuers = ListIssuers(
        among: intermediates + revocation.listIssuers, judge: judge, budgets: budgets)
    }

    /// Creates a revocation judge for the path of a revocation list's issuer.
    ///
    /// The certificates in the path of a list's issuer are checked only with revocation lists that
    /// are signed by their own issuers or by an authority above. The issuer of a revocation list
    /// cannot prove its own revocation status, and the search must end.
    fileprivate init(
      ofListIssuerBy revocation: Revocation, judge: CertificateJudge, budgets: Budgets
    ) {
      self.revocation = revocation
      self.judge = judge
      self.budgets = budgets
      listIssuers = ListIssuers(among: [], judge: judge, budgets: budgets)
    }

    /// Throws an error if a certificate of a path is revoked, or if a required status is unknown.
    ///
    /// Authorities are checked first, because a revoked authority cannot be trusted about other
    /// certificates. A revoked certificate below an authority of unknown status is reported as
    /// revoked, because the revocation is the more exact reason for the rejection of the path.
    mutating func judge(
      _ certificates: [Certificate], _ anchor: Anchor, signatures: inout SignatureAllowance
    ) throws(PathJudge.Failure) {
      guard revocation.policy != .off else { return }
      var unanswered: PathJudge.Failure?
      for index in certificates.indices.reversed() where revocation.extent == .path || index == 0 {
        let above = certificates[(index + 1)...].map { Anchor($0) } + [anchor]
        let fault = fault(of: certificates[index], below: above, &signatures)
        let place = TrustFailure.Path.Place.certificate(index)
        guard !signatures.isOverdrawn else {
          let limit = budgets.signatures
          throw PathJudge.Failure(fault: .exhausted(.signatures, limit: limit), place: place)
        }
        guard let fault else { continue }
        let failure = PathJudge.Failure(fault: fault, place: place)
        guard case .revocation(.unanswered) = fault else { throw failure }
        unanswered = unanswered ?? failure
      }
      if let unanswered { throw unanswered }
    }

    private mutating func fault(
      of certificate: Certificate, below above: [Anchor], _ signatures: inout SignatureAllowance
    ) -> Fault? {
      // The leaf certificate is itself a trust anchor and was issued by another authority. The
      // source of its revocation status is unknown.
      if above[0].certificate == certificate, !certificate.isSelfIssued {
        return revocation.policy == .required ? .revocation(.unanswered([])) : nil
      }
      do throws(X509Error) {
        let issuer = try RevocationIssuer(above[0])
        let others = listIssuers.issuers(
          besides: issuer, for: certificate, below: above, revocation, &signatures)
        let question = Question(certificate: certificate, issuer: issuer, listIssuers: others)
        if let fault = known[question] { return fault }
        let fault = fault(of: question, &signatures)
        known.updateValue(fault, forKey: question)
        return fault
      } catch {
        return .unreadable(error)
      }
    }

    private func fault(of question: Question, _ signatures: inout SignatureAllowance) -> Fault? {
      do throws(RevocationFault) {
        _ = try revocation.judge(
          question.certificate, issuer: question.issuer, question.listIssuers, at: judge.moment,
          requirements: judge.profile.requirements, signatures: &signatures)
        return nil
      } catch {
        return .revocation(error)
      }
    }
  }
}

/// The issuers of revocation lists that are signed with another key than the certificate.
///
/// RFC 5280 section 6.3.3 (f): the path of each list's issuer must be valid and must lead to the
/// same trust anchor.
private struct ListIssuers {
  /// The maximum number of certificates that are tried as the issuer of revocation lists about one
  /// certificate.
  static let limit = 8

  private let candidates: [X509.Certificate]
  private let judge: X509.CertificateJudge
  private let budgets: X509.Budgets
  private var known: [Question: Bool] = [:]

  private struct Question: Hashable {
    let candidate: X509.Certificate
    let anchor: X509.Anchor
  }

  init(
    among candidates: [X509.Certificate], judge: X509.CertificateJudge, budgets: X509.Budgets
  ) {
    self.candidates = candidates
    self.judge = judge
    self.budgets = budgets
  }

  /// Finds the issuers of revocation lists about a certificate, except for the certificate's own
  /// issuer.
  ///
  /// Issuers above the certificate in its path have been checked already. The function checks the
  /// issuers outside the path.
  mutating func issuers(
    besides issuer: X509.RevocationIssuer, for certificate: X509.Certificate,
    below above: [X509.Anchor], _ revocation: X509.Revocation,
    _ signatures: inout X509.SignatureAllowance
  ) -> [X509.RevocationIssuer] {
    let lists = revocation.everyList.filter {
      $0.canBeSigned(byOtherThan: issuer, about: certificate)
    }
    guard !lists.isEmpty, let anchor = above.last else { return [] }
    func isNeeded(_ other: X509.RevocationIssuer) -> Bool {
      other.publicKey != issuer.publicKey && other.publicKey != certificate.publicKey
        && lists.contains { $0.issuer.matches(other.name) && !$0.namesOtherKey(than: other) }
    }
    var found: [X509.RevocationIssuer] = []
    for authority in above.dropFirst() {
      guard let other = try? X509.RevocationIssuer(authority), isNeeded(other) else { continue }
      found.append(other)
    }
    var triedCount = 0
    for candidate in candidates where triedCount < Self.limit {
      guard let other = try? X509.RevocationIssuer(candidate), isNeeded(other),
        !found.contains(other)
      else { continue }
      triedCount += 1
      let question = Question(candidate: candidate, anchor: anchor)
      let isValid = known[question] ?? isValid(question, above, revocation, &signatures)
      known[question] = isValid
      if isValid { found.append(other) }
    }
    return found
  }

  /// Returns a Boolean value that indicates whether a valid path leads from the issuer of a
  /// revocation list to a trust anchor.
  private func isValid(
    _ question: Question, _ above: [X509.Anchor], _ revocation: X509.Revocation,
    _ signatures: inout X509.SignatureAllowance
  ) -> Bool {
    guard judge.fault(of: question.candidate, as: .listIssuer) == nil else { return false }
    let pool = X509.CertificatePool(
      leaf: question.candidate, others: candidates + above.compactMap(\.certificate))
    var builder = X509.PathBuilder(
      pool, anchors: X509.Anchors([question.anchor]), judge: judge, budgets: budgets)
    builder.checker.allowance = signatures
    defer { signatures = builder.checker.allowance }
    var pathJudge = X509.PathJudge(
      policies: X509.PolicyInputs(), budgets: budgets,
      revocation: X509.RevocationJudge(
        ofListIssuerBy: revocation, judge: judge, budgets: budgets))
    do throws(X509.Exhausted) {
      while let path = try builder.next() {
        do throws(X509.PathJudge.Failure) {
          _ = try pathJudge.judge(
            path.numbers.map { pool.certificates[$0] }, path.anchor,
            signatures: &builder.checker.allowance)
          return true
        } catch {
          if X509.Exhausted(error) != nil { return false }
        }
      }
    } catch {
      // If the search for the issuer of a revocation list exceeds the signature limit, the whole
      // path search ends.
    }
    return false
  }
}

extension X509.Verifier {
  /// Returns the revocation fault of an earlier verified path according to the current revocation
  /// lists and responses. The fault is `nil` if the revocation check succeeds.
  ///
  /// The function checks a resumed TLS session, which has no stapled OCSP response. The rest of the
  /// path is not checked again.
  package func revocationFault(
    of chain: X509.VerifiedChain, at moment: UnixTime
  ) -> X509.Fault? {
    let certificateJudge = X509.CertificateJudge(
      profile: profile, purpose: chain.purpose, moment: moment, judgesDates: judgesDates)
    var judge = X509.RevocationJudge(
      revocation, judge: certificateJudge, budgets: budgets, intermediates: [])
    var signatures = X509.SignatureAllowance(budgets.signatures)
    do throws(X509.PathJudge.Failure) {
      try judge.judge(chain.certificates, chain.anchor, signatures: &signatures)
      return nil
    } catch {
      return error.fault
    }
  }
}
