public import ApusX509

extension X509.Bundle {
  /// Reads a file of PEM or DER, which has at most 64 MiB.
  ///
  /// The bundle lists certificates that cannot be read among its problems.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: `X509.FileError` if the file cannot be read, or is a pipe, a device or a socket.
  public init(contentsOf path: String) throws(X509.FileError) {
    self.init(try CertificateFiles.contents(of: path))
  }
}
