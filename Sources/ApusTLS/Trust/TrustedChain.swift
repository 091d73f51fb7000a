public import ApusNames
public import ApusX509

extension TLS {
  /// The proof that a policy has judged what a server presents, and that it is to be believed.
  ///
  /// Only `Policy.evaluate` makes one.
  public struct TrustedChain: Sendable {
    /// What the proof says is boxed: every state of a handshake hands it on.
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

    /// A server that the policy refuses, and an evaluator accepts.
    fileprivate init(
      overruled leaf: X509.Certificate, _ host: CanonicalHost?, at moment: UnixTime
    ) {
      facts = Facts(leaf, host, moment, nil, .overruled, nil, [])
    }

    private init(_ facts: Facts) { self.facts = facts }

    /// The same proof, with the certificates of another where those are the very same.
    package func sharing(with other: TLS.TrustedChain) -> TLS.TrustedChain {
      guard self != other else { return other }
      guard let path, let otherPath = other.path, leaf == other.leaf else { return self }
      return TLS.TrustedChain(
        Facts(
          other.leaf, host, moment, path.sharing(with: otherPath), lifted, rule, reports))
    }

    /// The server's certificate.
    public var leaf: X509.Certificate { facts.leaf }
    /// Who was asked; nil where no one was named.
    public var host: CanonicalHost? { facts.host }
    /// When that was.
    public var moment: UnixTime { facts.moment }
    /// The path that was judged; nil where an evaluator has overruled the policy.
    public var path: X509.VerifiedChain? { facts.path }
    /// The checks without whose lifting the server would have been refused.
    public var lifted: Danger { facts.lifted }
    /// The rule about the host that the path meets, where there is one.
    public var rule: PinRule? { facts.rule }
    /// What was reported of other rules.
    public var reports: [PinReport] { facts.reports }
  }
}

extension TLS.TrustedChain: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.facts == right.facts }

  public func hash(into hasher: inout Hasher) { hasher.combine(facts) }
}

extension TLS.TrustedChain {
  /// Returns whether the proof holds for a host at a later moment, as on resumption.
  ///
  /// Dates are looked at again, of every certificate. Where an evaluator has overruled the policy
  /// there is no path that could be judged again.
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
    let path = path.map { "by a path to \($0.anchor)" } ?? "without any path"
    return "\(name) at \(moment): \(leaf), \(path)" + (lifted.isEmpty ? "" : "; \(lifted)")
  }
}

extension TLS.Policy {
  /// Judges what a server presents, its own certificate first and others in any order: SP-21.
  ///
  /// Without a host no name is looked for, and rules about hosts refuse everybody. The roots are
  /// those that were read for this handshake; the response is that of an OCSP responder, as servers
  /// staple it, and counts where `revocation` asks for it.
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

  /// What the policy says by itself, for a caller that asks someone else before it concludes.
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

  /// What follows from a verdict and what somebody else says about it.
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
