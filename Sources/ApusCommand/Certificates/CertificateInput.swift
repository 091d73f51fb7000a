import ApusASN1
import ApusBytes
import ApusNet
import ApusX509

/// The certificates and other objects that the tool reads from files, folders, servers and standard
/// input.
struct CertificateInput {
  /// A certificate, together with the file or server that contains it.
  struct Finding {
    let place: Place
    let certificate: X509.Certificate
  }

  /// A request, revocation list or key, together with the file that contains it.
  struct Object {
    let place: Place
    let facts: X509.ObjectFacts
  }

  /// The location of a certificate in the input, which is a file or a server.
  struct Place: CustomStringConvertible {
    let path: FilePath
    /// The line number at which the object begins in a text file. The first line has the number 1.
    let line: Int?
    /// The position of a certificate among the certificates that a server sent. The first position
    /// is 1, and 0 means the server itself.
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

  /// The options for reading certificate files.
  struct Reading {
    /// The password for encrypted files.
    var password = Password.none
    /// A Boolean value that indicates whether key stores may be encrypted with the legacy
    /// algorithms of old tools.
    var allowsLegacyEncryption = false
    /// A Boolean value that indicates whether certificate requests, revocation lists and keys are
    /// read instead of skipped.
    var wantsObjects = false
    /// A Boolean value that indicates whether the tool accepts certificates that violate the
    /// encoding rules.
    var toleratesFlaws = false
    /// The maximum depth of nested folders that the tool reads.
    var depthLimit = 8
    /// The maximum number of files and folders that the tool reads.
    var fileLimit = 100_000
  }

  var findings: [Finding] = []
  var objects: [Object] = []
  var problems: [Problem] = []
  /// The TLS handshakes with servers that have sent certificates.
  var visits: [ServerVisit] = []
  /// The skipped files with the reason for each.
  private(set) var notes: [String] = []

  private let reading: Reading
  private var walk = Walk()

  /// The state of the recursive folder search, which contains the visited files.
  private struct Walk {
    var fileCount = 0
    /// The identifiers of the visited files and folders. A symbolic link counts as its target.
    var seen: Set<FileStamp> = []
  }

  var certificates: [X509.Certificate] { findings.map(\.certificate) }

  /// Reads all files at the given paths.
  init(_ paths: [FilePath], _ console: Console, _ reading: Reading = Reading()) {
    self.reading = reading
    for path in paths { read(path, depth: 0, console) }
  }

  private mutating func read(_ path: FilePath, depth: Int, _ console: Console) {
    // Folders count as files, because symbolic links can make very many paths from few folders.
    walk.fileCount += 1
    guard walk.fileCount <= reading.fileLimit else {
      if walk.fileCount == reading.fileLimit + 1 {
        let reason =
          "the folder has more than \(reading.fileLimit) files; the other files were "
          + "skipped"
        add(Problem(Place(path: path, line: nil), .tooManyFiles, reason))
      }
      return
    }
    do throws(SystemError) {
      if path != "-" { guard try isNew(path, isNamed: depth == 0) else { return } }
      guard Files.isFolder(path) else {
        try readFile(path, isNamed: depth == 0, console)
        return
      }
      guard depth < reading.depthLimit else {
        let reason = "the folder is nested \(depth) levels deep, and was skipped"
        add(Problem(Place(path: path, line: nil), .tooDeep, reason))
        return
      }
      try readFolder(path, depth, console)
    } catch {
      add(Problem(Place(path: path, line: nil), error))
    }
  }

  /// Returns whether the folder search has not visited a file before. A path that the user names is
  /// always read again.
  private mutating func isNew(_ path: FilePath, isNamed: Bool) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return walk.seen.insert(try FileStamp(of: path)).inserted || isNamed
    } catch {
      guard !isNamed, error.errno == Self.noSuchFile else { throw error }
      notes.append("\(Console.shown(path)) is a symbolic link to a missing file")
      return false
    }
  }

  /// The Linux error number `ENOENT`, which means that a file does not exist.
  private static let noSuchFile: Int32 = 2

  /// Reads the files of a folder. The file names may contain bytes that are not text.
  private mutating func readFolder(
    _ path: FilePath, _ depth: Int, _ console: Console
  ) throws(SystemError) {
    for name in try Files.entries(in: path) {
      read(path.appending(name), depth: depth + 1, console)
    }
  }

  /// Reads a file. If the file was found in a folder, the file need not contain a certificate.
  private mutating func readFile(
    _ path: FilePath, isNamed: Bool, _ console: Console
  ) throws(SystemError) {
    guard isNamed || Files.isRegularFile(path) else {
      notes.append("\(Console.shown(path)) is not a regular file, and was skipped")
      return
    }
    let contents = try console.contents(of: path)
    let options = X509.ObjectFacts.ReadingOptions(
      at: console.now, allowingLegacyEncryption: reading.allowsLegacyEncryption)
    let bundle = X509.Bundle(contents)
    if bundle.entries.isEmpty, X509.ObjectFacts.isBinary(contents),
      let object = reading.password.withOptionalBytes({
        X509.ObjectFacts(der: contents.span, password: $0, options)
      })
    {
      return add(object, at: Place(path: path, line: nil), isOnly: true)
    }
    let objectCount = objects.count + findings.count
    for section in bundle.others {
      let place = Place(path: path, line: section.line)
      let object = reading.password.withOptionalBytes {
        X509.ObjectFacts(section, in: contents.span, password: $0, options)
      }
      if let object {
        add(object, at: place, isOnly: false)
      } else {
        let label = ForeignText.escaped(section.label.rawValue.utf8)
        notes.append("\(place): the PEM section \(label) was skipped")
      }
    }
    if bundle.problems.map(\.error) == [.noCertificate] {
      if objects.count + findings.count > objectCount { return }
      guard isNamed else { return notes.append("\(Console.shown(path)) contains no certificate") }
    }
    addCertificates(of: bundle, path)
  }

  private mutating func addCertificates(of bundle: X509.Bundle, _ path: FilePath) {
    for problem in bundle.problems {
      add(Problem(Place(path: path, line: problem.line), .malformed, "\(problem.error)"))
    }
    for (index, entry) in bundle.entries.enumerated() {
      let place = Place(path: path, line: entry.line)
      do throws(X509Error) {
        findings.append(Finding(place: place, certificate: try bundle.certificate(at: index)))
      } catch {
        add(Problem(place, .malformed, "\(error)"))
        guard reading.toleratesFlaws, let shown = try? bundle.certificate(tolerating: index) else {
          continue
        }
        findings.append(Finding(place: place, certificate: shown))
      }
    }
  }

  /// Adds an object and the certificates in the object, if the command processes this kind of
  /// object.
  private mutating func add(_ object: X509.ObjectFacts, at place: Place, isOnly: Bool) {
    for der in object.certificates {
      do throws(X509Error) {
        findings.append(Finding(place: place, certificate: try X509.Certificate(der)))
      } catch {
        add(Problem(place, .malformed, "\(error)"))
      }
    }
    let mayHoldCertificates = object.kind == .keyStore || object.kind == .message
    if let failure = object.failure, reading.wantsObjects || mayHoldCertificates {
      let code: Problem.Code = failure == .passwordNeeded ? .locked : .malformed
      add(Problem(place, code, failure.reason))
    }
    guard reading.wantsObjects else {
      if !mayHoldCertificates { notes.append("\(place): the \(object.kind) was skipped") }
      return
    }
    objects.append(Object(place: place, facts: object))
    for list in object.lists { objects.append(Object(place: place, facts: list)) }
  }

  mutating func add(_ problem: Problem) { problems.append(problem) }
}
