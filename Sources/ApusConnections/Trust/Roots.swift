internal import ApusCrypto
public import ApusTLS
public import ApusX509
internal import ApusX509Files

extension Connections {
  /// The root certificates that a session trusts.
  ///
  /// **The system's roots** are read from the first of these files that contains certificates:
  /// `/etc/ssl/certs/ca-certificates.crt` (Debian, Ubuntu, Arch, Gentoo, Alpine),
  /// `/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem` and `/etc/pki/tls/certs/ca-bundle.crt`
  /// (Fedora, RHEL), `/etc/ssl/ca-bundle.pem` (SUSE), `/etc/pki/tls/cacert.pem` (OpenELEC),
  /// `/etc/ssl/cert.pem` (Alpine); then from the folders `/etc/ssl/certs` and `/etc/pki/tls/certs`.
  /// If no file or folder contains root certificates, an error lists all of these paths.
  /// `SSL_CERT_FILE` with a file, and `SSL_CERT_DIR` with folders separated by colons, replace all
  /// of these paths. An unreadable path in `SSL_CERT_FILE` or `SSL_CERT_DIR` is an error. Both
  /// variables are read once, when a session first needs them.
  ///
  /// If no path has a certificate, a program with the product `ApusRoots` uses Mozilla's roots,
  /// which are then part of the program.
  ///
  /// The session reads root files again when they change, and needs no restart. Browsers distrust
  /// some roots for certificates that were issued after a date. Root files do not contain these
  /// dates, so the session does not check them.
  public struct Roots: Sendable {
    private let parts: [any TLS.RootsProvider]
    /// A Boolean value that indicates whether the session never trusts any root certificate.
    let isNone: Bool

    private init(_ parts: [any TLS.RootsProvider], isNone: Bool = false) {
      self.parts = parts
      self.isNone = isNone
    }

    /// The root certificates of the operating system.
    public static let system = Roots([RootStore.system])

    /// A Boolean value that indicates whether the session trusts only the operating system's root
    /// certificates.
    package var isSystem: Bool { parts.count == 1 && parts[0] as? RootStore === RootStore.system }

    /// Trusts only the certificates of a PEM or DER file.
    ///
    /// - Parameter path: The path of the file, which the session reads again when the file has
    ///   changed.
    /// - Throws: `TrustSourceError` if the file or one of its certificates cannot be read.
    public static func only(pemFile path: String) throws(TrustSourceError) -> Roots {
      let store = RootStore(RootPlaces(places: [.file(path)], count: .all, isStrict: true))
      _ = try store.roots()
      return Roots([store])
    }

    /// Trusts only the certificates in the files of a folder.
    ///
    /// - Parameter path: The path of the folder, which the session reads again when the folder has
    ///   changed.
    /// - Throws: `TrustSourceError` if the folder cannot be read, or contains no certificate.
    public static func only(folder path: String) throws(TrustSourceError) -> Roots {
      let store = RootStore(RootPlaces(places: [.folder(path)], count: .all, isStrict: false))
      _ = try store.roots()
      return Roots([store])
    }

    /// Trusts only the given certificates.
    ///
    /// - Parameter certificates: The trusted certificates, which may be root certificates or
    ///   others.
    public static func only(_ certificates: [X509.Certificate]) -> Roots {
      Roots([TLS.Roots(certificates)], isNone: certificates.isEmpty)
    }

    /// Trusts only the root certificates of a provider, which the session calls at each handshake.
    ///
    /// - Parameter provider: The provider, which can replace root certificates while the session
    ///   runs.
    public static func only(_ provider: some TLS.RootsProvider) -> Roots {
      Roots([provider])
    }

    /// Returns the union of these root certificates and other root certificates.
    ///
    /// - Parameter others: The root certificates to add.
    public func adding(_ others: Roots) -> Roots {
      Roots(parts + others.parts, isNone: isNone && others.isNone)
    }
  }
}

extension Connections.Roots: TLS.RootsProvider {
  public func roots() throws -> TLS.Roots { try joined { try $0.roots() } }

  /// Returns the root certificates as last read from the files.
  func latest() throws -> TLS.Roots {
    try joined { part in
      if let store = part as? RootStore { try store.latest() } else { try part.roots() }
    }
  }

  /// The files of the root certificates.
  var files: [any TrustFiles] { parts.compactMap { ($0 as? RootStore)?.files } }

  private func joined(
    _ read: (any TLS.RootsProvider) throws -> TLS.Roots
  ) throws -> TLS.Roots {
    if parts.count == 1 { return try read(parts[0]) }
    var anchors = X509.Anchors([X509.Anchor]())
    var digest = RunningHash(.sha256)
    var generation: UInt64 = 0
    for part in parts {
      let roots = try read(part)
      anchors = anchors.union(roots.anchors)
      digest.update(roots.digest)
      generation &+= roots.generation
    }
    return TLS.Roots(anchors, generation: generation, digest: digest.finalize())
  }
}
