internal import ApusNames
internal import ApusX509

extension TLS {
  /// A search for a path from a server's certificates to an anchor, with the enabled checks.
  struct PathSearch {
    /// A path, and the disabled checks that it depends on.
    struct Found {
      let path: X509.VerifiedChain
      var lifted: Danger
    }

    let policy: Policy
    /// The server's certificates, its own first.
    let leaf: X509.Certificate
    let intermediates: [X509.Certificate]
    let host: CanonicalHost?
    let moment: UnixTime
    let stapledResponse: [UInt8]?

    /// Returns a path to a trusted anchor, or to any other if that check is disabled.
    func pathToRoots(_ anchors: X509.Anchors) throws(X509.TrustFailure) -> Found {
      do throws(X509.TrustFailure) {
        return try path(to: anchors)
      } catch {
        guard lacksTrustAlone(error), policy.danger.contains(missingTrust) else { throw error }
        // The last certificate of the server's chain takes the place of a root, so that all other
        // checks apply. Only signatures connect the path: unrelated certificates are ignored.
        let chain = X509.Chain(ordering: intermediates, from: leaf)
        var found = try path(to: X509.Anchors([chain.certificates.last ?? leaf]))
        found.lifted.insert(missingTrust)
        return found
      }
    }

    /// Returns a path to one of the anchors.
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

    /// Returns a Boolean value that indicates whether the only fault is a missing trusted anchor.
    ///
    /// If a path reached an anchor and failed there, or has invalid signatures on the way to one,
    /// the failure is final.
    private func lacksTrustAlone(_ rejection: X509.TrustFailure) -> Bool {
      guard rejection.paths.count == 1, rejection.omittedPathCount == 0 else { return false }
      switch rejection.fault {
      case .untrustedRoot, .missingIssuer: return true
      default: return false
      }
    }

    /// The check that a missing trusted anchor violates.
    private var missingTrust: Danger { isSelfSigned ? .selfSigned : .untrusted }

    private var isSelfSigned: Bool {
      guard leaf.isSelfIssued, let key = try? leaf.verificationKey() else { return false }
      return (try? leaf.isSigned(by: key)) == true
    }
  }
}
