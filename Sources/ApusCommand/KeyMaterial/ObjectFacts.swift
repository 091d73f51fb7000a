import ApusASN1
import ApusX509

/// What a file holds beside certificates, as facts to be shown: never a secret among them.
struct ObjectFacts {
  /// What kinds of objects are told apart.
  enum Kind: String, CaseIterable {
    case request, revocationList, message, keyStore, publicKey, privateKey

    /// The kind as people call it.
    var words: String {
      switch self {
      case .request: "certificate request"
      case .revocationList: "revocation list"
      case .message: "PKCS #7 message"
      case .keyStore: "PKCS #12 file"
      case .publicKey: "public key"
      case .privateKey: "private key"
      }
    }
  }

  /// One fact: its label in a text, its name in JSON, and its value.
  struct Fact {
    let label: String
    let name: String
    let value: X509.Document
    /// The lines of the text; those of the value where nil.
    let lines: [String]?
  }

  /// Why an object could not be read to its end.
  struct Obstacle {
    let code: CertificateInput.Problem.Code
    let reason: String
  }

  let kind: Kind
  private(set) var facts: [Fact] = []
  /// The key that the object is or is about, where it can be read.
  var publicKey: X509.PublicKey?
  /// The DER of the certificates that stand in it.
  var certificates: [[UInt8]] = []
  /// The revocation lists that stand in it.
  var lists: [ObjectFacts] = []
  var obstacle: Obstacle?

  init(_ kind: Kind) { self.kind = kind }

  mutating func add(_ label: String, _ name: String, _ value: X509.Document) {
    facts.append(Fact(label: label, name: name, value: value, lines: nil))
  }

  mutating func add(_ label: String, _ name: String, _ value: X509.Document, lines: [String]) {
    facts.append(Fact(label: label, name: name, value: value, lines: lines))
  }

  /// Says that the object is malformed, or of a kind that is not supported.
  mutating func fail(_ reason: String) {
    obstacle = Obstacle(code: .malformed, reason: reason)
  }
}

extension ObjectFacts {
  /// The facts as lines for people.
  func text(in paint: Paint) -> String {
    var lines = [paint.strong(kind.words)]
    for fact in facts {
      let shown = fact.lines ?? ["\(fact.value)"]
      for (index, line) in shown.enumerated() {
        let label = index == 0 ? fact.label : ""
        let space = String(repeating: " ", count: max(1, 16 - label.utf8.count))
        lines.append("  " + paint.label(label + space) + line)
      }
    }
    if let obstacle {
      let what = obstacle.code == .locked ? "locked" : "unreadable"
      lines.append("  " + paint.alarm("\(what): \(obstacle.reason)"))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The facts as JSON has them.
  var document: X509.Document {
    var members = [X509.Document.Member("kind", .text(kind.rawValue))]
    members += facts.map { X509.Document.Member($0.name, $0.value) }
    if let obstacle { members.append(X509.Document.Member("problem", .text(obstacle.reason))) }
    return .members(members)
  }
}
