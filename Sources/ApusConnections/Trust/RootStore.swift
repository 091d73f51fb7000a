internal import ApusNet
internal import ApusTLS
internal import ApusX509
internal import ApusX509Files

/// Roots in files, read when they are needed and again when one of the files has changed.
///
/// Nothing is read before the first handshake; then each certificate is found by its subject and
/// read when a path needs it. Before each handshake the files are asked whether they have changed.
/// Of a folder that is asked of the folder: names that come, go or are replaced are seen, a file
/// that is rewritten in place is not.
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

  /// The roots of the system, for every session that names no others.
  static let system = RootStore(.system())

  /// The roots as they are now; what cannot be read any more is an error, and never what was read
  /// before.
  func roots() throws(Connections.TrustSourceError) -> TLS.Roots {
    let roots = try files.current()
    guard let roots, files.failure == nil else { throw files.failure ?? .noRoots(tried: []) }
    return roots
  }

  /// The roots as they were read last.
  func latest() throws(Connections.TrustSourceError) -> TLS.Roots {
    if let roots = try files.latest() { return roots }
    return try roots()
  }
}
