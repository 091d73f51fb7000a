public import ApusNames
public import ApusX509

extension TLS {
  /// The proof that a policy has checked a server's certificates and trusts them.
  ///
  /// Only the method `Policy.evaluate` creates a trusted chain.
  public struct TrustedChain: Sendable {
    /// The boxed contents of the proof. The box makes copies between handshake states cheap.
    private let facts: Facts

    private final class Facts: Sendable, Hashable {
      let leaf: X509.Certificate
      let host: CanonicalHost?
      let moment: UnixTime
      let path: X509.VerifiedChain?
      let lifted: Danger
      let rule: PinRule?
      let reports: [PinReport]

      init(
        _ leaf: X509.Certificate, _ host: CanonicalHost?, _ moment: UnixTime,
        _ path: X509.VerifiedChain?, _ lifted: Danger, _ rule: PinRule?, _ reports: [PinReport]
      ) {
        self.leaf = leaf
        self.host = host
        self.moment = moment
        self.path = path
        self.lifted = lifted
        self.rule = rule
        self.reports = reports
      }

      static func == (left: Facts, right: Facts) -> Bool {
        left === right
          || left.leaf == right.leaf && left.host == right.host && left.moment == right.moment
            && left.path == right.path && left.lifted == right.lifted && left.rule == right.rule
            && left.reports == right.reports
      }

      func hash(into hasher: inout Hasher) {
        hasher.combine(leaf)
        hasher.combine(host)
        hasher.combine(moment)
      }
    }

    fileprivate init(_ finding: PolicyJudge.Finding, _ host: CanonicalHost?) {
      facts = Facts(
        finding.path.leaf, host, finding.path.moment, finding.path, finding.lifted, finding.rule,
        finding.reports)
    }

    /// Creates the proof for a server that a certificate evaluator accepts against the trust
    /// policy.
    fileprivate init(
      overruled leaf: X509.Certificate, _ host: CanonicalHost?, at moment: UnixTime
    ) {
      facts = Facts(leaf, host, moment, nil, .overruled, nil, [])
    }

    private init(_ facts: Facts) { self.facts = facts }

    /// Returns an equal proof that shares the memory of equal certificates with another proof.
    package func sharing(with other: TLS.TrustedChain) -> TLS.TrustedChain {
      guard self != other else { return other }
      guard let path, let otherPath = other.path, leaf == other.leaf else { return self }
      return TLS.TrustedChain(
        Facts(
          other.leaf, host, moment, path.sharing(with: otherPath), lifted, rule, reports))
    }

    /// The server's own certificate.
    public var leaf: X509.Certificate { facts.leaf }
    /// The requested host, or `nil` if the caller specified no host.
    public var host: CanonicalHost? { facts.host }
    /// The time at which the trust policy checked the server.
    public var moment: UnixTime { facts.moment }
    /// The checked certification path, or `nil` if a certificate evaluator has overruled the
    /// policy.
    public var path: X509.VerifiedChain? { facts.path }
    /// The disabled certificate checks that would have rejected the server.
    public var lifted: Danger { facts.lifted }
    /// The pin rule for the host that the certification path satisfies, or `nil` if there is no
    /// rule.
    public var rule: PinRule? { facts.rule }
    /// The reports about pin rules that did not reject the server.
    public var reports: [PinReport] { facts.reports }
  }
}

extension TLS.TrustedChain: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.facts == right.facts }

  public func hash(into hasher: inout Hasher) { hasher.combine(facts) }
}

extension TLS.TrustedChain {
  /// Returns whether the proof is valid for a host at a later time, such as at a resumption.
  ///
  /// The method checks the dates of every certificate again. The method returns `false` if a
  /// certificate evaluator has overruled the policy, because the proof contains no certification
  /// path.
  ///
  /// - Parameters:
  ///   - host: The host of the connection.
  ///   - moment: The time of the check of the dates.
  public func holds(for host: CanonicalHost, at moment: UnixTime) -> Bool {
    guard let path, self.host == host else { return false }
    let certificates = path.certificates + [path.anchor.certificate].compactMap(\.self)
    return lifted.contains(.expired)
      || certificates.allSatisfy { $0.validity.contains(moment.secondsSinceEpoch) }
  }
}

extension TLS.TrustedChain: CustomStringConvertible {
  public var description: String {
    let name = host.map { "\($0)" } ?? "a server"
    let path = path.map { "by a certificate path to \($0.anchor)" } ?? "without a certificate path"
    return "\(name) at \(moment): \(leaf), \(path)" + (lifted.isEmpty ? "" : "; \(lifted)")
  }
}

extension TLS.Policy {
  /// Checks a server's certificates, the server's own first and the others in any order.
  ///
  /// Without a host the method compares no name, and pin rules for hosts reject every server. The
  /// roots are the trusted roots of this handshake. The method uses the stapled OCSP response if
  /// `revocation` requires the response.
  ///
  /// - Parameters:
  ///   - presented: The certificates of the server, the server's own certificate first.
  ///   - host: The host that the certificate must name, or `nil` if no name is compared.
  ///   - moment: The time of the check of the dates.
  ///   - roots: The trusted roots of this handshake.
  ///   - stapledResponse: The stapled response of an OCSP responder in DER, or `nil` if the server
  ///     stapled no response.
  public func evaluate(
    _ presented: [X509.Certificate], for host: CanonicalHost?, at moment: UnixTime,
    trusting roots: X509.Anchors, stapledResponse: [UInt8]? = nil
  ) throws(TLS.TrustFailure) -> TLS.TrustedChain {
    let verdict = verdict(
      on: presented, for: host, at: moment, trusting: roots, stapledResponse: stapledResponse)
    guard let evaluator else { return try verdict.get() }
    let evidence = TLS.Evaluator.Evidence(presented, host, at: moment, verdict)
    return try conclude(verdict, evaluator.decide(evidence), by: evaluator.name)
  }

  /// Returns the result of the trust policy before a certificate evaluator or a trust challenge
  /// decides.
  package func verdict(
    on presented: [X509.Certificate], for host: CanonicalHost?, at moment: UnixTime,
    trusting roots: X509.Anchors, stapledResponse: [UInt8]? = nil
  ) -> Result<TLS.TrustedChain, TLS.TrustFailure> {
    let judge = TLS.PolicyJudge(
      policy: self, presented: presented, host: host, moment: moment, roots: roots,
      stapledResponse: stapledResponse)
    do throws(TLS.TrustFailure.Reason) {
      return .success(TLS.TrustedChain(try judge.judge(), host))
    } catch {
      return .failure(TLS.TrustFailure(error, leaf: presented.first, host: host, at: moment))
    }
  }

  /// Combines the result of the trust policy with the decision of a certificate evaluator.
  package func conclude(
    _ verdict: Result<TLS.TrustedChain, TLS.TrustFailure>, _ decision: TLS.Evaluator.Decision,
    by name: String
  ) throws(TLS.TrustFailure) -> TLS.TrustedChain {
    switch (decision, verdict) {
    case (.abide, _), (.accept, .success): return try verdict.get()
    case (.accept, .failure(let refusal)):
      guard danger.contains(.overruled), let leaf = refusal.leaf else { throw refusal }
      return TLS.TrustedChain(overruled: leaf, refusal.host, at: refusal.moment)
    case (.refuse(let why), .success(let chain)):
      throw TLS.TrustFailure(
        .refusedByEvaluator(name, why), leaf: chain.leaf, host: chain.host, at: chain.moment)
    case (.refuse, .failure(let refusal)): throw refusal
    }
  }
}
