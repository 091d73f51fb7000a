internal import ApusCrypto
public import ApusTLS
public import ApusX509
internal import ApusX509Files

extension Connections {
  /// Whom a session trusts.
  ///
  /// **The system's roots** are looked for in the first of these files that holds certificates:
  /// `/etc/ssl/certs/ca-certificates.crt` (Debian, Ubuntu, Arch, Gentoo, Alpine),
  /// `/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem` and `/etc/pki/tls/certs/ca-bundle.crt`
  /// (Fedora, RHEL), `/etc/ssl/ca-bundle.pem` (SUSE), `/etc/pki/tls/cacert.pem` (OpenELEC),
  /// `/etc/ssl/cert.pem` (Alpine); then in the folders `/etc/ssl/certs` and `/etc/pki/tls/certs`.
  /// Where none has any, that is an error that names them all. `SSL_CERT_FILE` names a file, and
  /// `SSL_CERT_DIR` folders between colons, that take the place of all of these; one that is set
  /// and cannot be read is an error. Both are looked at once, when a session first needs them.
  ///
  /// If no place has a certificate, a program with the product `ApusRoots` uses Mozilla's roots,
  /// which are then a part of the program.
  ///
  /// Files are read again when they change, without a new session. Browsers distrust some roots for
  /// certificates that were issued after a date; files of roots do not have these dates, so that
  /// here they do not count.
  public struct Roots: Sendable {
    private let parts: [any TLS.RootsProvider]
    /// Whether there are none, and never will be.
    let isNone: Bool

    private init(_ parts: [any TLS.RootsProvider], isNone: Bool = false) {
      self.parts = parts
      self.isNone = isNone
    }

    /// The system's roots.
    public static let system = Roots([RootStore.system])

    /// Whether these are the system's roots and no others.
    package var isSystem: Bool { parts.count == 1 && parts[0] as? RootStore === RootStore.system }

    /// Trusts the certificates of a file of PEM or DER, and no others; each must be readable.
    public static func only(pemFile path: String) throws(TrustSourceError) -> Roots {
      let store = RootStore(RootPlaces(places: [.file(path)], count: .all, isStrict: true))
      _ = try store.roots()
      return Roots([store])
    }

    /// Trusts the certificates in the files of a folder, and no others.
    public static func only(folder path: String) throws(TrustSourceError) -> Roots {
      let store = RootStore(RootPlaces(places: [.folder(path)], count: .all, isStrict: false))
      _ = try store.roots()
      return Roots([store])
    }

    /// Trusts those certificates, and no others.
    public static func only(_ certificates: [X509.Certificate]) -> Roots {
      Roots([TLS.Roots(certificates)], isNone: certificates.isEmpty)
    }

    /// Trusts what a provider answers, which is asked at each handshake, and nothing else.
    public static func only(_ provider: some TLS.RootsProvider) -> Roots {
      Roots([provider])
    }

    /// Returns these roots and others.
    public func adding(_ others: Roots) -> Roots {
      Roots(parts + others.parts, isNone: isNone && others.isNone)
    }
  }
}

extension Connections.Roots: TLS.RootsProvider {
  public func roots() throws -> TLS.Roots { try joined { try $0.roots() } }

  /// The same, of files as they were read last.
  func latest() throws -> TLS.Roots {
    try joined { part in
      if let store = part as? RootStore { try store.latest() } else { try part.roots() }
    }
  }

  /// The files that are read.
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
