import ApusBytes
import ApusCrypto
import ApusSession
import ApusTLS
import ApusX509

/// What to do about a request that has failed, in the options of the tool.
enum FailureAdvice {
  /// Why a request has failed, with what to do about it in the tool's own words.
  static func words(for error: HTTPSessionError) -> String {
    if case .egress(let refusal) = error.reason, case .foreignPort(let port) = refusal.rule {
      let host = ForeignText.escaped(refusal.host.utf8)
      return "\(host):\(port) is not asked: the port belongs to servers that do not speak HTTP; "
        + "if yours does, type --allow-port \(port)"
    }
    var text = Redaction.queries(in: "\(error)")
    // What the library advises is written for programs.
    for (setting, option) in [
      ("set tls.identity to", "--cert FILE shows"), ("set tls.identity", "type --cert FILE"),
      ("look at tls.identity", "look at --cert FILE"),
      ("limits.decoding.ratio says how much is allowed", "--ratio-limit NUMBER allows more"),
    ] {
      text = text.parts(around: setting).joined(separator: option)
    }
    guard let advice = advice(about: error.reason) else { return text }
    if case .trust(let fault) = error.reason, let hint = fault.policyFailure.hint {
      text = text.parts(around: "; \(hint)").joined()
    }
    return "\(text); \(advice)"
  }

  /// Why a request cannot be sent as it is asked for.
  static func words(forSettings error: any Error) -> String {
    if let error = error as? HTTPSessionError { return words(for: error) }
    guard let error = error as? HTTPSession.TrustSourceError else { return "\(error)" }
    var text = "\(error)"
    // A file that holds both is named once.
    if case .identity(let fault, let chain, let key) = error, chain == key {
      text = "\(Console.shown(chain)): \(fault)"
    }
    guard let advice = advice(about: error) else { return text }
    return "\(text); \(advice)"
  }

  private static func advice(about reason: HTTPSessionError.Reason) -> String? {
    switch reason {
    case .trust(let fault): advice(about: fault.policyFailure)
    case .trustSource(let error): advice(about: error)
    default: nil
    }
  }

  private static func advice(about refusal: TLS.TrustFailure) -> String? {
    guard let rejection = refusal.pathFailure else { return nil }
    switch rejection.fault {
    case .untrustedRoot, .missingIssuer:
      return "if that authority is yours, --cacert FILE trusts its root"
    case .name: return "--resolve HOST:PORT:ADDRESS asks another machine by the name of the URL"
    default: return nil
    }
  }

  /// What is wrong with the files of `--cacert`, `--cert` and `--key`.
  static func advice(about error: HTTPSession.TrustSourceError) -> String? {
    switch error {
    case .noRoots: return "--cacert FILE names roots"
    case .identity(.key(.passwordNeeded), _, _):
      return "--password-file FILE opens the key, or set APUS_PASSWORD"
    case .identity(.key(.wrongPassword), _, _): return "--password-file FILE holds the password"
    case .identity(.key(.noPrivateKey), _, _): return "--key FILE names the private key"
    case .identity(.keyMismatch, _, _):
      return "--cert and --key must belong together: `apus cert matches KEY CERT` compares them"
    case .identity(.certificate(.keyStore(.wrongPassword), _), _, _):
      return "--password-file FILE holds the password, or set APUS_PASSWORD"
    default: return nil
    }
  }
}
