internal import ApusBytes
internal import ApusNames
internal import ApusX509

extension TLS.TrustFailure: CustomStringConvertible {
  /// Who was refused and by which rule, with what to do about it.
  public var description: String { statement + (hint.map { "; \($0)" } ?? "") }

  /// The refused host and the rule, without the advice about it.
  package var statement: String {
    let name = host.map { "\($0)" } ?? "the server"
    return "\(name) is refused: \(reason)" + (clock.map { "; \($0)" } ?? "")
  }

  /// The same with every path that was tried.
  public var explanation: String {
    pathFailure.map { ForeignText.bounded("\(self)\n\($0.explanation)") } ?? "\(self)"
  }

  /// A hint how to repair it, where there is one.
  public var hint: String? { reason.hint }

  /// The time of this machine, where a date has been found wrong by it.
  private var clock: String? {
    switch pathFailure?.fault {
    case .expired, .notYetValid: "this machine's time is \(moment)"
    default: nil
    }
  }
}

extension TLS.TrustFailure.Reason {
  /// A hint how to repair it, where there is one.
  var hint: String? {
    switch self {
    case .notBelieved(let rejection): rejection.fault.hint
    case .certificateNotPinned:
      "pin a certificate of the server's path, or have the server send the path to a pinned one"
    case .keyNotPinned(let found), .ruleNotMet(_, let found):
      found.first.map { "if the server is yours, its own key is \($0)" }
    case .nothingToJudgeBy: "pin the server's certificate, or lift a check by its name"
    case .noPinnedCertificates: "give the policy the certificates that are pinned"
    case .noRule: "add a rule about the host"
    case .noHostForRules: "name the host"
    case .noCertificate, .shortRSAKey, .refusedByEvaluator: nil
    }
  }
}

extension TLS.TrustFailure.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCertificate: "it has shown no certificate"
    case .nothingToJudgeBy:
      "the policy allows invalid certificates and pins none, so that anybody would do"
    case .noPinnedCertificates: "the policy's mode pins certificates, and there are none"
    case .notBelieved(let rejection): "\(rejection)"
    case .certificateNotPinned(let rejection):
      "no path leads to a pinned certificate: \(rejection)"
    case .shortRSAKey(let bitCount, let least):
      "an RSA key of its path has \(bitCount) bits, and the policy wants \(least)"
    case .keyNotPinned(let found):
      "no key of its path is that of a pinned certificate; found were \(Self.list(found))"
    case .ruleNotMet(let rule, let found): "\(rule); found were \(Self.list(found))"
    case .noRule: "every host must have a rule about its keys, and none in force is about it"
    case .noHostForRules: "there are rules about the keys of hosts, and no host was named"
    case .refusedByEvaluator(let name, let why):
      "the evaluator \"\(ForeignText.escaped(name.utf8))\" says: \(ForeignText.escaped(why.utf8))"
    }
  }

  private static func list(_ pins: [X509.Pin]) -> String {
    pins.map(\.description).joined(separator: ", ")
  }
}
