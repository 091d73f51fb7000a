import ApusASN1
import ApusBytes
import ApusNet
import ApusX509

/// The certificates that files, folders and standard input hold, and whatever else was there.
struct CertificateInput {
  /// A certificate, and where it was found.
  struct Finding {
    let place: Place
    let certificate: X509.Certificate
  }

  /// A place in the input.
  struct Place: CustomStringConvertible {
    let path: String
    /// The line that begins it in a text, counted from one.
    let line: Int?
    /// For a server, whose name is the path then: which certificate of those it sent, counted from
    /// one; 0 is the server as a whole.
    var position: Int?

    var description: String {
      let suffix =
        switch position {
        case nil: line.map { ", line \($0)" } ?? ""
        case 0: ""
        case let position?: ", certificate \(position)"
        }
      return Console.shown(path) + suffix
    }
  }

  /// What could not be read.
  struct Problem {
    let place: Place
    let reason: String
    /// How it lets a command end.
    var status = ExitStatus.unreadable
  }

  /// How deep folders are looked into.
  static let depthLimit = 8
  /// How many files and folders are looked at.
  static let fileLimit = 100_000

  var findings: [Finding] = []
  var problems: [Problem] = []
  /// The servers that were asked, and have shown something.
  var visits: [ServerVisit] = []
  /// What was passed over, and why.
  private(set) var notes: [String] = []
  private var fileCount = 0

  var certificates: [X509.Certificate] { findings.map(\.certificate) }

  /// Reads everything that paths lead to.
  init(_ paths: [String], _ console: Console) {
    for path in paths { read(path, depth: 0, console) }
  }

  private mutating func read(_ path: String, depth: Int, _ console: Console) {
    // Folders count too: links can make very many of few.
    fileCount += 1
    guard fileCount <= Self.fileLimit else {
      if fileCount == Self.fileLimit + 1 {
        notes.append("there are more than \(Self.fileLimit) files; the others were not looked at")
      }
      return
    }
    do throws(SystemError) {
      guard Files.isFolder(path) else {
        try readFile(path, isNamed: depth == 0, console)
        return
      }
      guard depth < Self.depthLimit else {
        notes.append("\(Console.shown(path)) lies too deep, and was not looked into")
        return
      }
      for name in try Files.names(in: path) {
        read("\(path)/\(name)", depth: depth + 1, console)
      }
    } catch {
      problems.append(Problem(place: Place(path: path, line: nil), reason: "\(error)"))
    }
  }

  /// Reads a file; one that was found in a folder need not hold a certificate.
  private mutating func readFile(
    _ path: String, isNamed: Bool, _ console: Console
  ) throws(SystemError) {
    guard isNamed || Files.isRegularFile(path) else {
      notes.append("\(Console.shown(path)) is no regular file, and was not read")
      return
    }
    let bundle = X509.Bundle(try console.contents(of: path))
    guard isNamed || bundle.problems.map(\.error) != [.noCertificate] else {
      notes.append("\(Console.shown(path)) holds no certificate")
      return
    }
    for section in bundle.others {
      let label = ForeignText.escaped(section.label.rawValue.utf8)
      notes.append("\(Place(path: path, line: section.line)): a \(label) is passed over")
    }
    for problem in bundle.problems { add(problem.error, at: Place(path: path, line: problem.line)) }
    for (index, entry) in bundle.entries.enumerated() {
      let place = Place(path: path, line: entry.line)
      do throws(X509Error) {
        findings.append(Finding(place: place, certificate: try bundle.certificate(at: index)))
      } catch {
        add(error, at: place)
      }
    }
  }

  private mutating func add(_ error: X509Error, at place: Place) {
    problems.append(Problem(place: place, reason: "\(error)"))
  }
}

extension CertificateInput {
  /// Says what could not be read and what was passed over, and how that lets a command end.
  func report(to console: inout Console, otherwise status: ExitStatus = .success) -> ExitStatus {
    for note in notes { console.complain(note) }
    for problem in problems { console.complain("\(problem.place): \(problem.reason)") }
    return problems.first?.status ?? status
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
        ["place": problem.place.document, "reason": .text(problem.reason)]
      })
  }
}

extension CertificateInput.Place {
  /// The place as facts.
  var document: X509.Document {
    if let position {
      return position == 0
        ? ["server": .text(path)]
        : ["server": .text(path), "position": .number(Int64(position))]
    }
    guard let line else { return ["file": .text(path)] }
    return ["file": .text(path), "line": .number(Int64(line))]
  }
}
