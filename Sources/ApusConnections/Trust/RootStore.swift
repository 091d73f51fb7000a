internal import ApusCrypto
internal import ApusNet
internal import ApusTLS
internal import ApusX509

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
        var reading = Reading(isStrict: places.isStrict)
        try reading.read(places, &watch)
        let digest = reading.digest.finalize()
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

extension RootStore {
  /// One reading of all places.
  private struct Reading {
    let isStrict: Bool
    var anchors = X509.Anchors([X509.Anchor]())
    var digest = RunningHash(.sha256)
    private var tried: [Connections.TrustSourceError.Trial] = []

    init(isStrict: Bool) {
      self.isStrict = isStrict
    }

    mutating func read(
      _ places: RootPlaces, _ watch: inout WatchedFiles<TLS.Roots>.Watch
    ) throws(Connections.TrustSourceError) {
      for place in places.places {
        watch.add(place.path)
        do throws(Connections.TrustSourceError) {
          switch place {
          case .file(let path): try read(file: path)
          case .folder(let path): try read(folder: path)
          }
          if places.count == .first { return }
        } catch {
          guard places.count == .first else { throw error }
          var fault: Connections.NetworkFault?
          if case .unreadable(_, let known) = error { fault = known }
          tried.append(Connections.TrustSourceError.Trial(path: place.path, fault: fault))
        }
      }
      if places.count == .first { throw .noRoots(tried: tried) }
    }

    private mutating func read(file path: String) throws(Connections.TrustSourceError) {
      let bytes = try CertificateFiles.contents(of: path)
      let bundle = X509.Bundle(bytes)
      if isStrict, let problem = bundle.problems.first, problem.error != .noCertificate {
        throw .malformed(path, problem.error, line: problem.line)
      }
      guard !bundle.entries.isEmpty else { throw .noCertificate(path) }
      digest.update(bytes)
      anchors = anchors.union(X509.Anchors(bundle))
    }

    /// Puts the certificates of all files into one bundle, which is searched as one.
    ///
    /// Folders of roots hold most of them twice, by another name. What stands with its purposes is
    /// kept as it is, since DER has no place for them.
    private mutating func read(folder path: String) throws(Connections.TrustSourceError) {
      var seen: Set<[UInt8]> = []
      var der: [UInt8] = []
      var isEmpty = true
      for path in try CertificateFiles.paths(in: path) {
        let bytes = try CertificateFiles.contents(of: path)
        let bundle = X509.Bundle(bytes)
        guard !bundle.entries.isEmpty else { continue }
        isEmpty = false
        let hasSettings = bundle.entries.indices.contains { index in
          (try? bundle.trustSettings(at: index)) != .some(nil)
        }
        guard !hasSettings else {
          digest.update(bytes)
          anchors = anchors.union(X509.Anchors(bundle))
          continue
        }
        for entry in bundle.entries {
          let certificate = Array(bundle.der[entry.certificate])
          if seen.insert(certificate).inserted { der += certificate }
        }
      }
      guard !isEmpty else { throw .noCertificate(path) }
      digest.update(der)
      anchors = anchors.union(X509.Anchors(X509.Bundle(der)))
    }
  }
}
