import ApusBytes
import ApusConnections
import ApusCrypto
import ApusSession
import ApusTLS
import ApusX509

/// The advice about failed requests, in terms of the tool's options.
enum FailureAdvice {
  /// Returns the description of a failed request, with advice in terms of the tool's options.
  static func words(for error: HTTPSessionError) -> String {
    if case .egress(let refusal) = error.reason, case .foreignPort(let port) = refusal.rule {
      let host = ForeignText.escaped(refusal.host.utf8)
      return "\(host):\(port) is rejected: the port belongs to servers that do not use HTTP; "
        + "if yours does, type --allow-port \(port)"
    }
    let advice = error.hint.flatMap { words(for: $0) }
    return Redaction.queries(in: error.description(of: statement(of: error), advice))
  }

  /// Returns the tool's advice for a hint of the library, or `nil` if no option of the tool helps.
  private static func words(for hint: HTTPSessionError.Hint) -> String? {
    switch hint {
    case .collectedContent: "--output FILE saves it"
    case .missingFolder: "create its folder first"
    case .coding, .markup, .scheme, .expectedType: hint.words
    case .unusedProxy(let variable): "the proxy in \(variable) is not used"
    case .text, .bytes, .noBase, .credential, .existingFile: nil
    }
  }

  /// Returns the tool's option for a time limit instead of the library's setting.
  private static func option(of timeout: HTTPSessionError.Timeout) -> String {
    switch timeout.source {
    case .within, .request: "--timeout"
    case .connect: "--connect-timeout"
    case .firstByte: "--first-byte-timeout"
    case .idle, .silence: "--idle-timeout"
    case .resolve: "--resolve-timeout"
    case .tls: "--tls-timeout"
    case .queue, .slowness: timeout.setting
    }
  }

  /// Returns the description of a failed request. The names of the tool's options replace the names
  /// of the library's settings.
  private static func statement(of error: HTTPSessionError) -> String {
    let reason = error.reason
    if case .timedOut = reason, let timeout = error.timeout {
      return error.statement(option(of: timeout))
    }
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
    default: return error.statement
    }
  }

  /// The command option that selects the client certificate.
  static let setting = Connections.TLSHint.Setting(
    first: "type --cert FILE", other: "--cert FILE shows", check: "look at --cert FILE",
    unlisted: "")

  /// Returns the reason that a request with the given settings cannot be sent.
  static func words(forSettings error: any Error) -> String {
    if let error = error as? HTTPSessionError { return words(for: error) }
    guard let error = error as? HTTPSession.TrustSourceError else { return "\(error)" }
    var text = "\(error)"
    // If one file contains the certificate and the key, the error names the file only once.
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
    case .name: return "--resolve HOST:PORT:ADDRESS connects to another machine by the URL's name"
    default: return nil
    }
  }

  /// Returns the description of an error in a file of the option `--cacert`, `--cert` or `--key`.
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
