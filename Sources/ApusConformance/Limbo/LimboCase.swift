import ApusSerialization
import ApusX509

/// A test case in the limbo schema with a leaf certificate, a list of certificates and the
/// requirements.
///
/// The verification has no access to the ID, the features and the expected result of the case,
/// which are stored separately.
struct LimboCase {
  /// The reason that a certificate path case was not run.
  enum Unusable: Error {
    case skipped(String)
  }

  let id: String
  let isToSucceed: Bool
  let question: Question

  /// The input of the verification in a certificate path case.
  struct Question {
    /// The required role and names of the leaf certificate. The names are texts as in the case.
    enum Role {
      case server(name: String?)
      case client(names: [(kind: String, text: String)])
    }

    let anchors: [String]
    let intermediates: [String]
    let leaf: String
    let role: Role
    /// The time of the verification, or `nil` for the current time.
    let moment: UnixTime?
    let depth: Int?
    let purposes: [OID]
    let uses: X509.KeyUsage.Uses
    let revocationLists: [String]
  }

  init(_ value: JSON.Value) throws {
    guard let id = value["id"]?.string else { throw CorpusError.missing(key: "id", id: "?") }
    self.id = id
    switch value["expected_result"]?.string {
    case "SUCCESS": isToSucceed = true
    case "FAILURE": isToSucceed = false
    default: throw CorpusError.missing(key: "expected_result", id: id)
    }
    question = try Question(value, id: id)
  }
}

extension LimboCase.Question {
  init(_ value: JSON.Value, id: String) throws {
    func texts(_ key: String) throws -> [String] {
      guard let list = value[key]?.array else { throw CorpusError.missing(key: key, id: id) }
      return list.compactMap(\.string)
    }
    guard let leaf = value["peer_certificate"]?.string else {
      throw CorpusError.missing(key: "peer_certificate", id: id)
    }
    self.leaf = leaf
    anchors = try texts("trusted_certs")
    intermediates = try texts("untrusted_intermediates")
    revocationLists = value["crls"]?.array?.compactMap(\.string) ?? []
    depth = value["max_chain_depth"]?.int
    guard try texts("signature_algorithms").isEmpty else {
      throw LimboCase.Unusable.skipped("signature_algorithms is not a setting of callers")
    }
    purposes = try texts("extended_key_usage").map { name in
      guard let oid = Self.purposes[name] else {
        throw CorpusError.missing(key: "extended_key_usage", id: id)
      }
      return oid
    }
    uses = try texts("key_usage").reduce(into: []) { uses, name in
      guard let bit = Self.uses.firstIndex(of: name) else {
        throw CorpusError.missing(key: "key_usage", id: id)
      }
      uses.insert(X509.KeyUsage.Uses(rawValue: 1 << UInt64(bit)))
    }
    moment = try value["validation_time"].flatMap { time in
      guard let text = time.string else { return nil }
      guard let moment = UnixTime(rfc3339: text) else {
        throw CorpusError.missing(key: "validation_time", id: id)
      }
      return moment
    }
    switch value["validation_kind"]?.string {
    case "SERVER":
      let name = value["expected_peer_name"]
      guard name?["kind"]?.string != "RFC822" else {
        throw LimboCase.Unusable.skipped("a server does not have a mail address as its name")
      }
      role = .server(name: name?["value"]?.string)
    case "CLIENT":
      let names = value["expected_peer_names"]?.array ?? []
      role = .client(names: names.map { ($0["kind"]?.string ?? "", $0["value"]?.string ?? "") })
    default: throw CorpusError.missing(key: "validation_kind", id: id)
    }
  }

  private static let purposes: [String: OID] = [
    "anyExtendedKeyUsage": .anyExtendedKeyUsage, "serverAuth": .serverAuthentication,
    "clientAuth": .clientAuthentication, "codeSigning": .codeSigning,
    "emailProtection": .emailProtection, "timeStamping": .timeStamping,
    "OCSPSigning": .ocspSigning,
  ]
  private static let uses = [
    "digitalSignature", "contentCommitment", "keyEncipherment", "dataEncipherment",
    "keyAgreement", "keyCertSign", "cRLSign", "encipherOnly", "decipherOnly",
  ]
}
