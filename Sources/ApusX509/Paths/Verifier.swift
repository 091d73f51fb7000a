public import ApusASN1

extension X509 {
  /// What paths are held to: the anchors, the rules, and how much work a search may make.
  public struct Verifier: Sendable {
    /// Whom to trust.
    public var anchors: Anchors
    /// Which rules a path is held to.
    public var profile: Profile
    /// How much work a search may make.
    public var budgets: Budgets
    /// Which certificate policies a path must have; any by default.
    public var policies = PolicyInputs()
    /// The check of revocation, with its lists.
    ///
    /// By default what a server staples is judged.
    public var revocation = Revocation.whenPresent
    /// Whether dates are judged; what they say of revocation always is.
    ///
    /// Who leaves them out says so to whom it hands the chain, which remembers it too.
    package var judgesDates = true

    /// Creates a verifier that trusts those anchors.
    public init(
      anchors: Anchors, profile: Profile = .default, budgets: Budgets = Budgets()
    ) {
      self.anchors = anchors
      self.profile = profile
      self.budgets = budgets
    }
  }
}

extension X509 {
  /// The proof that a path from a leaf to an anchor has been judged, and is to be believed.
  ///
  /// Only a verifier makes one. It holds for the purpose and the moment that it names.
  public struct VerifiedChain: Hashable, Sendable {
    /// The certificates below the anchor, the leaf first; never none.
    public private(set) var certificates: [Certificate]
    /// The anchor, which is the leaf itself where that is trusted by its bytes.
    public private(set) var anchor: Anchor
    /// The purpose for which the leaf is trusted.
    public let purpose: Purpose
    /// When that holds.
    public let moment: UnixTime
    /// The certificate policies that the path has.
    public let policies: Set<OID>
    /// Whether every certificate was valid then, as it is unless TLS was told to lift that check.
    public let isCurrent: Bool

    fileprivate init(
      _ certificates: [Certificate], _ anchor: Anchor, judged judge: CertificateJudge,
      policies: Set<OID>
    ) {
      self.certificates = certificates
      self.anchor = anchor
      self.purpose = judge.purpose
      self.moment = judge.moment
      self.policies = policies
      isCurrent =
        judge.judgesDates
        || (certificates + [anchor.certificate].compactMap(\.self)).allSatisfy {
          $0.validity.contains(judge.moment.secondsSinceEpoch)
        }
    }

    /// The certificate of the server or client.
    public var leaf: Certificate { certificates[0] }

    /// The same proof, with the certificates of another where those are the very same.
    ///
    /// A holder of the proofs of many connections with a server then has its certificates once.
    package func sharing(with other: VerifiedChain) -> VerifiedChain {
      guard certificates == other.certificates, anchor == other.anchor else { return self }
      var chain = self
      chain.certificates = other.certificates
      chain.anchor = other.anchor
      return chain
    }
  }
}

extension X509.Verifier {
  /// Finds a path from a leaf to an anchor that is to be believed.
  ///
  /// The intermediates may be in any order, duplicates, roots and strangers among them. The
  /// response is an OCSP responder's about the leaf, as servers staple it, and counts unless
  /// nothing is asked about revocation.
  public func verify(
    _ leaf: X509.Certificate, intermediates: [X509.Certificate] = [],
    stapledResponse: [UInt8]? = nil, for purpose: X509.Purpose, at moment: UnixTime
  ) throws(X509.TrustFailure) -> X509.VerifiedChain {
    let judge = X509.CertificateJudge(
      profile: profile, purpose: purpose, moment: moment, judgesDates: judgesDates)
    var pathJudge = X509.PathJudge(
      policies: policies, budgets: budgets,
      revocation: X509.RevocationJudge(
        revocation.stapling(stapledResponse), judge: judge, budgets: budgets,
        intermediates: intermediates))
    let isAnchor = anchors.contains(leaf, for: purpose.keyPurpose)
    let isBelievedByItself = isAnchor && !profile.contains(.issuedLeaf)
    if let fault = judge.fault(of: leaf, as: .leaf(isAnchor: isBelievedByItself)) {
      throw X509.TrustFailure(leaf, isBelievedByItself ? X509.Anchor(leaf) : nil, fault)
    }
    if isBelievedByItself {
      let anchor = X509.Anchor(leaf)
      var signatures = X509.SignatureAllowance(budgets.signatures)
      do throws(X509.PathJudge.Failure) {
        let policies = try pathJudge.judge([leaf], anchor, signatures: &signatures)
        return X509.VerifiedChain([leaf], anchor, judged: judge, policies: policies)
      } catch {
        throw X509.TrustFailure(leaf, anchor, error.fault)
      }
    }
    let pool = X509.CertificatePool(leaf: leaf, others: intermediates)
    guard pool.certificates.count <= budgets.certificates + 1 else {
      throw X509.TrustFailure(leaf, nil, .exhausted(.certificates, limit: budgets.certificates))
    }
    var builder = X509.PathBuilder(pool, anchors: anchors, judge: judge, budgets: budgets)
    if isAnchor { builder.fail([0], X509.Anchor(leaf), .broken(.issuedLeaf), .anchor) }
    do throws(X509.Exhausted) {
      while let candidate = try builder.next() {
        let certificates = candidate.numbers.map { pool.certificates[$0] }
        do throws(X509.PathJudge.Failure) {
          let policies = try pathJudge.judge(
            certificates, candidate.anchor, signatures: &builder.checker.allowance)
          return X509.VerifiedChain(
            certificates, candidate.anchor, judged: judge, policies: policies)
        } catch {
          if let exhausted = X509.Exhausted(error) { throw exhausted }
          builder.fail(candidate.numbers, candidate.anchor, error.fault, error.place)
        }
      }
    } catch {
      throw builder.trustFailure(error.fault)
    }
    throw builder.trustFailure()
  }
}
