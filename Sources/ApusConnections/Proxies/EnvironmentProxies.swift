internal import ApusHTTP
internal import ApusNames

/// The proxies that the variables of an environment name.
struct EnvironmentProxies: Sendable {
  private let http: Connections.Proxy?
  private let https: Connections.Proxy?
  private let exceptions: ProxyExceptions

  /// The entries of `no_proxy` that name no server; none if no proxy is named.
  var ignored: [Connections.InvalidSetting] {
    http == nil && https == nil ? [] : exceptions.ignored
  }

  /// The variables that are asked for.
  static let names = [
    "http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
    "no_proxy", "NO_PROXY", "REQUEST_METHOD",
  ]

  /// Reads the variables; a proxy that cannot be read is an error, and none that is passed over.
  ///
  /// An empty variable is none, and small letters come before capitals. A web server hands the
  /// field `Proxy` of a request on as `HTTP_PROXY` to the programs that it starts with
  /// `REQUEST_METHOD`, RFC 3875 section 4.1.18.
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

  /// The proxy for an origin; this machine is never asked through one.
  func proxy(for origin: HTTP.Origin) -> Connections.Proxy? {
    guard let proxy = origin.scheme.isSecure ? https : http, !origin.host.isThisMachine,
      !exceptions.cover(origin)
    else { return nil }
    return proxy
  }
}

extension CanonicalHost {
  /// Whether it is `localhost`, a name below that, or a loopback address.
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
