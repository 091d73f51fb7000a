internal import ApusNames
internal import ApusX509

extension TLS {
  /// Looks for a path from what a server presents to an anchor, with the checks that are left.
  struct PathSearch {
    /// A path, and the checks without whose lifting it would not have been found.
    struct Found {
      let path: X509.VerifiedChain
      var lifted: Danger
    }

    let policy: Policy
    /// What the server presents, its own certificate first.
    let leaf: X509.Certificate
    let intermediates: [X509.Certificate]
    let host: CanonicalHost?
    let moment: UnixTime
    let stapledResponse: [UInt8]?

    /// A path to an anchor that is trusted, or to any other where that check is lifted.
    func pathToRoots(_ anchors: X509.Anchors) throws(X509.TrustFailure) -> Found {
      do throws(X509.TrustFailure) {
        return try path(to: anchors)
      } catch {
        guard lacksTrustAlone(error), policy.danger.contains(missingTrust) else { throw error }
        // The last certificate that the server's own leads to stands where a root would, so that
        // all else about the path is judged. Its signatures make the path: nothing that is merely
        // sent along comes into it.
        let chain = X509.Chain(ordering: intermediates, from: leaf)
        var found = try path(to: X509.Anchors([chain.certificates.last ?? leaf]))
        found.lifted.insert(missingTrust)
        return found
      }
    }

    /// A path to one of those anchors.
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

    /// Whether nothing else is wrong than that no one who is trusted stands above.
    ///
    /// A path that has come to an anchor and failed there, or whose signatures are wrong on the way
    /// to one, has failed for good.
    private func lacksTrustAlone(_ rejection: X509.TrustFailure) -> Bool {
      guard rejection.paths.count == 1, rejection.omittedPathCount == 0 else { return false }
      switch rejection.fault {
      case .untrustedRoot, .missingIssuer: return true
      default: return false
      }
    }

    /// Which check it is that no one who is trusted stands above the server.
    private var missingTrust: Danger { isSelfSigned ? .selfSigned : .untrusted }

    private var isSelfSigned: Bool {
      guard leaf.isSelfIssued, let key = try? leaf.verificationKey() else { return false }
      return (try? leaf.isSigned(by: key)) == true
    }
  }
}
