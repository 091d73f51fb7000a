import ApusBytes
import ApusNet
import ApusX509

extension CertificateInput {
  /// What could not be read, or was not looked at.
  struct Problem {
    /// What kind of problem it is; the words stay what they are.
    enum Code: String, CaseIterable {
      /// The system does not let it be read.
      case unreadable
      /// It is not what it should be.
      case malformed
      /// A password is needed for it.
      case locked
      /// The folder lies too deep.
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

    /// What the system says of a path, which is said once.
    init(_ place: Place, _ error: SystemError) {
      self.init(
        place, .unreadable, error.subject == place.path.description ? error.cause : "\(error)")
    }

    /// How it lets a command end.
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

  /// Says what could not be read and what was passed over, and how that lets a command end.
  ///
  /// What was found counts before what could not be read, and that before what was not looked at.
  func report(
    to console: inout Console, otherwise status: ExitStatus = .success, withNotes: Bool = true
  ) -> ExitStatus {
    if withNotes { for note in notes { console.complain(note) } }
    for problem in problems { console.complain("\(problem.place): \(problem.reason)") }
    guard status == .success else { return status }
    let statuses = problems.map(\.status)
    return statuses.first { $0 != .incomplete } ?? statuses.first ?? status
  }

  /// What was agreed on with servers, as facts; no member where none was asked.
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
  /// The kernel's reason alone, where the path stands in front of it already.
  var cause: String {
    let text = description
    let prefix = "\(call) \(ForeignText.escaped(subject.utf8, limit: 4096)): "
    return text.utf8.starts(with: prefix.utf8) ? String(text.dropFirst(prefix.count)) : text
  }
}
