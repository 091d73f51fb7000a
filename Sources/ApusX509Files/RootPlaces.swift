internal import ApusFiles

/// The files and folders that may have roots.
package struct RootPlaces: Sendable, Equatable {
  /// A file of certificates, or a folder of such files.
  package enum Place: Sendable, Equatable {
    case file(String)
    case folder(String)

    package var path: String {
      switch self {
      case .file(let path), .folder(let path): path
      }
    }
  }

  /// The number of places that are read.
  package enum Count: Sendable, Equatable {
    /// Every place; one that cannot be read is an error.
    case all
    /// The first in which there are certificates.
    case first
  }

  package let places: [Place]
  package let count: Count
  /// A Boolean value that indicates whether a certificate that cannot be found in its text is an
  /// error.
  package let isStrict: Bool

  /// A Boolean value that indicates whether the roots that are linked into the program are used if
  /// no place has any.
  package let usesLinkedRoots: Bool

  package init(
    places: [Place], count: Count, isStrict: Bool, usesLinkedRoots: Bool = false
  ) {
    self.places = places
    self.count = count
    self.isStrict = isStrict
    self.usesLinkedRoots = usesLinkedRoots
  }

  /// Returns the places that the environment names, or else the places of the system.
  ///
  /// `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the places of the system. An empty value has no
  /// effect.
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

  /// The one file of each family of distributions.
  package static let files = [
    // Debian, Ubuntu, Arch, Gentoo, Alpine with its package.
    "/etc/ssl/certs/ca-certificates.crt",
    // Fedora and RHEL; the second path is a link today.
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/pki/tls/certs/ca-bundle.crt",
    // SUSE.
    "/etc/ssl/ca-bundle.pem",
    // OpenELEC.
    "/etc/pki/tls/cacert.pem",
    // Alpine without that package, and the BSDs.
    "/etc/ssl/cert.pem",
  ]

  /// Folders with one file for each root, for systems without a single file.
  package static let folders = ["/etc/ssl/certs", "/etc/pki/tls/certs"]
}
