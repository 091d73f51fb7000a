internal import ApusNet
public import ApusTLS
public import ApusX509

extension TLS.Policy {
  /// Creates a policy of a mode with the certificates of a folder pinned: SP-03 and SP-05.
  public init(
    _ pinning: TLS.Pinning, pinnedFolder folder: String
  ) throws(HTTPSession.TrustSourceError) {
    self.init(pinning, pinned: try Self.certificates(inFolder: folder))
  }

  /// Reads the certificates in a folder's files, in the order of their names.
  ///
  /// These are files of PEM or DER that end in `.cer`, `.der`, `.crt` or `.pem`; folders in it are
  /// left alone. A file of these that holds no certificate, or one that cannot be read, is an
  /// error: a pin that is missing would be noticed only when the server changes its certificate.
  public static func certificates(
    inFolder folder: String
  ) throws(HTTPSession.TrustSourceError) -> [X509.Certificate] {
    let endings = [".cer", ".der", ".crt", ".pem"]
    var found: [X509.Certificate] = []
    for path in try CertificateFiles.paths(in: folder, endings: endings) {
      let bundle = X509.Bundle(try CertificateFiles.contents(of: path))
      let (certificates, problems) = bundle.certificates()
      if let problem = problems.first {
        guard problem.error != .noCertificate else { throw .noCertificate(path) }
        throw .malformed(path, problem.error, line: problem.line)
      }
      found += certificates
    }
    guard !found.isEmpty else { throw .noCertificate(folder) }
    return found
  }
}
