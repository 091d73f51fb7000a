import ApusBytes
import ApusNet
import ApusX509

extension CertificateInput {
  /// A file or folder that could not be read, or was skipped.
  struct Problem {
    /// The kind of a problem; the words are stable.
    enum Code: String, CaseIterable {
      /// The system does not let it be read.
      case unreadable
      /// It does not have the right form.
      case malformed
      /// A password is needed for it.
      case locked
      /// The folder is nested too deeply.
      case tooDeep = "too-deep"
      /// There were too many files before it.
      case tooManyFiles = "too-many-files"
      /// The name of the server leads nowhere.
      case name
      /// The server cannot be reached.
      case connection
      /// The server does not speak TLS as it should.
      case tls
      /// The server took too long.
      case timeout
    }

    let place: Place
    let code: Code
    let reason: String

    init(_ place: Place, _ code: Code, _ reason: String) {
      (self.place, self.code, self.reason) = (place, code, reason)
    }

    /// Creates the problem of a system error at a path, which is reported once.
    init(_ place: Place, _ error: SystemError) {
      self.init(
        place, .unreadable, error.subject == place.path.description ? error.cause : "\(error)")
    }

    /// The exit status of a command with this problem.
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

  /// Reports problems and skipped files, and returns the exit status.
  ///
  /// The status of the results has priority, then that of unreadable files, then that of skipped
  /// ones.
  func report(
    to console: inout Console, otherwise status: ExitStatus = .success, withNotes: Bool = true
  ) -> ExitStatus {
    if withNotes { for note in notes { console.complain(note) } }
    for problem in problems { console.complain("\(problem.place): \(problem.reason)") }
    guard status == .success else { return status }
    let statuses = problems.map(\.status)
    return statuses.first { $0 != .incomplete } ?? statuses.first ?? status
  }

  /// The facts of the handshakes with servers; no member without servers.
  var connectionMembers: [X509.Document.Member] {
    guard !visits.isEmpty else { return [] }
    return [X509.Document.Member("connections", .list(visits.map(\.document)))]
  }

  /// The problems as facts.
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
  /// The place of a certificate as the library has it.
  var source: X509.CertificateSource {
    guard let position else { return .file(path: path.description, line: line) }
    return .server(path.description, position: position)
  }

  /// The place as facts.
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
  /// The kernel's reason alone, for a line that already begins with the path.
  var cause: String {
    let text = description
    let prefix = "\(call) \(ForeignText.escaped(subject.utf8, limit: 4096)): "
    return text.utf8.starts(with: prefix.utf8) ? String(text.dropFirst(prefix.count)) : text
  }
}
