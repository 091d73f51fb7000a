internal import ApusCrypto
internal import ApusNet
internal import ApusTLS
internal import ApusX509
internal import ApusX509Files

/// Revocation lists and OCSP responses in files, which are read again when a file has changed.
///
/// Each regular file of a folder contains a revocation list or an OCSP response. The store checks
/// the folder and each of its files for changes.
final class RevocationStore: TLS.RevocationProvider {
  let files: WatchedFiles<TLS.RevocationEvidence>

  init(_ places: [RootPlaces.Place]) {
    files = WatchedFiles { (_, watch) throws(Connections.TrustSourceError) in
      var parts: [X509.Revocation.Evidence] = []
      var digest = RunningHash(.sha256)
      for place in places {
        watch.add(place.path)
        switch place {
        case .file(let path): parts.append(try Self.read(path, &digest))
        case .folder(let path):
          let paths = try Connections.TrustSourceError.rethrowing { () throws(X509.FileError) in
            try CertificateFiles.paths(in: path)
          }
          for path in paths {
            watch.add(path)
            parts.append(try Self.read(path, &digest))
          }
        }
      }
      return TLS.RevocationEvidence(parts, digest: digest.finalize())
    }
  }

  /// Returns the current revocation evidence. Throws an error if a file can no longer be read.
  func evidence() throws(Connections.TrustSourceError) -> TLS.RevocationEvidence {
    let evidence = try files.current()
    if let failure = files.failure { throw failure }
    return evidence ?? TLS.RevocationEvidence([])
  }

  /// Returns the revocation lists and OCSP responses as last read.
  func latest() throws(Connections.TrustSourceError) -> TLS.RevocationEvidence {
    if let evidence = try files.latest() { return evidence }
    return try evidence()
  }

  private static func read(
    _ path: String, _ digest: inout RunningHash
  ) throws(Connections.TrustSourceError) -> X509.Revocation.Evidence {
    let bytes = try Connections.TrustSourceError.rethrowing { () throws(X509.FileError) in
      try CertificateFiles.contents(of: path)
    }
    digest.update(bytes)
    let found: X509.Revocation.Evidence
    do throws(X509Error) {
      found = try X509.Revocation.Evidence(path, file: bytes)
    } catch {
      throw .malformed(path, error, line: nil)
    }
    guard !found.isEmpty else { throw .noRevocationList(path) }
    return found
  }
}
