public import ApusX509

extension X509 {
  /// The certificates in the files of a folder.
  ///
  /// A scan reads every regular file of the folder, links to files included. It does not read
  /// hidden files, nor the folders in the folder. A file that cannot be read is a problem of the
  /// scan, and the other files are read.
  public struct FolderScan: Sendable {
    /// A file with certificates.
    public struct File: Sendable {
      /// The path of the file.
      public let path: String
      /// The certificates of the file, and the problems of reading them.
      public let bundle: Bundle
    }

    /// The files with at least one certificate, in the order of their names.
    public private(set) var files: [File] = []
    /// The errors of files that cannot be read, and of certificates that are malformed.
    public private(set) var problems: [FileError] = []
    /// The certificates of all files, each with the path of its file.
    public private(set) var certificates: [(path: String, certificate: Certificate)] = []
    /// The paths of files without a certificate.
    public private(set) var otherPaths: [String] = []

    /// Reads the files of a folder.
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
      // Reading a certificate may find a problem that finding its bounds has not.
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
