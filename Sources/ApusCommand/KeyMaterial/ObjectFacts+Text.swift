import ApusASN1
import ApusX509

/// The properties of a key or certificate object in the form that the tool prints.
extension X509.ObjectFacts {
  /// A Boolean value that indicates whether the object is an encrypted private key without a
  /// password.
  ///
  /// The kind of the key is known without the password, so the missing password is a note and not a
  /// failure.
  var isLockedKey: Bool { kind == .privateKey && problem == .passwordNeeded }

  /// The problem of the object that makes a command fail. The value is `nil` for an encrypted
  /// private key without a password.
  var failure: Problem? { isLockedKey ? nil : problem }

  /// Returns the properties of the object as lines of text.
  func text(in paint: Paint) -> String {
    var lines = [paint.strong("\(kind)")]
    func add(_ label: String, _ line: String) {
      let space = String(repeating: " ", count: max(1, 16 - label.utf8.count))
      lines.append("  " + paint.label(label + space) + line)
    }
    for fact in facts {
      for (index, line) in fact.lines.enumerated() { add(index == 0 ? fact.label : "", line) }
    }
    if isLockedKey { add("note", "--password-file FILE decrypts the private key") }
    if let failure {
      let state = failure == .passwordNeeded ? "locked" : "unreadable"
      lines.append("  " + paint.alarm("\(state): \(failure.reason)"))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The properties of the object in the form that the tool writes as JSON.
  var printedDocument: X509.Document {
    var members = [X509.Document.Member("kind", .text(kind.rawValue))]
    members += facts.map { X509.Document.Member($0.name, $0.value) }
    if isLockedKey {
      members.append(X509.Document.Member("note", "--password-file FILE decrypts the private key"))
    }
    if let failure { members.append(X509.Document.Member("problem", .text(failure.reason))) }
    return .members(members)
  }
}

extension X509.ObjectFacts.Problem {
  /// The description of the problem, with the command option that solves the problem.
  var reason: String {
    switch self {
    case .passwordNeeded:
      "the private key is encrypted: type --password-file FILE, or set APUS_PASSWORD"
    case .object(.keyStore(.legacyEncryption(let oid))):
      "the file is encrypted with \(oid.name ?? "\(oid)"): type --legacy to read the file"
    case .key(.unsupportedEncryption(let oid)):
      "the private key is encrypted with the unsupported algorithm "
        + "\(oid.name ?? "\(oid)"): type --legacy if the algorithm is Triple DES or RC2"
    default: "\(self)"
    }
  }
}
