public import ApusTLS
internal import ApusX509Files

extension Connections {
  /// The sources of revocation information in addition to stapled OCSP responses.
  ///
  ///     $0.tls.revocation = try .files(["/etc/pki/crl/ca.crl"])
  ///     $0.tls.policy.revocation = try X509.Revocation(.required)
  ///
  /// Policies determine the required evidence; by default, a certificate must not be listed as
  /// revoked. After a change of the evidence, earlier connections and TLS sessions are not reused.
  public struct RevocationEvidence: Sendable {
    private let provider: any TLS.RevocationProvider

    /// Reads revocation lists, in PEM or DER, and OCSP responses in DER from files.
    ///
    /// They are read again after a change.
    ///
    /// - Parameter paths: The paths of the files; each of them contains at least one list or
    ///   response.
    /// - Throws: `TrustSourceError` if a file cannot be read, or contains neither.
    public static func files(_ paths: [String]) throws(TrustSourceError) -> RevocationEvidence {
      let store = RevocationStore(paths.map { .file($0) })
      _ = try store.evidence()
      return RevocationEvidence(provider: store)
    }

    /// Reads the lists and responses in the files of a folder, which may be added and removed.
    ///
    /// - Parameter path: The path of the folder; each of its files contains at least one list or
    ///   response.
    /// - Throws: `TrustSourceError` if the folder or a file cannot be read, or a file contains
    ///   neither.
    public static func folder(_ path: String) throws(TrustSourceError) -> RevocationEvidence {
      let store = RevocationStore([.folder(path)])
      _ = try store.evidence()
      return RevocationEvidence(provider: store)
    }

    /// Uses a provider, which is called at each handshake.
    ///
    /// - Parameter provider: The provider of lists and responses.
    public static func provided(by provider: some TLS.RevocationProvider) -> RevocationEvidence {
      RevocationEvidence(provider: provider)
    }
  }
}

extension Connections.RevocationEvidence: TLS.RevocationProvider {
  public func evidence() throws -> TLS.RevocationEvidence { try provider.evidence() }

  /// Returns the evidence from the last reading of the files.
  func latest() throws -> TLS.RevocationEvidence {
    guard let store = provider as? RevocationStore else { return try provider.evidence() }
    return try store.latest()
  }

  /// The files of the evidence.
  var files: (any TrustFiles)? { (provider as? RevocationStore)?.files }
}
