public import ApusHTTP
internal import ApusNet

extension Connections {
  /// The proxies for the requests of a session; none by default.
  ///
  ///     $0.proxies = .list([try .http("proxy.internal:3128")], except: ["10.0.0.0/8", ".svc"])
  ///
  /// If a request has several proxies, the session uses the first proxy that can be reached. An
  /// unreachable proxy is tried last for 30 seconds. If all proxies fail, the request fails, and
  /// the session never sends the request directly to its server.
  public struct Proxies: Sendable {
    private enum Choice: Sendable {
      case none
      case list([Proxy], except: [String])
      case variables([String: String]?)
      case function(@Sendable (HTTP.Request) -> [Proxy])
    }

    private let choice: Choice

    /// A value for a session whose requests use no proxy.
    public static let none = Proxies(choice: .none)

    /// Sends requests through the first proxy that can be reached, with exceptions.
    ///
    /// - Parameters:
    ///   - proxies: The proxies in the order of attempts.
    ///   - exceptions: The servers that are contacted directly; none by default. An exception is a
    ///     name, which includes its subdomains; `.svc` for only the subdomains of `svc`; an address
    ///     or a block of addresses such as `10.0.0.0/8`; or `*` for all servers. A port may follow
    ///     a name or an address, as in `[::1]:80`.
    public static func list(_ proxies: [Proxy], except exceptions: [String] = []) -> Proxies {
      Proxies(choice: .list(proxies, except: exceptions))
    }

    /// Takes the proxies from the environment variables of this process when the session is made.
    ///
    /// The variables are `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`. The session reads
    /// a name in lower case first, and otherwise the name in upper case. The session ignores
    /// `HTTP_PROXY` if `REQUEST_METHOD` is set. In that case a web server has started the program,
    /// and a client can set `HTTP_PROXY` by a request field. Requests to `localhost` and loopback
    /// addresses use no proxy.
    ///
    /// The session ignores an invalid entry of `no_proxy`, such as `10.1.2.*`. The session's
    /// `ignoredSettings` list the invalid entry, and the session's monitors are notified.
    public static let environment = Proxies(choice: .variables(nil))

    /// Takes the proxies from the given variables instead of the process's own.
    ///
    /// - Parameter variables: The values by the names of the variables, such as `https_proxy`.
    public static func environment(_ variables: [String: String]) -> Proxies {
      Proxies(choice: .variables(variables))
    }

    /// Calls a function of the program to choose the proxies of each request.
    ///
    /// The session calls the function once for each URL of a call, and again after a redirect to
    /// another URL. Retries and responses to challenges reuse the choice of the function.
    /// Interceptors of calls have changed the request before the session calls the function, and
    /// interceptors of attempts have not.
    ///
    /// - Parameter function: A function that receives the request with its complete URL, and
    ///   returns the proxies in the order of attempts. An empty list means no proxy. The function
    ///   must return quickly.
    public static func chosen(
      by function: @escaping @Sendable (HTTP.Request) -> [Proxy]
    ) -> Proxies {
      Proxies(choice: .function(function))
    }

    /// A Boolean value that indicates whether no request uses a proxy.
    package var isNone: Bool { if case .none = choice { true } else { false } }

    /// Returns the first proxy for a GET request to a URL. Returns `nil` if the request uses no
    /// proxy.
    package func first(for url: HTTP.URL) throws(InvalidSetting) -> Proxy? {
      try makeChooser()?.proxies(for: .get(.url(url)), to: url).first
    }
  }
}

/// The checked proxy settings of a session, which determine the proxies of each request.
enum ProxyChooser: Sendable {
  case list([Connections.Proxy], ProxyExceptions)
  case variables(EnvironmentProxies)
  case function(@Sendable (HTTP.Request) -> [Connections.Proxy])

  /// The invalid entries of proxy environment variables that the session ignores.
  var ignored: [Connections.InvalidSetting] {
    if case .variables(let variables) = self { variables.ignored } else { [] }
  }

  /// A Boolean value that indicates whether a function of the program chooses the proxies.
  var isFunction: Bool { if case .function = self { true } else { false } }

  /// Returns the proxies of a request to a URL in the order of attempts. The array is empty for a
  /// direct connection.
  func proxies(for request: borrowing HTTP.Request, to url: HTTP.URL) -> [Connections.Proxy] {
    switch self {
    case .list(let proxies, let exceptions): return exceptions.cover(url.origin) ? [] : proxies
    case .variables(let variables): return variables.proxy(for: url.origin).map { [$0] } ?? []
    case .function(let function):
      var whole = copy request
      whole.target = .url(url)
      return function(whole)
    }
  }
}

extension Connections.Proxies {
  /// Checks the proxy settings. Returns `nil` if the settings contain no proxies. Throws an error
  /// that describes an invalid setting.
  func makeChooser() throws(Connections.InvalidSetting) -> ProxyChooser? {
    switch choice {
    case .none: return nil
    case .list(let proxies, let texts):
      guard !proxies.isEmpty else { return nil }
      return .list(proxies, try ProxyExceptions(texts))
    case .variables(let given):
      return .variables(try EnvironmentProxies(given ?? Self.variablesOfProcess))
    case .function(let function): return .function(function)
    }
  }

  private static var variablesOfProcess: [String: String] {
    var found: [String: String] = [:]
    for name in EnvironmentProxies.names { found[name] = ProcessEnvironment.value(of: name) }
    return found
  }
}

/// The proxies that the program's function has chosen for the URLs of one call.
///
/// The session calls the function once for each URL. Retries, responses to challenges, and requests
/// that are sent again after a closed connection reuse the function's choice. A function that
/// rotates proxies would otherwise count such requests too.
package final class ProxyChoices: Sendable {
  private let chosen = Lock<[HTTP.URL: [Connections.Proxy]]>([:])

  /// Returns the stored proxies for a URL. At the first call for the URL, the closure chooses the
  /// proxies.
  func proxies(
    for url: HTTP.URL, choosing choose: () -> [Connections.Proxy]
  ) -> [Connections.Proxy] {
    if let known = chosen.withLock({ $0[url] }) { return known }
    // The lock is released before the program's function is called.
    let choice = choose()
    chosen.withLock { $0[url] = choice }
    return choice
  }
}
