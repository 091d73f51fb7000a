internal import ApusBytes
internal import ApusNames
internal import ApusX509

extension TLS.TrustFailure: CustomStringConvertible {
  /// A description of the rejected host, the rule that rejected the host, and a hint.
  public var description: String { statement + (hint.map { "; \($0)" } ?? "") }

  /// A description of the rejected host and the rule that rejected the host, without a hint.
  package var statement: String {
    let name = host.map { "\($0)" } ?? "the server"
    return "\(name) is rejected: \(reason)" + (clock.map { "; \($0)" } ?? "")
  }

  /// The description of the failure, followed by every certification path that was tried.
  public var explanation: String {
    pathFailure.map { ForeignText.bounded("\(self)\n\($0.explanation)") } ?? "\(self)"
  }

  /// A hint about a remedy for the trust failure, or `nil` if there is no hint.
  public var hint: String? { reason.hint }

  /// The time of this machine if the trust failure concerns an expired or not yet valid
  /// certificate, or `nil` otherwise.
  private var clock: String? {
    switch pathFailure?.fault {
    case .expired, .notYetValid: "this machine's time is \(moment)"
    default: nil
    }
  }
}

extension TLS.TrustFailure.Reason {
  /// A hint about a remedy for the rejection reason, or `nil` if there is no hint.
  var hint: String? {
    switch self {
    case .notBelieved(let rejection): rejection.fault.hint
    case .certificateNotPinned:
      "pin a certificate of the server's path, or have the server send the path to a pinned one"
    case .keyNotPinned(let found), .ruleNotMet(_, let found):
      found.first.map { "if the server is yours, its own key is \($0)" }
    case .nothingToJudgeBy: "pin the server's certificate, or disable a check by its name"
    case .noPinnedCertificates: "add the pinned certificates to the policy"
    case .noRule: "add a rule for the host"
    case .noHostForRules: "name the host"
    case .noCertificate, .shortRSAKey, .refusedByEvaluator: nil
    }
  }
}

extension TLS.TrustFailure.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCertificate: "it sent no certificate"
    case .nothingToJudgeBy:
      "the policy allows invalid certificates and pins none, so any server would be accepted"
    case .noPinnedCertificates: "the policy's mode pins certificates, and there are none"
    case .notBelieved(let rejection): "\(rejection)"
    case .certificateNotPinned(let rejection):
      "no path leads to a pinned certificate: \(rejection)"
    case .shortRSAKey(let bitCount, let least):
      "an RSA key of its path has \(bitCount) bits, but the policy requires \(least)"
    case .keyNotPinned(let found):
      "no key of its path belongs to a pinned certificate; its keys are \(Self.list(found))"
    case .ruleNotMet(let rule, let found): "\(rule); its keys are \(Self.list(found))"
    case .noRule: "every host must have a key pin rule, and there is none in force for it"
    case .noHostForRules: "there are key pin rules for hosts, and no host was named"
    case .refusedByEvaluator(let name, let why):
      "the evaluator \"\(ForeignText.escaped(name.utf8))\" reports: "
        + ForeignText.escaped(why.utf8)
    }
  }

  private static func list(_ pins: [X509.Pin]) -> String {
    pins.map(\.description).joined(separator: ", ")
  }
}
