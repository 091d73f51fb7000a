internal import ApusNames
internal import ApusNet
internal import ApusTLS
internal import ApusX509

/// The verifier of the server's certificates in one handshake, by the policy, its certificate
/// evaluator and the trust challenge.
///
/// The verifier is a class, because the handshake passes it from step to step.
final class ServerVerifier {
  let trust: HandshakeTrust
  let challenge: Connections.TrustChallenge?
  let bounded: BoundedTask

  init(_ trust: HandshakeTrust, _ challenge: Connections.TrustChallenge?, _ bounded: BoundedTask) {
    self.trust = trust
    self.challenge = challenge
    self.bounded = bounded
  }

  /// Verifies the certificates of a server by the policy and the trust challenge.
  func verdict(
    on certificates: [X509.Certificate], stapledResponse: [UInt8]? = nil, at moment: UnixTime
  ) async throws(NetError) -> Result<TLS.TrustedChain, TLS.TrustFailure> {
    let verdict = policyVerdict(on: certificates, stapledResponse, at: moment)
    return try await concluded(verdict, on: certificates, at: moment)
  }

  /// Returns the result of the policy and its certificate evaluator for the certificates of a
  /// server.
  @inline(never)
  private func policyVerdict(
    on certificates: [X509.Certificate], _ stapledResponse: [UInt8]?, at moment: UnixTime
  ) -> Result<TLS.TrustedChain, TLS.TrustFailure> {
    Result { () throws(TLS.TrustFailure) in
      try trust.policy.evaluate(
        certificates, for: trust.name, at: moment, trusting: trust.roots.anchors,
        stapledResponse: stapledResponse)
    }
  }

  /// Returns the TLS session to resume. Returns `nil` if the stored certificates of the server are
  /// no longer trusted.
  func renewed(
    _ session: TLS.Session, at moment: UnixTime
  ) async throws(NetError) -> TLS.Session? {
    let certificates = session.certificates
    let verdict: Result<TLS.TrustedChain, TLS.TrustFailure>
    switch session.peer {
    case .stored: verdict = try await self.verdict(on: certificates, at: moment)
    case .verified(let chain):
      guard chain.holds(for: trust.name, at: moment), trust.policy.stillClears(chain, at: moment)
      else { return nil }
      var known = Result<TLS.TrustedChain, TLS.TrustFailure>.success(chain)
      if let evaluator = trust.policy.evaluator {
        let evidence = TLS.Evaluator.Evidence(certificates, trust.name, at: moment, known)
        known = conclusion(known, evaluator.decide(evidence), by: evaluator.name)
      }
      verdict = try await concluded(known, on: certificates, at: moment)
    }
    guard case .success(let chain) = verdict else { return nil }
    return session.verified(by: chain)
  }

  /// Returns the final decision about the server's certificates after the trust challenge.
  private func concluded(
    _ verdict: Result<TLS.TrustedChain, TLS.TrustFailure>, on certificates: [X509.Certificate],
    at moment: UnixTime
  ) async throws(NetError) -> Result<TLS.TrustedChain, TLS.TrustFailure> {
    guard let challenge else { return verdict }
    let evidence = TLS.Evaluator.Evidence(certificates, trust.name, at: moment, verdict)
    let decision = try await bounded.run { await challenge.decide(evidence) }
    // A trust challenge never throws an error.
    return conclusion(verdict, (try? decision.get()) ?? .abide, by: challenge.name)
  }

  private func conclusion(
    _ verdict: Result<TLS.TrustedChain, TLS.TrustFailure>, _ decision: TLS.Evaluator.Decision,
    by name: String
  ) -> Result<TLS.TrustedChain, TLS.TrustFailure> {
    Result { () throws(TLS.TrustFailure) in
      try trust.policy.conclude(verdict, decision, by: name)
    }
  }
}

/// The trust settings of a TLS handshake: the root certificates, the policy, and the client's
/// identity.
struct HandshakeTrust: Sendable {
  /// The expected name in the server's certificate, which may differ from the host of the URL.
  let name: CanonicalHost
  let policy: TLS.Policy
  let roots: TLS.Roots
  /// The client's certificate and key. The value is `nil` if the client has none for the host.
  let identity: TLS.Identity?
  /// A Boolean value that indicates whether the settings contain at most one client certificate for
  /// the host.
  let isIdentityAlone: Bool
  /// The trust settings as one comparable value. Connections and session tickets are never shared
  /// between different trust settings.
  let security: TLS.SecurityIdentity
}
