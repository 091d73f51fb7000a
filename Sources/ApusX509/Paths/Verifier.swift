public import ApusASN1

extension X509 {
  /// The settings of a certificate verification:
  /// the trust anchors, the rules, and the budgets of the path search.
  public struct Verifier: Sendable {
    /// The trust anchors of the verification.
    public var anchors: Anchors
    /// The rules for a certificate path.
    public var profile: Profile
    /// The limits on the work of a path search.
    public var budgets: Budgets
    /// The required certificate policies of a path; any by default.
    public var policies = PolicyInputs()
    /// The revocation check for the certificates of a path, with its revocation lists.
    ///
    /// By default, a stapled OCSP response is checked.
    public var revocation = Revocation.whenPresent
    /// A Boolean value that indicates whether the dates of certificates are checked. The dates of
    /// revocation data are always checked.
    ///
    /// A caller that disables date checks must pass on the setting together with the verified
    /// chain.
    package var judgesDates = true

    /// Creates a certificate verifier with trust anchors.
    ///
    /// - Parameters:
    ///   - anchors: The trust anchors.
    ///   - profile: The rules for certificates; by default only the common rules of all profiles.
    ///   - budgets: The limits of the search for a path.
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
  /// The proof that a verifier has verified a path from a leaf certificate to a trust anchor.
  ///
  /// Only a verifier creates a verified chain. A verified chain is valid for its purpose and its
  /// time.
  public struct VerifiedChain: Hashable, Sendable {
    /// The certificates below the trust anchor, beginning with the leaf certificate, at least one.
    public private(set) var certificates: [Certificate]
    /// The trust anchor of the path, which can be the leaf certificate itself.
    public private(set) var anchor: Anchor
    /// The purpose of the leaf certificate.
    public let purpose: Purpose
    /// The time for which the chain was verified.
    public let moment: UnixTime
    /// The certificate policies for which the path is valid.
    public let policies: Set<OID>
    /// A Boolean value that indicates whether every certificate of the chain was valid at the time
    /// of the verification.
    ///
    /// The property is `false` only if TLS was configured not to check dates.
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

    /// The leaf certificate, which belongs to the server or the client.
    public var leaf: Certificate { certificates[0] }

    /// Returns an equal verified chain, which shares the certificates of another verified chain if
    /// the certificates are equal.
    ///
    /// Connections to one server can therefore share the memory of the server's certificates.
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
  /// Finds a trusted path from a leaf certificate to a trust anchor.
  ///
  /// The intermediate certificates can be in any order, with duplicates, root certificates and
  /// unrelated certificates. The stapled response is an OCSP response about the leaf certificate,
  /// which the server sends. The stapled response is ignored if revocation is not checked.
  ///
  /// - Parameters:
  ///   - leaf: The certificate to verify.
  ///   - intermediates: The certificates for the path between the leaf and a trust anchor.
  ///   - stapledResponse: The stapled response of an OCSP responder in DER, or `nil` for none.
  ///   - purpose: The required use of the leaf certificate, such as a server with a name.
  ///   - moment: The reference time of all date checks.
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
