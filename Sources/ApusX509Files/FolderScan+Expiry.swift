public import ApusASN1
public import ApusX509

extension X509.FolderScan {
  /// Returns the certificates of the folder in the order of their ends.
  ///
  /// - Parameters:
  ///   - moment: The moment of the report.
  ///   - span: The longest time left of an expiring certificate.
  /// - Returns: The report, which has the path and the line of each certificate.
  public func expiryReport(at moment: UnixTime, within span: Duration) -> X509.ExpiryReport {
    var found: [(source: X509.CertificateSource, certificate: X509.Certificate)] = []
    for file in files {
      for (index, entry) in file.bundle.entries.enumerated() {
        // A certificate that cannot be read is among the problems of the scan.
        guard let certificate = try? file.bundle.certificate(at: index) else { continue }
        found.append((.file(path: file.path, line: entry.line), certificate))
      }
    }
    return X509.ExpiryReport(found, at: moment, within: span)
  }
}
