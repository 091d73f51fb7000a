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
      return "\(host):\(port) is rejected: port \(port) belongs to another protocol than HTTP; "
        + "if your server uses HTTP there, type --allow-port \(port)"
    }
    let advice = error.hint.flatMap { words(for: $0) }
    return Redaction.queries(in: error.description(of: statement(of: error), advice))
  }

  /// Returns the tool's advice for a hint of the library, or `nil` if no option of the tool helps.
  private static func words(for hint: HTTPSessionError.Hint) -> String? {
    switch hint {
    case .collectedContent: "--output FILE saves the content"
    case .missingFolder: "create the folder of the file first"
    case .coding, .markup, .scheme, .expectedType: hint.words
    case .unusedProxy(let variable): "apus does not use the proxy in the variable \(variable)"
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
      return "\(error); --ratio-limit NUMBER allows a higher ratio"
    case .trust(let fault):
      guard let advice = advice(about: fault.policyFailure) else { return "\(reason)" }
      return "\(fault.statement); \(advice)"
    case .trustSource(let error):
      return "\(reason)" + (error.advice.map { "; \($0)" } ?? "")
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
    guard let advice = error.advice else { return text }
    return "\(text); \(advice)"
  }

  private static func advice(about refusal: TLS.TrustFailure) -> String? {
    guard let rejection = refusal.pathFailure else { return nil }
    switch rejection.fault {
    case .untrustedRoot, .missingIssuer:
      return "if that authority is yours, type --cacert FILE to trust the authority's root"
    case .name:
      return "--resolve HOST:PORT:ADDRESS connects to another machine that has the host name of "
        + "the URL"
    default: return nil
    }
  }
}
