public import ApusX509

extension X509.Anchors {
  /// Returns the roots of the system.
  ///
  /// The roots are in the first of these files that holds certificates:
  /// `/etc/ssl/certs/ca-certificates.crt` (Debian, Ubuntu, Arch, Gentoo, Alpine),
  /// `/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem` and `/etc/pki/tls/certs/ca-bundle.crt`
  /// (Fedora, RHEL), `/etc/ssl/ca-bundle.pem` (SUSE), `/etc/pki/tls/cacert.pem` (OpenELEC),
  /// `/etc/ssl/cert.pem` (Alpine); then in the folders `/etc/ssl/certs` and `/etc/pki/tls/certs`.
  /// `SSL_CERT_FILE` names a file, and `SSL_CERT_DIR` folders between colons, that replace all of
  /// these. Each of them must be readable. If no place has a certificate, a program with the
  /// product `ApusRoots` uses Mozilla's roots.
  ///
  /// - Throws: `X509.FileError` if no place has a certificate, or a named place cannot be read.
  public static func system() throws(X509.FileError) -> X509.Anchors {
    try X509.Anchors(of: .system())
  }

  /// Reads the roots of places.
  init(of places: RootPlaces) throws(X509.FileError) {
    var reading = RootReading(isStrict: places.isStrict)
    try reading.read(places) { _ in }
    self = reading.anchors
  }
}
