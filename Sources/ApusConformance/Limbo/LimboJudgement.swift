import ApusNames
import ApusX509

/// The result of verifying a case with a certificate profile.
enum LimboJudgement {
  case accepted
  case refused(String)

  var isAccepted: Bool {
    if case .accepted = self { true } else { false }
  }

  /// The result of the verification as a verb, with the reason for a rejection.
  var words: String {
    switch self {
    case .accepted: "accepts"
    case .refused(let why): "refuses: \(why)"
    }
  }

  /// Verifies a certificate path case with a certificate profile. The parameter `now` is used if
  /// the case states no time.
  init(_ question: LimboCase.Question, _ profile: X509.Profile, now: UnixTime) {
    do {
      let leaf = try X509.Certificate(pem: question.leaf)
      // Malformed root certificates are ignored, as in any bundle of roots.
      let anchors = question.anchors.compactMap { try? X509.Certificate(pem: $0) }
      let intermediates = question.intermediates.compactMap { try? X509.Certificate(pem: $0) }
      var verifier = X509.Verifier(anchors: X509.Anchors(anchors), profile: profile)
      if !question.revocationLists.isEmpty {
        // A caller that supplies revocation lists requires a revocation status, so a certificate
        // that no list covers is rejected.
        let lists = try question.revocationLists.flatMap {
          try X509.RevocationList.lists(in: Array($0.utf8))
        }
        verifier.revocation = try X509.Revocation(.required, lists: lists)
      }
      if let depth = question.depth { verifier.budgets.pathLength = depth }
      let chain = try verifier.verify(
        leaf, intermediates: intermediates, for: question.role.purpose(), at: question.moment ?? now
      )
      self = Self.demands(of: question, on: chain.leaf).map { .refused($0) } ?? .accepted
    } catch let error as X509.TrustFailure {
      self = .refused("\(error)")
    } catch {
      self = .refused("\(error)")
    }
  }

  /// Returns the unmet requirements for the leaf certificate, which concern client names, key
  /// usages and purposes.
  private static func demands(
    of question: LimboCase.Question, on leaf: X509.Certificate
  ) -> String? {
    do {
      let names = try leaf.subjectAlternativeName?.names ?? []
      for name in try question.role.clientNames() where !names.contains(name) {
        return "the client does not have the name \(name)"
      }
      if let usage = try leaf.keyUsage, !usage.contains(question.uses) {
        return "the key usage does not allow the requested use"
      }
      if let usage = try leaf.extendedKeyUsage {
        for purpose in question.purposes where !usage.contains(purpose) {
          return "the key is not for \(purpose)"
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension LimboCase.Question.Role {
  /// Returns the purpose of the verification. A name that is not a host name makes the test case
  /// invalid.
  func purpose() throws -> X509.Purpose {
    switch self {
    case .server(nil): .unnamedServer
    case .server(let name?): .server(try Self.host(name))
    case .client: .client
    }
  }

  /// Returns the names that a client certificate must have.
  func clientNames() throws -> [X509.GeneralName] {
    guard case .client(let names) = self else { return [] }
    return try names.map { name in
      switch name.kind {
      case "RFC822": return .email(try X509.IA5Text(name.text))
      case "DNS": return .dns(try X509.IA5Text(name.text))
      default:
        switch try Self.host(name.text) {
        case .ipv4(let address): return .ipv4(address)
        case .ipv6(let address): return .ipv6(address)
        case .name: return .dns(try X509.IA5Text(name.text))
        }
      }
    }
  }

  /// Returns the host name or IP address in a text. The text may be an IPv6 address without
  /// brackets.
  private static func host(_ text: String) throws -> CanonicalHost {
    text.utf8.contains(0x3a) ? try CanonicalHost("[\(text)]") : try CanonicalHost(text)
  }
}

extension X509.Certificate {
  /// Parses the PEM certificate in a text, which must contain exactly one certificate.
  init(pem text: String) throws {
    let bytes = Array(text.utf8)
    let sections = try PEM.sections(of: bytes.span)
    guard sections.count == 1 else { throw X509Error.noCertificate }
    try self.init(sections[0].bytes(in: bytes.span))
  }
}
