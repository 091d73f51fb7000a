internal import ApusBytes

extension X509 {
  /// The location of a certificate that a scan has found.
  public enum CertificateSource: Hashable, Sendable {
    /// A file with the certificate. The line number is the number of the first line of the
    /// certificate's PEM section, counted from one.
    case file(path: String, line: Int?)
    /// A server that sent the certificate, and the position of the certificate in the server's
    /// list, counted from one.
    case server(String, position: Int)

    /// The path of the file with the certificate, or the name of the server that sent the
    /// certificate.
    public var name: String {
      switch self {
      case .file(let path, _): path
      case .server(let name, _): name
      }
    }

    /// The line of the certificate in the file, or its position among the certificates of the
    /// server.
    public var position: Int? {
      switch self {
      case .file(_, let line): line
      case .server(_, let position): position
      }
    }

    /// The location of the certificate as a document, which the tool writes as JSON.
    public var document: Document {
      switch self {
      case .file(let path, let line):
        .known(["file": .text(path), "line": line.map { .number(Int64($0)) }])
      case .server(let name, let position):
        ["server": .text(name), "position": .number(Int64(position))]
      }
    }
  }
}

extension X509.CertificateSource: CustomStringConvertible {
  /// The location of the certificate in one line, with escaped control characters.
  public var description: String {
    let shown = ForeignText.escaped(name.utf8, limit: 4096)
    return switch self {
    case .file(_, let line): shown + (line.map { ", line \($0)" } ?? "")
    case .server(_, let position): "\(shown), certificate \(position)"
    }
  }
}
