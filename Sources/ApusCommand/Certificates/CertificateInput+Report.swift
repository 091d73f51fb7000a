import ApusBytes
import ApusNet
import ApusX509

extension CertificateInput {
  /// An input problem, which is a file, folder or server that the tool could not read or has
  /// skipped.
  struct Problem {
    /// The kind of an input problem. Scripts can rely on the raw values.
    enum Code: String, CaseIterable {
      /// The operating system does not allow the tool to read the file.
      case unreadable
      /// The content of the file does not have a valid form.
      case malformed
      /// The file is encrypted, and the tool has no password for the file.
      case locked
      /// The folder is nested more deeply than the limit.
      case tooDeep = "too-deep"
      /// The tool has already read the maximum number of files.
      case tooManyFiles = "too-many-files"
      /// The host name of the server has no address.
      case name
      /// The tool cannot connect to the server.
      case connection
      /// The TLS handshake with the server failed.
      case tls
      /// The server did not respond within the timeout.
      case timeout
    }

    let place: Place
    let code: Code
    let reason: String

    init(_ place: Place, _ code: Code, _ reason: String) {
      (self.place, self.code, self.reason) = (place, code, reason)
    }

    /// Creates an input problem from a system error at a path. Each problem is reported once.
    init(_ place: Place, _ error: SystemError) {
      self.init(
        place, .unreadable, error.subject == place.path.description ? error.cause : "\(error)")
    }

    /// The exit status of a command whose input has the problem.
    var status: ExitStatus {
      switch code {
      case .unreadable, .malformed: .unreadable
      case .locked, .tooDeep, .tooManyFiles: .incomplete
      case .name: .name
      case .connection: .connection
      case .tls: .tls
      case .timeout: .timeout
      }
    }
  }

  /// Prints the problems and the skipped files of the input, and returns the exit status.
  ///
  /// The exit status of the command's result takes precedence. The status of unreadable files comes
  /// next, and then the status of skipped files.
  func report(
    to console: inout Console, otherwise status: ExitStatus = .success, withNotes: Bool = true
  ) -> ExitStatus {
    if withNotes { for note in notes { console.complain(note) } }
    for problem in problems { console.complain("\(problem.place): \(problem.reason)") }
    guard status == .success else { return status }
    let statuses = problems.map(\.status)
    return statuses.first { $0 != .incomplete } ?? statuses.first ?? status
  }

  /// The properties of the TLS handshakes with servers. The array is empty if the input contains no
  /// servers.
  var connectionMembers: [X509.Document.Member] {
    guard !visits.isEmpty else { return [] }
    return [X509.Document.Member("connections", .list(visits.map(\.document)))]
  }

  /// The problems of the input as a document for JSON.
  var problemDocument: X509.Document {
    .list(
      problems.map { problem in
        [
          "place": problem.place.document, "code": .text(problem.code.rawValue),
          "reason": .text(problem.reason),
        ]
      })
  }
}

extension CertificateInput.Place {
  /// The file path or server of a certificate in the form of the X.509 module.
  var source: X509.CertificateSource {
    guard let position else { return .file(path: path.description, line: line) }
    return .server(path.description, position: position)
  }

  /// The file path or server of a certificate as a document for JSON.
  var document: X509.Document {
    if let position {
      return position == 0
        ? ["server": .text(path.description)]
        : ["server": .text(path.description), "position": .number(Int64(position))]
    }
    guard let line else { return ["file": .text(path.description)] }
    return ["file": .text(path.description), "line": .number(Int64(line))]
  }
}

extension SystemError {
  /// The error text of the kernel without the path. The printed line already begins with the path.
  var cause: String {
    let text = description
    let prefix = "\(call) \(ForeignText.escaped(subject.utf8, limit: 4096)): "
    return text.utf8.starts(with: prefix.utf8) ? String(text.dropFirst(prefix.count)) : text
  }
}
