public import ApusTLS
internal import ApusX509Files

extension Connections {
  /// The sources of revocation information in addition to stapled OCSP responses.
  ///
  ///     $0.tls.revocation = try .files(["/etc/pki/crl/ca.crl"])
  ///     $0.tls.policy.revocation = try X509.Revocation(.required)
  ///
  /// The policies of a session determine the required evidence. By default, the evidence must not
  /// list a certificate as revoked. After a change of the evidence, the session does not reuse
  /// earlier connections and TLS sessions.
  public struct RevocationEvidence: Sendable {
    private let provider: any TLS.RevocationProvider

    /// Reads revocation lists in PEM or DER, and OCSP responses in DER, from files.
    ///
    /// The session reads the files again after a change.
    ///
    /// - Parameter paths: The paths of the files. Each file contains at least one revocation list
    ///   or OCSP response.
    /// - Throws: `TrustSourceError` if a file cannot be read, or contains neither a revocation list
    ///   nor an OCSP response.
    public static func files(_ paths: [String]) throws(TrustSourceError) -> RevocationEvidence {
      let store = RevocationStore(paths.map { .file($0) })
      _ = try store.evidence()
      return RevocationEvidence(provider: store)
    }

    /// Reads the revocation lists and OCSP responses in the files of a folder.
    ///
    /// The program may add and remove files of the folder.
    ///
    /// - Parameter path: The path of the folder. Each file of the folder contains at least one
    ///   revocation list or OCSP response.
    /// - Throws: `TrustSourceError` if the folder or a file cannot be read, or a file contains
    ///   neither a revocation list nor an OCSP response.
    public static func folder(_ path: String) throws(TrustSourceError) -> RevocationEvidence {
      let store = RevocationStore([.folder(path)])
      _ = try store.evidence()
      return RevocationEvidence(provider: store)
    }

    /// Uses a provider of revocation information, which the session calls at each handshake.
    ///
    /// - Parameter provider: The provider of revocation lists and OCSP responses.
    public static func provided(by provider: some TLS.RevocationProvider) -> RevocationEvidence {
      RevocationEvidence(provider: provider)
    }
  }
}

extension Connections.RevocationEvidence: TLS.RevocationProvider {
  public func evidence() throws -> TLS.RevocationEvidence { try provider.evidence() }

  /// Returns the revocation lists and OCSP responses as last read from the files.
  func latest() throws -> TLS.RevocationEvidence {
    guard let store = provider as? RevocationStore else { return try provider.evidence() }
    return try store.latest()
  }

  /// The files with revocation lists and OCSP responses.
  var files: (any TrustFiles)? { (provider as? RevocationStore)?.files }
}
