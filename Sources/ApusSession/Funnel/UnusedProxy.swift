internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// A proxy in the environment variables that the session does not use.
///
/// In some networks, servers can be reached only through a proxy.
enum UnusedProxy {
  /// A closure that returns the value of an environment variable; tests replace the closure.
  @TaskLocal static var value: @Sendable (String) -> String? = { ProcessEnvironment.value(of: $0) }

  /// Returns the environment variable that names a proxy for a URL scheme, or `nil` if no such
  /// variable is set.
  static func variable(for scheme: HTTP.Scheme) -> String? {
    let names = scheme.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"]
    return (names + ["all_proxy", "ALL_PROXY"]).first { value($0)?.isEmpty == false }
  }
}

extension HTTPSessionError {
  /// A Boolean value that indicates whether the session could not connect to the server.
  var isWithoutConnection: Bool {
    switch code {
    case .cannotConnect, .unknownHost: true
    case .timedOut: timeout?.source == .connect || timeout?.source == .resolve
    default: false
    }
  }
}

extension HTTPSession {
  /// Returns an error with a hint about a proxy in the environment variables, if no connection
  /// could be made.
  func hintingAtProxy(_ error: HTTPSessionError) -> HTTPSessionError {
    guard error.isWithoutConnection, configuration.proxies.isNone,
      case .network = engine, let url = error.request.flatMap({ try? HTTP.URL($0.target.text) }),
      let variable = UnusedProxy.variable(for: url.scheme)
    else { return error }
    return error.hinted(.unusedProxy(variable: variable))
  }
}
