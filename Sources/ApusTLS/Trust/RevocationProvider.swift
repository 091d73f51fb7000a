internal import ApusCrypto
public import ApusX509

extension TLS {
  /// The evidence of revoked certificates at a moment.
  public struct RevocationEvidence: Sendable {
    /// The lists and responses, by their place.
    public let parts: [X509.Revocation.Evidence]
    /// The SHA-256 of the evidence.
    ///
    /// Connections and sessions from before a change of evidence are not reused.
    public let digest: [UInt8]

    /// Creates evidence with the hash of its content.
    ///
    /// - Parameters:
    ///   - parts: The lists and responses.
    ///   - digest: A hash of the content, which changes with it.
    public init(_ parts: [X509.Revocation.Evidence], digest: [UInt8]) {
      self.parts = parts
      self.digest = digest
    }

    /// Creates evidence from revocation lists, which never change.
    ///
    /// - Parameter lists: The lists, of any issuers.
    public init(_ lists: [X509.RevocationList]) {
      var digest = RunningHash(.sha256)
      for list in lists { digest.update(list.der) }
      self.init(
        [X509.Revocation.Evidence("the list", lists: lists)], digest: digest.finalize())
    }
  }

  /// A source of revocation evidence that is read at each handshake.
  public protocol RevocationProvider: Sendable {
    /// Returns the current evidence. It must be quick, and is called on any thread.
    func evidence() throws -> RevocationEvidence
  }
}

extension TLS.RevocationEvidence: TLS.RevocationProvider {
  public func evidence() -> TLS.RevocationEvidence { self }
}

extension TLS.Policy {
  /// Returns the policy with revocation evidence in addition to its own lists.
  package func informed(by evidence: TLS.RevocationEvidence) throws(X509Error) -> TLS.Policy {
    var policy = self
    policy.revocation = try revocation.adding(evidence.parts)
    return policy
  }

  /// Returns whether a server that was verified before is still trusted with the current lists and
  /// responses, as when its session is resumed.
  ///
  /// An unknown status may have been resolved by a stapled response, which only a full handshake
  /// contains.
  package func stillClears(_ chain: TLS.TrustedChain, at moment: UnixTime) -> Bool {
    guard let path = chain.path, revocation.isInformed else { return true }
    var verifier = X509.Verifier(anchors: X509.Anchors([X509.Anchor]()), profile: profile)
    verifier.revocation = revocation
    return verifier.revocationFault(of: path, at: moment) == nil
  }
}
