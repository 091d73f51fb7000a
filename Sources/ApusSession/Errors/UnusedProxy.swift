internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The proxy of the environment that a session does not use.
///
/// In some networks, servers can be reached only through it.
enum UnusedProxy {
  /// Returns the value of a variable; tests have their own.
  @TaskLocal static var value: @Sendable (String) -> String? = { ProcessEnvironment.value(of: $0) }

  /// Returns the variable that names a proxy for a scheme; nil if none does.
  static func variable(for scheme: HTTP.Scheme) -> String? {
    let names = scheme.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"]
    return (names + ["all_proxy", "ALL_PROXY"]).first { value($0)?.isEmpty == false }
  }
}

extension HTTPSessionError {
  /// A Boolean value that indicates whether no server responded to the attempts to connect.
  var isWithoutConnection: Bool {
    switch code {
    case .cannotConnect, .unknownHost: true
    case .timedOut: timeout?.source == .connect || timeout?.source == .resolve
    default: false
    }
  }
}
