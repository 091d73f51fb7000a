internal import ApusCrypto
public import ApusX509

extension TLS {
  /// The revocation lists and OCSP responses at a point in time.
  public struct RevocationEvidence: Sendable {
    /// The revocation lists and OCSP responses, grouped by their source.
    public let parts: [X509.Revocation.Evidence]
    /// The SHA-256 digest of the revocation lists and OCSP responses.
    ///
    /// A client reuses connections and TLS sessions only if the digest is unchanged.
    public let digest: [UInt8]

    /// Creates revocation evidence with the digest of its content.
    ///
    /// - Parameters:
    ///   - parts: The revocation lists and the OCSP responses.
    ///   - digest: A digest of the content, which changes when the content changes.
    public init(_ parts: [X509.Revocation.Evidence], digest: [UInt8]) {
      self.parts = parts
      self.digest = digest
    }

    /// Creates revocation evidence from revocation lists that never change.
    ///
    /// - Parameter lists: The revocation lists of any issuers.
    public init(_ lists: [X509.RevocationList]) {
      var digest = RunningHash(.sha256)
      for list in lists { digest.update(list.der) }
      self.init(
        [X509.Revocation.Evidence("the list", lists: lists)], digest: digest.finalize())
    }
  }

  /// A provider of revocation lists and OCSP responses, which each TLS handshake calls.
  public protocol RevocationProvider: Sendable {
    /// Returns the current revocation lists and OCSP responses.
    ///
    /// The method must return quickly. Any thread can call the method.
    func evidence() throws -> RevocationEvidence
  }
}

extension TLS.RevocationEvidence: TLS.RevocationProvider {
  public func evidence() -> TLS.RevocationEvidence { self }
}

extension TLS.Policy {
  /// Returns a copy of the trust policy with additional revocation lists and OCSP responses.
  package func informed(by evidence: TLS.RevocationEvidence) throws(X509Error) -> TLS.Policy {
    var policy = self
    policy.revocation = try revocation.adding(evidence.parts)
    return policy
  }

  /// Returns whether a previously verified server is still trusted with the current revocation
  /// lists and OCSP responses.
  ///
  /// The client performs the check before it resumes a session. An unknown revocation status is
  /// accepted, because the full handshake may have used a stapled OCSP response.
  package func stillClears(_ chain: TLS.TrustedChain, at moment: UnixTime) -> Bool {
    guard let path = chain.path, revocation.isInformed else { return true }
    var verifier = X509.Verifier(anchors: X509.Anchors([X509.Anchor]()), profile: profile)
    verifier.revocation = revocation
    return verifier.revocationFault(of: path, at: moment) == nil
  }
}
