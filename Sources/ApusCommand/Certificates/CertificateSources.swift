import ApusConnections
import ApusNames
import ApusNet
import ApusSession
import ApusTLS
import ApusX509

/// The sources of a command's certificates, which are files, folders and servers.
struct CertificateSources {
  static let options = serverOptions + connectionOptions

  private static let serverOptions = [
    Option(
      "connect", takes: "HOST:PORT", isRepeatable: true,
      "reads the certificates of a TLS server; the default port is 443"),
    Option(
      "sni", takes: "NAME", "the server name (SNI) in the TLS handshake; the host name by default"),
  ]

  /// The options for the connections to servers.
  static let connectionOptions =
    [
      Option(
        "timeout", takes: "SECONDS",
        "the timeout of the connection to each server, in seconds; 10 by default"),
      Option(
        "starttls", takes: "PROTOCOL",
        "the application protocol in which the client requests TLS (STARTTLS): \(StartTLS.list)"),
    ] + ProxyOptions.optionsOfTunnels + ClientCertificate.options

  static let details =
    [
      "HOST:PORT instead of a file name reads the certificates of a TLS server, trusted or",
      "not. The server receives only a TLS handshake, and with --starttls the request for",
      "TLS. --cert sends a client certificate to a server that requests one, trusted or not. The",
      "command uses a proxy only with --proxy, and not the proxy variables of the environment.",
    ] + KeyLogFile.details

  /// The exit statuses that a command can have because it connects to servers.
  static let statuses: [ExitStatus] = [
    .unreadable, .name, .connection, .tls, .timeout, .incomplete,
  ]

  let paths: [FilePath]
  let servers: [ServerAddress]
  private let name: CanonicalHost?
  private let proxies: ProxyOptions
  private let clientCertificate: ClientCertificate?
  private var route = ServerVisit.Route()

  /// Reads the sources from the operands and from the option `--connect`.
  ///
  /// - Parameters:
  ///   - operands: The operands that are sources. The default is all operands of the command.
  ///   - name: The server name for the TLS handshake unless the option `--sni` is present.
  ///   - needsServer: A Boolean value that indicates whether an option for servers requires a
  ///     server among the sources.
  init(
    _ arguments: Arguments, operands: [Word]? = nil, name: CanonicalHost? = nil,
    needsServer: Bool = true
  ) throws(UsageError) {
    let startTLS = try arguments.value("starttls", expected: "one of \(StartTLS.list)") {
      StartTLS(rawValue: $0)
    }
    var servers: [ServerAddress] = []
    for text in try arguments.all("connect") {
      guard let server = ServerAddress(text, port: startTLS?.port ?? 443) else {
        throw .invalidValue(text, option: "connect", expected: ServerAddress.expected)
      }
      servers.append(server)
    }
    var paths: [FilePath] = []
    for operand in operands ?? arguments.operands {
      if let server = operand.text.flatMap({ ServerAddress(operand: $0) }),
        !Files.exists(operand.path)
      {
        servers.append(server)
      } else {
        paths.append(operand.path)
      }
    }
    self.paths = paths
    self.servers = servers
    let given = try arguments.value("sni", expected: "the name of a server") {
      (try? CanonicalHost($0)).flatMap { $0.isIPAddress ? nil : $0 }
    }
    proxies = try ProxyOptions(arguments)
    try proxies.checkTunnels()
    clientCertificate = try ClientCertificate(arguments)
    let isForServers =
      given != nil || startTLS != nil || arguments.has("proxy") || clientCertificate != nil
    guard !isForServers || !servers.isEmpty || !needsServer else {
      throw .missingOption("connect", placeholder: "HOST:PORT")
    }
    self.name = given ?? name
    let time = try arguments.value("timeout", expected: TimeLimit.expected) { TimeLimit.read($0) }
    if let time { route.time = time }
    route.startTLS = startTLS
  }

  /// The host name for verifying the only server's certificate, or `nil` if the sources contain no
  /// server.
  var judgedName: CanonicalHost? { servers.first.map { name ?? $0.host } }

  /// A Boolean value that indicates whether the command line contains no sources.
  var isEmpty: Bool { paths.isEmpty && servers.isEmpty }

  /// Reads the certificates of all sources, first the files and then the servers.
  func read(
    _ console: Console, _ reading: CertificateInput.Reading = CertificateInput.Reading()
  ) async -> CertificateInput {
    var input = CertificateInput(paths, console, reading)
    guard !servers.isEmpty else { return input }
    guard let route = route(for: &input, console, reading.password) else { return input }
    for server in servers {
      do throws(ServerVisit.Failure) {
        input.add(try await .to(server, as: name ?? server.host, by: route))
      } catch {
        input.add(error, of: server)
      }
    }
    return input
  }

  /// Reads the files of the connection settings. Returns `nil` and adds a problem if a file is not
  /// readable.
  private func route(
    for input: inout CertificateInput, _ console: Console, _ password: Password
  ) -> ServerVisit.Route? {
    var route = route
    var source: FilePath = "SSLKEYLOGFILE"
    do {
      route.keyLog = try KeyLogFile.logger(console.environment)
      source = "--proxy-auth-file"
      route.proxy = try proxies.completeProxy()
      source = "--cert"
      route.identity = try clientCertificate?.identity(password)
      return route
    } catch {
      let advice = (error as? HTTPSession.TrustSourceError)?.advice
      let place = CertificateInput.Place(path: source, line: nil, position: 0)
      let reason = "\(error)" + (advice.map { "; \($0)" } ?? "")
      input.add(CertificateInput.Problem(place, .unreadable, reason))
      return nil
    }
  }
}

extension CertificateInput {
  /// Returns the exit status of a command whose certificates are trusted. The status is a failure
  /// if the server has not proved possession of the certificate's private key.
  func handshakeStatus(_ console: inout Console) -> ExitStatus {
    for visit in visits {
      guard case .failure(let error) = visit.outcome else { continue }
      console.complain(
        "\(visit.server): the TLS handshake failed after the server had sent its "
          + "certificates: \(error)")
      return .tls
    }
    return .success
  }

  /// Adds the certificates that a server has sent, in the sent order.
  mutating func add(_ visit: ServerVisit) {
    visits.append(visit)
    for (index, der) in visit.presented.encoded.enumerated() {
      let place = Place(path: FilePath("\(visit.server)"), line: nil, position: index + 1)
      do throws(X509Error) {
        findings.append(Finding(place: place, certificate: try X509.Certificate(der)))
      } catch {
        add(Problem(place, .malformed, "\(error)"))
      }
    }
  }

  /// Records that a server has sent no certificates because its TLS handshake failed.
  mutating func add(_ failure: ServerVisit.Failure, of server: ServerAddress) {
    let place = Place(path: FilePath("\(server)"), line: nil, position: 0)
    switch failure {
    case .net(let error):
      let code: Problem.Code =
        switch error {
        case .unknownName, .nameServerFailed: .name
        case .timedOut: .timeout
        case _ where error.isOutOfDescriptors: .unreadable
        default: .connection
        }
      add(Problem(place, code, "\(error)"))
    case .proxy(let error):
      let reason = "\(error)" + (Self.hint(about: error).map { "; \($0)" } ?? "")
      add(Problem(place, Self.code(of: error), reason))
    case .identity(let error): add(Problem(place, .tls, "\(error)"))
    case .startTLS(let application, let error):
      add(Problem(place, .tls, "--starttls \(application.rawValue): \(error)"))
    case .tls(let error):
      add(Problem(place, .tls, "\(error)" + (Self.hint(about: error).map { "; \($0)" } ?? "")))
    }
  }

  private static func code(of error: ConnectionError) -> Problem.Code {
    switch error {
    case .timedOut: .timeout
    case .network(let fault) where fault.isOutOfDescriptors: .unreadable
    default: .connection
    }
  }

  private static func hint(about error: ConnectionError) -> String? {
    guard case .proxy(let fault) = error, case .authentication(.noCredential) = fault.cause else {
      return nil
    }
    return "type --proxy-auth-file FILE"
  }

  private static func hint(about error: TLSError) -> String? {
    switch error {
    case .notTLS, .truncated:
      "does the server's port use TLS from the first byte? If not, type --starttls PROTOCOL"
    case .unsupportedVersion: "apus does not support TLS versions before TLS 1.2"
    case .alerted(TLS.AlertDescription.unrecognizedName.rawValue):
      "--sni NAME requests the certificate of another server name at the same address"
    default: nil
    }
  }
}
