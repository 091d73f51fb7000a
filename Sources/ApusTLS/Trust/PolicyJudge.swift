internal import ApusCrypto
internal import ApusNames
internal import ApusX509

extension TLS {
  /// The check of a server's certificates by a trust policy, without the policy's certificate
  /// evaluator.
  struct PolicyJudge {
    /// The trusted certification path, with its disabled checks, pin rule and pin reports.
    struct Finding {
      var path: X509.VerifiedChain
      var lifted: Danger
      var rule: PinRule?
      var reports: [PinReport] = []
    }

    let policy: Policy
    let presented: [X509.Certificate]
    let host: CanonicalHost?
    let moment: UnixTime
    let roots: X509.Anchors
    let stapledResponse: [UInt8]?

    func judge() throws(TrustFailure.Reason) -> Finding {
      guard let leaf = presented.first else { throw .noCertificate }
      if let lack = policy.lack(namingHost: host != nil) { throw lack }
      let search = PathSearch(
        policy: policy, leaf: leaf, intermediates: Array(presented.dropFirst()), host: host,
        moment: moment, stapledResponse: stapledResponse)
      let found = try path(by: search)
      try expectStrongKeys(in: found.path)
      return try holdingRules(Finding(path: found.path, lifted: found.lifted))
    }

    /// Returns the certification path that the pinning mode of the policy requires.
    private func path(by search: PathSearch) throws(TrustFailure.Reason) -> PathSearch.Found {
      switch policy.pinning {
      case .none: return try pathToRoots(search)
      case .publicKey:
        let found = try pathToRoots(search)
        guard policy.pinned.haveKey(of: found.path) else {
          throw .keyNotPinned(found: Self.pins(of: found.path))
        }
        return found
      case .certificate:
        var lifted: Danger = []
        if !policy.allowsInvalidCertificates { lifted = try pathToRoots(search).lifted }
        // The pinned certificates are the only trust anchors, so each path ends with a pinned
        // certificate.
        do throws(X509.TrustFailure) {
          var found = try search.path(to: X509.Anchors(policy.pinnedCertificates))
          found.lifted.formUnion(lifted)
          return found
        } catch {
          throw .certificateNotPinned(error)
        }
      }
    }

    /// Checks that no RSA key of the path is shorter than the policy's limit.
    ///
    /// The limit does not apply to the key of the trust anchor.
    private func expectStrongKeys(in path: X509.VerifiedChain) throws(TrustFailure.Reason) {
      for certificate in [path.leaf] + path.certificates.dropFirst() {
        guard certificate != path.anchor.certificate || certificate == path.leaf,
          let count = certificate.rsaBitCount
        else { continue }
        guard count >= policy.leastRSABitCount else {
          throw .shortRSAKey(bitCount: count, least: policy.leastRSABitCount)
        }
      }
    }

    private func pathToRoots(_ search: PathSearch) throws(TrustFailure.Reason) -> PathSearch.Found {
      do throws(X509.TrustFailure) {
        return try search.pathToRoots(roots)
      } catch {
        throw .notBelieved(error)
      }
    }

    /// Checks the certification path by the pin rule for the host.
    private func holdingRules(_ finding: Finding) throws(TrustFailure.Reason) -> Finding {
      guard !policy.rules.isEmpty else { return finding }
      guard let host else { throw .noHostForRules }
      let selection = policy.rules.selection(for: host, at: moment)
      if selection.enforced == nil, policy.rules.coversEveryHost { throw .noRule }
      var finding = finding
      func report(_ rule: PinRule, _ cause: PinReport.Cause) {
        let report = PinReport(host: host, moment: moment, rule: rule, cause: cause)
        finding.reports.append(report)
        policy.onReport?(report)
      }
      for rule in selection.expired { report(rule, .expired(rule.expiry ?? moment)) }
      guard selection.enforced != nil || selection.reported != nil else { return finding }
      let pins = Self.pins(of: finding.path)
      if let rule = selection.reported, !rule.isMet(by: pins) { report(rule, .notMet(found: pins)) }
      if let rule = selection.enforced, !rule.isMet(by: pins) {
        throw .ruleNotMet(rule, found: pins)
      }
      finding.rule = selection.enforced
      return finding
    }

    /// Returns the pins (key hashes) of a certification path, from the server's certificate to the
    /// trust anchor.
    private static func pins(of path: X509.VerifiedChain) -> [X509.Pin] {
      var pins = path.certificates.map(\.pin)
      let anchor = path.anchor.certificate?.pin ?? X509.Pin(path.anchor.publicKey)
      if pins.last != anchor { pins.append(anchor) }
      return pins
    }
  }
}
