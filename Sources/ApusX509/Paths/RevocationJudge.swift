internal import ApusASN1

extension X509 {
  /// Asks of the certificates of paths whether they are revoked, each question once.
  ///
  /// RFC 5280 section 6.1.3(a)(3).
  struct RevocationJudge {
    private let revocation: Revocation
    private let moment: UnixTime
    private let requirements: Requirements
    private let budget: Int
    private var known: [Question: Fault?] = [:]

    private struct Question: Hashable {
      let certificate: Certificate
      let issuer: RevocationIssuer
    }

    init(_ revocation: Revocation, at moment: UnixTime, profile: Profile, budgets: Budgets) {
      self.revocation = revocation
      self.moment = moment
      requirements = profile.requirements
      budget = budgets.signatures
    }

    /// Passes a path of which nothing is known that must not be, or unknown that must be known.
    ///
    /// Authorities are checked first, because a revoked authority has no say about others. An
    /// authority of unknown status does not hide that a certificate below it is revoked, because
    /// that is the more exact reason, and the path is rejected anyway.
    mutating func judge(
      _ certificates: [Certificate], _ anchor: Anchor, signatures: inout SignatureAllowance
    ) throws(PathJudge.Failure) {
      guard revocation.policy != .off else { return }
      var unanswered: PathJudge.Failure?
      for index in certificates.indices.reversed() where revocation.extent == .path || index == 0 {
        let above = index + 1 < certificates.count ? Anchor(certificates[index + 1]) : anchor
        let fault = fault(of: certificates[index], below: above, &signatures)
        let place = TrustFailure.Path.Place.certificate(index)
        guard !signatures.isOverdrawn else {
          throw PathJudge.Failure(fault: .exhausted(.signatures, limit: budget), place: place)
        }
        guard let fault else { continue }
        let failure = PathJudge.Failure(fault: fault, place: place)
        guard case .revocation(.unanswered) = fault else { throw failure }
        unanswered = unanswered ?? failure
      }
      if let unanswered { throw unanswered }
    }

    private mutating func fault(
      of certificate: Certificate, below authority: Anchor, _ signatures: inout SignatureAllowance
    ) -> Fault? {
      // Of a leaf that is trusted by its bytes, and by another, no one is known who could tell.
      if authority.certificate == certificate, !certificate.isSelfIssued {
        return revocation.policy == .required ? .revocation(.unanswered([])) : nil
      }
      do throws(X509Error) {
        let issuer = try RevocationIssuer(authority)
        let question = Question(certificate: certificate, issuer: issuer)
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
          question.certificate, issuer: question.issuer, at: moment, requirements: requirements,
          signatures: &signatures)
        return nil
      } catch {
        return .revocation(error)
      }
    }
  }
}

extension X509.Verifier {
  /// Returns what the lists and responses at hand have against a path that was verified before, as
  /// when a session is resumed; nil if nothing.
  ///
  /// Nothing else about the path is judged again, and nothing is stapled.
  package func revocationFault(
    of chain: X509.VerifiedChain, at moment: UnixTime
  ) -> X509.Fault? {
    var judge = X509.RevocationJudge(
      revocation, at: moment, profile: profile, budgets: budgets)
    var signatures = X509.SignatureAllowance(budgets.signatures)
    do throws(X509.PathJudge.Failure) {
      try judge.judge(chain.certificates, chain.anchor, signatures: &signatures)
      return nil
    } catch {
      return error.fault
    }
  }
}
