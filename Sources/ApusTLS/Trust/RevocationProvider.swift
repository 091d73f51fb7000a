internal import ApusCrypto
public import ApusX509

extension TLS {
  /// The evidence of which certificates are revoked, as it was read.
  public struct RevocationEvidence: Sendable {
    /// The lists and responses, by the place where they were found.
    public let parts: [X509.Revocation.Evidence]
    /// The SHA-256 of what they were read from.
    ///
    /// Connections and sessions that were made by other evidence are not used again.
    public let digest: [UInt8]

    /// Creates evidence by the hash of what it was read from.
    public init(_ parts: [X509.Revocation.Evidence], digest: [UInt8]) {
      self.parts = parts
      self.digest = digest
    }

    /// Creates evidence from revocation lists, which never change.
    public init(_ lists: [X509.RevocationList]) {
      var digest = RunningHash(.sha256)
      for list in lists { digest.update(list.der) }
      self.init(
        [X509.Revocation.Evidence("the list", lists: lists)], digest: digest.finalize())
    }
  }

  /// Tells which certificates are revoked, when asked at each handshake.
  public protocol RevocationProvider: Sendable {
    /// The evidence as it is now; it must be quick, and is asked on any thread.
    func evidence() throws -> RevocationEvidence
  }
}

extension TLS.RevocationEvidence: TLS.RevocationProvider {
  public func evidence() -> TLS.RevocationEvidence { self }
}

extension TLS.Policy {
  /// Returns the policy with evidence of revocation beside its own lists.
  package func informed(by evidence: TLS.RevocationEvidence) throws(X509Error) -> TLS.Policy {
    var policy = self
    policy.revocation = try revocation.adding(evidence.parts)
    return policy
  }

  /// Returns whether lists and responses at hand leave a server believed that was judged before, as
  /// when its session is resumed.
  ///
  /// What says nothing may have been answered by a staple then, which only a whole handshake shows
  /// again.
  package func stillClears(_ chain: TLS.TrustedChain, at moment: UnixTime) -> Bool {
    guard let path = chain.path, revocation.isInformed else { return true }
    var verifier = X509.Verifier(anchors: X509.Anchors([X509.Anchor]()), profile: profile)
    verifier.revocation = revocation
    return verifier.revocationFault(of: path, at: moment) == nil
  }
}
