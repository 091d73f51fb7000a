import ApusASN1
import ApusBytes
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

extension X509.Name {
  /// The name in one line, and step by step: attributes of one step stand together.
  ///
  ///     RDNSequence ::= SEQUENCE OF RelativeDistinguishedName
  ///     RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
  ///
  /// RFC 5280 section 4.1.2.4.
  var grouped: X509.Document {
    ["text": .text(description), "rdns": .list(steps.map { .list($0.attributes.map(\.facts)) })]
  }
}

extension X509.Attribute {
  fileprivate var facts: X509.Document {
    var members = [X509.Document.Member("oid", .text("\(type)"))]
    if let name = type.name { members.append(X509.Document.Member("name", .text(name))) }
    switch value {
    case .text(let text): members.append(X509.Document.Member("value", .text(text.string)))
    case .other(let der): members.append(X509.Document.Member("der", .text(Hex.encode(der))))
    }
    return .members(members)
  }
}

/// How long it is until something ends, as people count it: in days.
struct TimeLeft: CustomStringConvertible {
  /// Below zero where it has ended.
  let seconds: Int64

  init(until end: Int64, from moment: UnixTime) {
    let (difference, isOverflow) = end.subtractingReportingOverflow(moment.secondsSinceEpoch)
    seconds = isOverflow ? (end > 0 ? .max : .min) : difference
  }

  /// Whether it has ended: the last second still counts. RFC 5280 section 4.1.2.5.
  var isOver: Bool { seconds < 0 }

  /// Whole days that are left, or have passed since.
  var days: UInt64 { seconds.magnitude / 86_400 }

  /// The days that are left, or how long ago it has ended.
  var span: String { isOver ? description : count }

  var description: String { isOver ? "expired \(count) ago" : "\(count) left" }

  private var count: String { days == 1 ? "1 day" : "\(days) days" }
}
