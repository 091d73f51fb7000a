internal import ApusCrypto
package import ApusX509
internal import CApusSystem

/// One pass over all files and folders that can contain root certificates.
package struct RootReading {
  package private(set) var anchors = X509.Anchors([X509.Anchor]())
  private let isStrict: Bool
  private var hash = RunningHash(.sha256)
  private var tried: [X509.FileError] = []

  package init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// The digest of all bytes that were read from the places of root certificates.
  package var digest: [UInt8] { hash.finalize() }

  /// Reads the places of root certificates in their order.
  ///
  /// The closure `willRead` receives the path of each place before the place is read.
  package mutating func read(
    _ places: RootPlaces, willRead: (String) -> Void
  ) throws(X509.FileError) {
    for place in places.places {
      willRead(place.path)
      do throws(X509.FileError) {
        switch place {
        case .file(let path): try read(file: path)
        case .folder(let path): try read(folder: path)
        }
        if places.count == .first { return }
      } catch {
        guard places.count == .first else { throw error }
        tried.append(error)
      }
    }
    guard places.count == .first else { return }
    guard places.usesLinkedRoots, let linked = LinkedRoots.text else {
      throw .noRoots(tried: tried)
    }
    read(linked)
  }

  /// Reads the root certificates that are linked into the program.
  private mutating func read(_ linked: [UInt8]) {
    hash.update(linked)
    anchors = anchors.union(X509.Anchors(X509.Bundle(linked)))
  }

  private mutating func read(file path: String) throws(X509.FileError) {
    let bytes = try CertificateFiles.contents(of: path)
    let bundle = X509.Bundle(bytes)
    if isStrict, let problem = bundle.problems.first, problem.error != .noCertificate {
      throw .malformed(path: path, problem.error, line: problem.line)
    }
    guard !bundle.entries.isEmpty else { throw .noCertificate(path: path) }
    hash.update(bytes)
    anchors = anchors.union(X509.Anchors(bundle))
  }

  /// Collects the certificates of all files of a folder in one bundle, so that the certificates
  /// share one search index.
  ///
  /// A folder of root certificates contains most certificates twice, under two names. Certificates
  /// with trust settings stay in their own bundle, because DER has no place for the settings.
  private mutating func read(folder path: String) throws(X509.FileError) {
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
        hash.update(bytes)
        anchors = anchors.union(X509.Anchors(bundle))
        continue
      }
      for entry in bundle.entries {
        let certificate = Array(bundle.der[entry.certificate])
        if seen.insert(certificate).inserted { der += certificate }
      }
    }
    guard !isEmpty else { throw .noCertificate(path: path) }
    hash.update(der)
    anchors = anchors.union(X509.Anchors(X509.Bundle(der)))
  }
}

/// The root certificates that are linked into the program with the product `ApusRoots`.
enum LinkedRoots {
  /// The PEM text of the linked root certificates, or `nil` if the program does not have the
  /// product `ApusRoots`.
  static var text: [UInt8]? {
    // SAFETY: the table of root certificates is constant and has the stated length.
    let roots = unsafe apus_linked_roots()
    let bytes = unsafe UnsafeBufferPointer(start: roots.text, count: roots.length)
    return bytes.isEmpty ? nil : unsafe Array(bytes)
  }
}
