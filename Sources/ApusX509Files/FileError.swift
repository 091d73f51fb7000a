internal import ApusBytes
public import ApusFiles
public import ApusX509

extension X509 {
  /// The error from reading certificates from files.
  public enum FileError: Error, Equatable, Sendable {
    /// The file or folder cannot be read.
    case unreadable(path: String, SystemError)
    /// The file or folder contains no certificate.
    case noCertificate(path: String)
    /// A certificate in the file cannot be read. The line number is the number of the first line of
    /// the certificate's PEM section.
    case malformed(path: String, X509Error, line: Int?)
    /// The system has no root certificates. The error contains the reason for each place that was
    /// tried.
    case noRoots(tried: [FileError])
  }
}

extension X509.FileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let path, let error): "the file \(shown(path)) cannot be read: \(error)"
    case .noCertificate(let path): "the file \(shown(path)) contains no certificate"
    case .malformed(let path, let error, let line):
      "\(shown(path))" + (line.map { ", line \($0)" } ?? "") + ": \(error)"
    case .noRoots(let tried):
      "no trusted root certificates of the system were found: install the root "
        + "certificates (on Debian, ca-certificates), or set SSL_CERT_FILE to a file; these "
        + "paths were tried: "
        + tried.map { "\($0)" }.joined(separator: "; ")
    }
  }

  private func shown(_ path: String) -> String { ForeignText.escaped(path.utf8, limit: 4096) }
}
