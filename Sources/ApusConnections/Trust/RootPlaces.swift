internal import ApusNet

/// Files and folders in which roots are looked for.
struct RootPlaces: Sendable, Equatable {
  /// A file of certificates, or a folder of such files.
  enum Place: Sendable, Equatable {
    case file(String)
    case folder(String)

    var path: String {
      switch self {
      case .file(let path), .folder(let path): path
      }
    }
  }

  /// How many of the places count.
  enum Count: Sendable, Equatable {
    /// Every one; that one cannot be read is an error.
    case all
    /// The first in which there are certificates.
    case first
  }

  let places: [Place]
  let count: Count
  /// Whether a certificate that cannot be found in its text is an error.
  let isStrict: Bool

  /// Where the system has its roots, or where the environment says that they are.
  ///
  /// What either variable names is trusted, and nothing else; empty is as if it were not set.
  static func system(
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
      isStrict: false)
  }

  /// The one file of each family of distributions.
  static let files = [
    // Debian, Ubuntu, Arch, Gentoo, Alpine with its package.
    "/etc/ssl/certs/ca-certificates.crt",
    // Fedora, RHEL and their kin, of which the second is a link today.
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/pki/tls/certs/ca-bundle.crt",
    // SUSE.
    "/etc/ssl/ca-bundle.pem",
    // OpenELEC.
    "/etc/pki/tls/cacert.pem",
    // Alpine as it comes, and the BSDs.
    "/etc/ssl/cert.pem",
  ]

  /// Folders of one file for each root, where there is no file of all.
  static let folders = ["/etc/ssl/certs", "/etc/pki/tls/certs"]
}
