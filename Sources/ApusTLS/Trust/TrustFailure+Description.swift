internal import ApusBytes
internal import ApusNames
internal import ApusX509

extension TLS.TrustFailure: CustomStringConvertible {
  /// A description of the rejected host, the rule that rejected the host, and a hint.
  public var description: String { statement + (hint.map { "; \($0)" } ?? "") }

  /// A description of the rejected host and the rule that rejected the host, without a hint.
  package var statement: String {
    let name = host.map { "the server \($0)" } ?? "the server"
    return "\(name) is rejected: \(reason)" + (clock.map { "; \($0)" } ?? "")
  }

  /// The description of the failure, followed by every certification path that was tried.
  public var explanation: String {
    pathFailure.map { ForeignText.bounded("\(self)\n\($0.explanation)") } ?? "\(self)"
  }

  /// A hint about a remedy for the trust failure, or `nil` without a hint.
  public var hint: String? { reason.hint }

  /// The time of this machine if the trust failure concerns an expired or not yet valid
  /// certificate, or `nil` otherwise.
  private var clock: String? {
    switch pathFailure?.fault {
    case .expired, .notYetValid: "the clock of this machine shows \(moment)"
    default: nil
    }
  }
}

extension TLS.TrustFailure.Reason {
  /// A hint about a remedy for the rejection reason, or `nil` without a hint.
  var hint: String? {
    switch self {
    case .notBelieved(let rejection): rejection.fault.hint
    case .certificateNotPinned:
      "pin a certificate of the server's path, or configure the server to send the path "
        + "to a pinned certificate"
    case .keyNotPinned(let found), .ruleNotMet(_, let found):
      found.first.map { "if the server is yours, pin the key of its certificate, \($0)" }
    case .nothingToJudgeBy: "pin the server's certificate, or disable a single check by its name"
    case .noPinnedCertificates: "add the pinned certificates to the policy"
    case .noRule: "add a key pin rule for the host"
    case .noHostForRules: "give the policy the host name of the server"
    case .noCertificate, .shortRSAKey, .refusedByEvaluator: nil
    }
  }
}

extension TLS.TrustFailure.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCertificate: "the server sent no certificate"
    case .nothingToJudgeBy:
      "the policy allows invalid certificates and pins no certificate, so any server "
        + "would be accepted"
    case .noPinnedCertificates:
      "the policy requires a pinned certificate, but contains no certificates"
    case .notBelieved(let rejection): "\(rejection)"
    case .certificateNotPinned(let rejection):
      "no certificate path leads to a pinned certificate: \(rejection)"
    case .shortRSAKey(let bitCount, let least):
      "an RSA key in the server's certificate path has \(bitCount) bits, but the policy "
        + "requires \(least) bits"
    case .keyNotPinned(let found):
      "no key in the server's certificate path belongs to a pinned certificate; the "
        + "keys of the path are \(Self.list(found))"
    case .ruleNotMet(let rule, let found): "\(rule); the keys of the server are \(Self.list(found))"
    case .noRule:
      "the policy requires a key pin rule for every host, but the host has no rule in "
        + "force"
    case .noHostForRules:
      "the policy has key pin rules for hosts, but the host name of the server is not "
        + "known"
    case .refusedByEvaluator(let name, let why):
      "the evaluator \"\(ForeignText.escaped(name.utf8))\" reports: "
        + ForeignText.escaped(why.utf8)
    }
  }

  private static func list(_ pins: [X509.Pin]) -> String {
    pins.map(\.description).joined(separator: ", ")
  }
}
