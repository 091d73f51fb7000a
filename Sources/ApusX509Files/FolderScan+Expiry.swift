public import ApusASN1
public import ApusX509

extension X509.FolderScan {
  /// Returns the certificates of the folder in the order in which they expire.
  ///
  /// - Parameters:
  ///   - moment: The time of the report.
  ///   - span: The maximum time that an expiring certificate is still valid.
  /// - Returns: The expiry report, which has the path and the line of each certificate.
  public func expiryReport(at moment: UnixTime, within span: Duration) -> X509.ExpiryReport {
    var found: [(source: X509.CertificateSource, certificate: X509.Certificate)] = []
    for file in files {
      for (index, entry) in file.bundle.entries.enumerated() {
        // The scan already lists a certificate that cannot be read among its problems.
        guard let certificate = try? file.bundle.certificate(at: index) else { continue }
        found.append((.file(path: file.path, line: entry.line), certificate))
      }
    }
    return X509.ExpiryReport(found, at: moment, within: span)
  }
}
