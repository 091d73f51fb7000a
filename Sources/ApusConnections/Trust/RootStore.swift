internal import ApusNet
internal import ApusTLS
internal import ApusX509
internal import ApusX509Files

/// Root certificates in files, which are read on demand and again when a file has changed.
///
/// The store reads the files before the first TLS handshake. A root certificate is looked up by its
/// subject, and is parsed when a certificate path needs it. The files are checked for changes
/// before each handshake. The check of a folder detects added, removed or replaced files, but not a
/// file that is rewritten in place.
final class RootStore: TLS.RootsProvider {
  let files: WatchedFiles<TLS.Roots>

  init(_ files: WatchedFiles<TLS.Roots>) { self.files = files }

  convenience init(_ places: RootPlaces) {
    self.init(
      WatchedFiles { (old, watch) throws(Connections.TrustSourceError) in
        var reading = RootReading(isStrict: places.isStrict)
        let digest = try Connections.TrustSourceError.rethrowing { () throws(X509.FileError) in
          try reading.read(places) { watch.add($0) }
          return reading.digest
        }
        let generation = old.map { $0.digest == digest ? $0.generation : $0.generation + 1 } ?? 0
        return TLS.Roots(reading.anchors, generation: generation, digest: digest)
      })
  }

  /// The operating system's root certificates, which sessions use by default.
  static let system = RootStore(.system())

  /// Returns the current root certificates. Throws an error if a file can no longer be read.
  func roots() throws(Connections.TrustSourceError) -> TLS.Roots {
    let roots = try files.current()
    guard let roots, files.failure == nil else { throw files.failure ?? .noRoots(tried: []) }
    return roots
  }

  /// Returns the root certificates as last read from the files.
  func latest() throws(Connections.TrustSourceError) -> TLS.Roots {
    if let roots = try files.latest() { return roots }
    return try roots()
  }
}
