internal import ApusHTTP
internal import ApusNames

/// The proxies from environment variables such as `https_proxy`.
struct EnvironmentProxies: Sendable {
  private let http: Connections.Proxy?
  private let https: Connections.Proxy?
  private let exceptions: ProxyExceptions

  /// The invalid entries of `no_proxy`. The array is empty if the environment contains no proxy.
  var ignored: [Connections.InvalidSetting] {
    http == nil && https == nil ? [] : exceptions.ignored
  }

  /// The names of the environment variables for proxies.
  static let names = [
    "http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
    "no_proxy", "NO_PROXY", "REQUEST_METHOD",
  ]

  /// Reads the proxies from environment variables. Throws an error if the URL of a proxy is
  /// invalid.
  ///
  /// An empty variable counts as not set. A name in lower case takes precedence over a name in
  /// upper case. `HTTP_PROXY` is ignored if `REQUEST_METHOD` is set, because a web server passes
  /// the request field `Proxy` to CGI programs as `HTTP_PROXY`, RFC 3875 section 4.1.18.
  init(_ variables: [String: String]) throws(Connections.InvalidSetting) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    }
    let isStartedByServer = variables["REQUEST_METHOD"] != nil
    let all = value("all_proxy", "ALL_PROXY")
    let plain = isStartedByServer ? value("http_proxy") : value("http_proxy", "HTTP_PROXY")
    http = try Self.proxy(plain ?? all)
    https = try Self.proxy(value("https_proxy", "HTTPS_PROXY") ?? all)
    exceptions = ProxyExceptions(variable: value("no_proxy", "NO_PROXY") ?? "")
  }

  private static func proxy(
    _ text: String?
  ) throws(Connections.InvalidSetting) -> Connections.Proxy? {
    guard let text else { return nil }
    return try Connections.Proxy(text)
  }

  /// Returns the proxy for a server. Returns `nil` if the server is on this machine or matches an
  /// entry of `no_proxy`.
  func proxy(for origin: HTTP.Origin) -> Connections.Proxy? {
    guard let proxy = origin.scheme.isSecure ? https : http, !origin.host.isThisMachine,
      !exceptions.cover(origin)
    else { return nil }
    return proxy
  }
}

extension CanonicalHost {
  /// A Boolean value that indicates whether the host is `localhost`, a subdomain of `localhost`, or
  /// a loopback address.
  ///
  /// RFC 6761 section 6.3.
  fileprivate var isThisMachine: Bool {
    switch self {
    case .name(let name):
      name.bytes.elementsEqual("localhost".utf8)
        || name.bytes.count > 10 && name.bytes.suffix(10).elementsEqual(".localhost".utf8)
    case .ipv4(let address): address.value >> 24 == 127
    case .ipv6(let address):
      address.value == 1 || address.mappedIPv4.map { $0.value >> 24 == 127 } ?? false
    }
  }
}
