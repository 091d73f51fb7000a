internal import ApusBytes

extension X509 {
  /// The place of a certificate that a scan has found.
  public enum CertificateSource: Hashable, Sendable {
    /// A file; the line of PEM that begins the certificate, counted from one.
    case file(path: String, line: Int?)
    /// A server; the position of the certificate among those sent, counted from one.
    case server(String, position: Int)

    /// The path of the file, or the name of the server.
    public var name: String {
      switch self {
      case .file(let path, _): path
      case .server(let name, _): name
      }
    }

    /// The line in the file, or the position among the certificates of the server.
    public var position: Int? {
      switch self {
      case .file(_, let line): line
      case .server(_, let position): position
      }
    }

    /// The place as a tree of facts, as the tool writes it in JSON.
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
  /// The place in one line, with control characters escaped.
  public var description: String {
    let shown = ForeignText.escaped(name.utf8, limit: 4096)
    return switch self {
    case .file(_, let line): shown + (line.map { ", line \($0)" } ?? "")
    case .server(_, let position): "\(shown), certificate \(position)"
    }
  }
}
