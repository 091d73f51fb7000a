internal import ApusFiles
public import ApusX509

/// The files and folders that may contain root certificates.
package struct RootPlaces: Sendable, Equatable {
  /// A file of certificates, or a folder of certificate files.
  package enum Place: Sendable, Equatable {
    case file(String)
    case folder(String)

    package var path: String {
      switch self {
      case .file(let path), .folder(let path): path
      }
    }
  }

  /// The number of places that are read for root certificates.
  package enum Count: Sendable, Equatable {
    /// Every place is read, and a place that cannot be read is an error.
    case all
    /// Only the first place that contains certificates is read.
    case first
  }

  package let places: [Place]
  package let count: Count
  /// A Boolean value that indicates whether a malformed certificate section in a file is an error.
  package let isStrict: Bool

  /// A Boolean value that indicates whether the linked root certificates are used if no place
  /// contains root certificates.
  package let usesLinkedRoots: Bool

  package init(
    places: [Place], count: Count, isStrict: Bool, usesLinkedRoots: Bool = false
  ) {
    self.places = places
    self.count = count
    self.isStrict = isStrict
    self.usesLinkedRoots = usesLinkedRoots
  }

  /// Returns the places that the environment names, or otherwise the places of the system.
  ///
  /// The environment variables `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the places of the system.
  /// An empty value has no effect.
  package static func system(
    environment: (String) -> String? = { ProcessEnvironment.value(of: $0) }
  ) -> RootPlaces {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.utf8.isEmpty ? nil : $0 }
    }
    let file = value("SSL_CERT_FILE").map { [Place.file($0)] } ?? []
    let folders = value("SSL_CERT_DIR").map { list in
      list.utf8.split(separator: 0x3a, omittingEmptySubsequences: false)
        .map { Place.folder(String(decoding: $0, as: UTF8.self)) }
    }
    let named = file + (folders ?? [])
    guard named.isEmpty else { return RootPlaces(places: named, count: .all, isStrict: false) }
    return RootPlaces(
      places: Self.files.map { .file($0) } + Self.folders.map { .folder($0) }, count: .first,
      isStrict: false, usesLinkedRoots: true)
  }

  /// The paths of the file with all root certificates, for each family of Linux distributions and
  /// BSD systems.
  package static let files = [
    // The path on Debian, Ubuntu, Arch, Gentoo, and on Alpine with the package of root
    // certificates.
    "/etc/ssl/certs/ca-certificates.crt",
    // The paths on Fedora and RHEL. The second path is a link today.
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/pki/tls/certs/ca-bundle.crt",
    // The path on SUSE.
    "/etc/ssl/ca-bundle.pem",
    // The path on OpenELEC.
    "/etc/pki/tls/cacert.pem",
    // The path on Alpine without the package of root certificates, and on the BSD systems.
    "/etc/ssl/cert.pem",
  ]

  /// The folders with one file for each root certificate, for systems without a single file.
  package static let folders = ["/etc/ssl/certs", "/etc/pki/tls/certs"]
}

extension X509.Anchors {
  /// Returns the root certificates of the system.
  ///
  /// The root certificates are in the first of these files that contains certificates:
  /// `/etc/ssl/certs/ca-certificates.crt` (Debian, Ubuntu, Arch, Gentoo, Alpine),
  /// `/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem` and `/etc/pki/tls/certs/ca-bundle.crt`
  /// (Fedora, RHEL), `/etc/ssl/ca-bundle.pem` (SUSE), `/etc/pki/tls/cacert.pem` (OpenELEC),
  /// `/etc/ssl/cert.pem` (Alpine). If none of the files contains certificates, the root
  /// certificates are in the folders `/etc/ssl/certs` and `/etc/pki/tls/certs`. The environment
  /// variable `SSL_CERT_FILE` names a file, and `SSL_CERT_DIR` names folders separated by colons.
  /// The named file and folders replace all places of the system, and each of them must be
  /// readable. If no place of the system has a certificate, a program with the product `ApusRoots`
  /// uses Mozilla's root certificates.
  ///
  /// - Throws: `X509.FileError` if no place has a certificate, or a named place cannot be read.
  public static func system() throws(X509.FileError) -> X509.Anchors {
    try X509.Anchors(of: .system())
  }

  /// Reads the root certificates of the given places.
  init(of places: RootPlaces) throws(X509.FileError) {
    var reading = RootReading(isStrict: places.isStrict)
    try reading.read(places) { _ in }
    self = reading.anchors
  }
}
