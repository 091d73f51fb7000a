public import ApusTLS
internal import ApusX509Files

extension Connections {
  /// Where a session learns which certificates are revoked, besides what servers staple.
  ///
  ///     $0.tls.revocation = try .files(["/etc/pki/crl/ca.crl"])
  ///     $0.tls.policy.revocation = try X509.Revocation(.required)
  ///
  /// Policies say what is asked of it; by default that nothing of it says that a certificate is
  /// revoked. Once it has changed, connections and sessions that were made by the old one are not
  /// used again.
  public struct RevocationEvidence: Sendable {
    private let provider: any TLS.RevocationProvider

    /// Reads revocation lists, in PEM or DER, and OCSP responses in DER from files.
    ///
    /// They are read again when they have changed.
    public static func files(_ paths: [String]) throws(TrustSourceError) -> RevocationEvidence {
      let store = RevocationStore(paths.map { .file($0) })
      _ = try store.evidence()
      return RevocationEvidence(provider: store)
    }

    /// Reads the lists and responses in the files of a folder, which may come and go.
    ///
    /// Each file must hold some.
    public static func folder(_ path: String) throws(TrustSourceError) -> RevocationEvidence {
      let store = RevocationStore([.folder(path)])
      _ = try store.evidence()
      return RevocationEvidence(provider: store)
    }

    /// Asks a provider at each handshake.
    public static func provided(by provider: some TLS.RevocationProvider) -> RevocationEvidence {
      RevocationEvidence(provider: provider)
    }
  }
}

extension Connections.RevocationEvidence: TLS.RevocationProvider {
  public func evidence() throws -> TLS.RevocationEvidence { try provider.evidence() }

  /// The same, of files as they were read last.
  func latest() throws -> TLS.RevocationEvidence {
    guard let store = provider as? RevocationStore else { return try provider.evidence() }
    return try store.latest()
  }

  /// The files that are read.
  var files: (any TrustFiles)? { (provider as? RevocationStore)?.files }
}
