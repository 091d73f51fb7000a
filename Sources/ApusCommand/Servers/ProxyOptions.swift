import ApusAuthentication
import ApusBytes
import ApusHTTP
import ApusNet
import ApusSession

/// The proxy of a connection, which a command option or an environment variable names.
struct ProxyOptions {
  static let options = [
    Option(
      "proxy", letter: "x", takes: "URL",
      "sends the request through an http, https or socks5 proxy; none: without a proxy"),
    Option(
      "proxy-auth-file", takes: "FILE",
      "the file with the user name and password for the proxy, as in USER:PASSWORD"),
    Option(
      "noproxy", takes: "HOST[,HOST…]",
      "the hosts that are reached without a proxy; * for all hosts"),
  ]

  /// The options of a command that connects to servers without a request.
  static let optionsOfTunnels = [
    Option(
      "proxy", letter: "x", takes: "URL", "connects through an http or socks5 proxy"),
    options[1],
  ]

  static let details = [
    "Without --proxy the command uses the variables http_proxy, https_proxy, all_proxy and",
    "no_proxy, and requests to this machine use no proxy.",
  ]

  /// The environment variables that name a proxy. The variable `HTTP_PROXY` is not used, because
  /// CGI sets the variable from the request field `Proxy`.
  private static let names = [
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]

  /// The proxy of the option `--proxy`, without its credential.
  private let proxy: HTTPSession.Proxy?
  private let isNone: Bool
  private let credentialFile: FilePath?
  private let exceptions: String?

  init(_ arguments: Arguments) throws(UsageError) {
    let expected = "a URL such as http://proxy.example.com:3128, or none"
    let text = try arguments.all("proxy").last
    isNone = text == "none"
    // A proxy URL with a password is rejected, because every user of the machine can read the
    // command line.
    if let text, text.utf8.contains(0x40) {
      throw .invalidValue(
        "…", option: "proxy",
        expected: "\(expected); the password of the proxy is in --proxy-auth-file FILE")
    }
    proxy =
      try isNone
      ? nil
      : arguments.value("proxy", expected: expected) { try? HTTPSession.Proxy($0) }
    credentialFile = try arguments.path("proxy-auth-file")
    exceptions = try arguments.all("noproxy").last
    guard credentialFile == nil || proxy != nil else {
      throw .missingOption("proxy", placeholder: "URL")
    }
  }

  /// Throws a usage error for a proxy whose connections apus cannot use for TLS without a request.
  func checkTunnels() throws(UsageError) {
    guard let proxy, proxy.kind == .https else { return }
    throw .invalidValue("\(proxy)", option: "proxy", expected: "the URL of an http or socks5 proxy")
  }

  /// Returns the proxies for a session's configuration.
  ///
  /// - Throws: An error if the credential file cannot be read or contains no credential.
  func proxies(_ environment: (String) -> String?) throws -> HTTPSession.Proxies {
    if isNone { return .none }
    guard let proxy else { return .environment(variables(environment)) }
    let list = (exceptions ?? "").split(separator: ",").map { part in
      String(decoding: Array(part.utf8)[...].trimmed, as: UTF8.self)
    }.filter { !$0.utf8.isEmpty }
    guard let credentialFile else { return .list([proxy], except: list) }
    return .list([try Self.proxy(proxy, credentialFile)], except: list)
  }

  /// Returns the proxy of the option `--proxy` with its credential, or `nil` without a proxy.
  ///
  /// - Throws: An error if the credential file cannot be read or contains no credential.
  func completeProxy() throws -> HTTPSession.Proxy? {
    guard let proxy, let credentialFile else { return proxy }
    return try Self.proxy(proxy, credentialFile)
  }

  /// The options of curl for the same proxy.
  var curlWords: [String] {
    var words = isNone ? ["--noproxy", "*"] : proxy.map { ["--proxy", "\($0)"] } ?? []
    if let exceptions { words += ["--noproxy", exceptions] }
    return words
  }

  private func variables(_ environment: (String) -> String?) -> [String: String] {
    var variables: [String: String] = [:]
    for name in Self.names { variables[name] = environment(name) }
    if let exceptions {
      variables["no_proxy"] = exceptions
      variables["NO_PROXY"] = nil
    }
    return variables
  }

  /// Returns a proxy with the credential that a file contains.
  ///
  ///     credential = user ":" password
  private static func proxy(
    _ proxy: HTTPSession.Proxy, _ file: FilePath
  ) throws -> HTTPSession.Proxy {
    let line = try Password.read(file: file) { _ in nil }
    let credential = try line.withBytes { bytes throws(UsageError) in
      var end = 0
      while end < bytes.count, bytes[end] != 0x3a { end += 1 }
      guard end > 0, end < bytes.count else {
        throw .invalidValue(
          "…", option: "proxy-auth-file", expected: "the name of a file with USER:PASSWORD")
      }
      var user: [UInt8] = []
      for index in 0..<end { user.append(bytes[index]) }
      let secret = SecretBytes(copying: bytes.extracting((end + 1)..<bytes.count))
      return Authentication.Credential.password(
        Authentication.Secret(secret), user: String(decoding: user, as: UTF8.self))
    }
    // The description of a proxy contains only its kind and its address.
    let address = String("\(proxy)".dropFirst(proxy.kind.rawValue.utf8.count + 3))
    return switch proxy.kind {
    case .http: try .http(address, credential)
    case .https: try .https(address, credential)
    case .socks5: try .socks5(address, credential)
    }
  }
}
