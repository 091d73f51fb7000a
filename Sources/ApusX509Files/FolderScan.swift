public import ApusASN1
public import ApusX509

extension X509 {
  /// The certificates in the files of a folder.
  ///
  /// A folder scan reads every regular file of the folder, including links to files. A folder scan
  /// does not read hidden files or subfolders. A file that cannot be read becomes a problem of the
  /// scan, and the scan continues with the other files.
  public struct FolderScan: Sendable {
    /// A file of the folder that contains certificates.
    public struct File: Sendable {
      /// The path of the certificate file.
      public let path: String
      /// The certificates of the file, and the problems from reading them.
      public let bundle: Bundle
    }

    /// The files with at least one certificate, in the order of their names.
    public private(set) var files: [File] = []
    /// The errors from reading files and certificates of the folder.
    public private(set) var problems: [FileError] = []
    /// The certificates of all files in the folder, each with the path of its file.
    public private(set) var certificates: [(path: String, certificate: Certificate)] = []
    /// The paths of the files that contain no certificate.
    public private(set) var otherPaths: [String] = []

    /// Scans the files of a folder for certificates.
    ///
    /// - Parameter path: The path of the folder.
    /// - Throws: `X509.FileError` if the folder cannot be read, or has more than 20,000 names.
    public init(of path: String) throws(FileError) {
      for path in try CertificateFiles.paths(in: path) {
        do throws(FileError) {
          add(try Bundle(contentsOf: path), from: path)
        } catch {
          problems.append(error)
        }
      }
    }

    private mutating func add(_ bundle: Bundle, from path: String) {
      // The bundle only finds the bounds of a certificate, so reading the certificate may cause a
      // further problem.
      let (certificates, found) = bundle.certificates()
      problems += found.filter { $0.error != .noCertificate }
        .map { .malformed(path: path, $0.error, line: $0.line) }
      if !certificates.isEmpty {
        files.append(File(path: path, bundle: bundle))
        self.certificates += certificates.map { (path, $0) }
      } else if !found.contains(where: { $0.error != .noCertificate }) {
        otherPaths.append(path)
      }
    }
  }
}

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
