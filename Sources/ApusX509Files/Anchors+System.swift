public import ApusX509

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
