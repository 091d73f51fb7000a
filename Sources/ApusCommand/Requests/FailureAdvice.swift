import ApusBytes
import ApusConnections
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
    return Redaction.queries(in: error.description(of: words(for: error.reason)))
  }

  /// The reason with the tool's options where the library names settings of a program.
  private static func words(for reason: HTTPSessionError.Reason) -> String {
    switch reason {
    case .tls(let fault):
      return fault.statement + (fault.advice.map { "; \($0.words(setting))" } ?? "")
    case .content(let error):
      guard case .tooDense = error else { return "\(reason)" }
      return "\(error); --ratio-limit NUMBER allows more"
    case .trust(let fault):
      guard let advice = advice(about: fault.policyFailure) else { return "\(reason)" }
      return "\(fault.statement); \(advice)"
    case .trustSource(let error):
      return "\(reason)" + (advice(about: error).map { "; \($0)" } ?? "")
    default: return "\(reason)"
    }
  }

  /// The option that decides which certificate the client sends.
  static let setting = Connections.TLSHint.Setting(
    first: "type --cert FILE", other: "--cert FILE shows", check: "look at --cert FILE",
    unlisted: "")

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
