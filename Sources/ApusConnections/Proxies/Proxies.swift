public import ApusHTTP
internal import ApusNet

extension Connections {
  /// Says which requests go through which proxies: none, unless it is asked for.
  ///
  ///     $0.proxies = .list([try .http("proxy.internal:3128")], except: ["10.0.0.0/8", ".svc"])
  ///
  /// Where there are several proxies, the first is asked that can be reached. One that cannot be is
  /// asked last for the next half a minute. No request goes to its server by itself because a proxy
  /// has failed.
  public struct Proxies: Sendable {
    private enum Choice: Sendable {
      case none
      case list([Proxy], except: [String])
      case variables([String: String]?)
      case function(@Sendable (HTTP.Request) -> [Proxy])
    }

    private let choice: Choice

    /// No request goes through a proxy.
    public static let none = Proxies(choice: .none)

    /// Sends requests through the first proxy that can be reached, except those to some servers.
    ///
    /// A server is excepted by its name, with the names below it; by `.svc` for the names below
    /// `svc` alone; by an address or a block of them such as `10.0.0.0/8`; and by `*` in any case.
    /// A port may follow a name or an address, as in `[::1]:80`.
    public static func list(_ proxies: [Proxy], except exceptions: [String] = []) -> Proxies {
      Proxies(choice: .list(proxies, except: exceptions))
    }

    /// Sends requests as the variables of this process say when the session is made.
    ///
    /// These are `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, in small letters or else
    /// in capitals. In a program that a web server starts, which is told by `REQUEST_METHOD`, a
    /// client's field sets `HTTP_PROXY`, and it counts for nothing. What goes to `localhost` and to
    /// loopback addresses goes through no proxy.
    ///
    /// An entry of `no_proxy` that names no server, such as `10.1.2.*`, is not used: the session's
    /// `ignoredSettings` list it, and its monitors are notified.
    public static let environment = Proxies(choice: .variables(nil))

    /// Sends requests as variables say that are given here instead of those of the process.
    public static func environment(_ variables: [String: String]) -> Proxies {
      Proxies(choice: .variables(variables))
    }

    /// Calls a function for the proxies of each request; none for one that goes to its server.
    ///
    /// The function receives the request with its whole URL and must be quick. It is called once
    /// for each URL of a call, so again after a redirect to another URL. Retries and answers to
    /// challenges keep its choice. Interceptors of calls have changed the request by then, and
    /// interceptors of attempts have not.
    public static func chosen(
      by function: @escaping @Sendable (HTTP.Request) -> [Proxy]
    ) -> Proxies {
      Proxies(choice: .function(function))
    }

    /// Whether no request goes through a proxy.
    package var isNone: Bool { if case .none = choice { true } else { false } }

    /// Returns the first proxy for a GET request to a URL; nil if it goes to its server.
    package func first(for url: HTTP.URL) throws(InvalidSetting) -> Proxy? {
      try makeChooser()?.proxies(for: .get(.url(url)), to: url).first
    }
  }
}

/// Chooses the proxies of each request by settings that were checked.
enum ProxyChooser: Sendable {
  case list([Connections.Proxy], ProxyExceptions)
  case variables(EnvironmentProxies)
  case function(@Sendable (HTTP.Request) -> [Connections.Proxy])

  /// The invalid settings of the environment, which are not used.
  var ignored: [Connections.InvalidSetting] {
    if case .variables(let variables) = self { variables.ignored } else { [] }
  }

  /// A Boolean value that indicates whether the program itself chooses.
  var isFunction: Bool { if case .function = self { true } else { false } }

  /// The proxies of a request to a URL, the first one first; none if it goes there itself.
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
  /// What chooses by these settings, or what is wrong with them; nil where there is no choice.
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
