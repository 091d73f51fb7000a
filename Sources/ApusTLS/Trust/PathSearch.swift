internal import ApusNames
internal import ApusX509

extension TLS {
  /// A search for a certification path from a server's certificate to a trust anchor.
  struct PathSearch {
    /// A certification path with the disabled checks that it would have failed.
    struct Found {
      let path: X509.VerifiedChain
      var lifted: Danger
    }

    let policy: Policy
    /// The end-entity certificate of the server.
    let leaf: X509.Certificate
    let intermediates: [X509.Certificate]
    let host: CanonicalHost?
    let moment: UnixTime
    let stapledResponse: [UInt8]?

    /// Returns a certification path to a trusted anchor, or to an untrusted anchor if the trust
    /// check is disabled.
    func pathToRoots(_ anchors: X509.Anchors) throws(X509.TrustFailure) -> Found {
      do throws(X509.TrustFailure) {
        return try path(to: anchors)
      } catch {
        guard lacksTrustAlone(error), policy.danger.contains(missingTrust) else { throw error }
        // The last certificate of the server's chain replaces the root certificate, so all other
        // checks still apply. Only signatures connect the certificates of the chain, and the search
        // ignores unrelated certificates.
        let chain = X509.Chain(ordering: intermediates, from: leaf)
        var found = try path(to: X509.Anchors([chain.certificates.last ?? leaf]))
        found.lifted.insert(missingTrust)
        return found
      }
    }

    /// Returns a certification path from the server's certificate to one of the anchors.
    func path(to anchors: X509.Anchors) throws(X509.TrustFailure) -> Found {
      var verifier = X509.Verifier(anchors: anchors, profile: policy.profile)
      verifier.revocation = policy.revocation
      verifier.judgesDates = !policy.danger.contains(.expired)
      let path = try verifier.verify(
        leaf, intermediates: intermediates, stapledResponse: stapledResponse, for: purpose,
        at: moment)
      var lifted: Danger = path.isCurrent ? [] : .expired
      if let host, !policy.validatesDomainName, !isCalled(host) { lifted.insert(.wrongHost) }
      return Found(path: path, lifted: lifted)
    }

    private var purpose: X509.Purpose {
      guard let host, policy.validatesDomainName else { return .unnamedServer }
      return .server(host)
    }

    private func isCalled(_ host: CanonicalHost) -> Bool {
      let identity = X509.ServerIdentity(host, profile: policy.profile)
      return (try? identity.check(leaf)) != nil
    }

    /// Returns a Boolean value that indicates whether the server's certificates fail only because
    /// of a missing trust anchor.
    ///
    /// The result is `false` if a path to a trust anchor was found but failed a check, such as a
    /// signature.
    private func lacksTrustAlone(_ rejection: X509.TrustFailure) -> Bool {
      guard rejection.paths.count == 1, rejection.omittedPathCount == 0 else { return false }
      switch rejection.fault {
      case .untrustedRoot, .missingIssuer: return true
      default: return false
      }
    }

    /// The check that fails without a trust anchor: `selfSigned` or `untrusted`.
    private var missingTrust: Danger { isSelfSigned ? .selfSigned : .untrusted }

    private var isSelfSigned: Bool {
      guard leaf.isSelfIssued, let key = try? leaf.verificationKey() else { return false }
      return (try? leaf.isSigned(by: key)) == true
    }
  }
}
