package import ApusAuthentication
package import ApusHTTP
internal import ApusNames
internal import ApusNet

/// The selection of a proxy for each request of a session with proxies.
package final class ProxyRouter: Sendable {
  private let chooser: ProxyChooser
  private let keys: PoolKeys
  private let egress: ProxyEgress
  private let credentials: ProxyCredentials
  private let time: TimeSource
  private let dead = Lock(DeadProxies())

  /// Creates the router for the settings of a session. The result is `nil` if the session has no
  /// proxies. Throws an error that describes an invalid setting.
  init?(
    _ settings: ConnectionSettings, _ keys: PoolKeys, _ credentials: ProxyCredentials,
    _ time: TimeSource
  ) throws(Connections.InvalidSetting) {
    guard let chooser = try settings.proxies.makeChooser() else { return nil }
    if let path = settings.sockets.path {
      throw Connections.InvalidSetting(
        "sockets.path", path, expected: "nil if the session has proxies")
    }
    self.chooser = chooser
    self.keys = keys
    self.credentials = credentials
    self.time = time
    egress = try ProxyEgress(settings.egress)
  }

  /// The invalid entries of proxy environment variables that the session ignores.
  package var ignored: [Connections.InvalidSetting] { chooser.ignored }

  /// Returns a store for the chosen proxies of one HTTP call. Returns `nil` if no function of the
  /// program chooses proxies.
  package func makeChoices() -> ProxyChoices? { chooser.isFunction ? ProxyChoices() : nil }

  /// Returns the proxies of a request in the order of attempts. The array is empty for a direct
  /// connection.
  ///
  /// If the program's function chooses proxies, the result is stored for the whole HTTP call.
  package func proxies(
    of request: borrowing HTTP.Request, to url: HTTP.URL, _ choices: ProxyChoices?
  ) -> [Connections.Proxy] {
    guard let choices else { return chooser.proxies(for: request, to: url) }
    let request = copy request
    return choices.proxies(for: url) { chooser.proxies(for: request, to: url) }
  }

  /// Returns the route of a request through the first proxy that can be reached.
  package func way(
    of request: borrowing HTTP.Request, to url: HTTP.URL, through proxies: [Connections.Proxy],
    within deadlines: Deadlines?
  ) async throws(ConnectionError) -> ProxyWay? {
    let now = time.now
    let ordered = dead.withLock { $0.ordered(proxies, at: now) }
    let own = request.options.ownConnection
    return try await way(
      to: url.origin, ordered[...], needsTunnel: request.needsTunnel, own, within: deadlines)
  }

  /// Returns the route through the next proxy after an unreachable proxy. Returns `nil` if no proxy
  /// is left.
  package func next(
    after way: ProxyWay, _ reason: ConnectionError, within deadlines: Deadlines
  ) async throws(ConnectionError) -> ProxyWay? {
    guard case .proxy(let fault) = reason, fault.isOfConnection else { return nil }
    let now = time.now
    dead.withLock { $0.note(way.proxy, at: now) }
    guard !way.rest.isEmpty else { return nil }
    return try await self.way(
      to: way.origin, way.rest, needsTunnel: !way.isForwarded, way.own, within: deadlines)
  }

  private func way(
    to origin: HTTP.Origin, _ proxies: ArraySlice<Connections.Proxy>, needsTunnel: Bool,
    _ own: HTTP.OwnConnection?, within deadlines: Deadlines?
  ) async throws(ConnectionError) -> ProxyWay? {
    guard let proxy = proxies.first else { return nil }
    guard origin.zone == nil else { throw .proxy(proxy.fault(.zone)) }
    try egress.check(origin)
    let isForwarded = proxy.kind != .socks5 && !origin.scheme.isSecure && !needsTunnel
    // An `https` server requires TLS inside the tunnel of a proxy.
    let direct = try await keys.key(for: origin, within: deadlines)
    var first = [PoolKey.Step.connect(proxy.origin)]
    if proxy.origin.scheme.isSecure {
      first += try await keys.key(for: proxy.origin, within: deadlines).steps.dropFirst()
    }
    let key =
      isForwarded
      ? PoolKey(proxy.origin, first + [.forward(proxy)])
      : PoolKey(
        origin, first + [.tunnel(proxy, origin)] + direct.steps.dropFirst(),
        challenge: direct.challenge)
    return ProxyWay(
      proxy, to: origin, key.with(own), own, isForwarded: isForwarded, rest: proxies.dropFirst(),
      credentials)
  }
}

/// The route of one request through a proxy, with the remaining proxies.
package final class ProxyWay: Sendable {
  let proxy: Connections.Proxy
  let origin: HTTP.Origin
  /// The pool key of connections through the proxy.
  package let key: PoolKey
  /// The connection properties of the request, which override the session's settings.
  fileprivate let own: HTTP.OwnConnection?
  /// A Boolean value that indicates whether the proxy receives the HTTP request itself instead of a
  /// tunnel.
  package let isForwarded: Bool
  fileprivate let rest: ArraySlice<Connections.Proxy>
  /// The authentication of the request to a proxy that forwards the request.
  let attempts: ProxyAttempts

  fileprivate init(
    _ proxy: Connections.Proxy, to origin: HTTP.Origin, _ key: PoolKey,
    _ own: HTTP.OwnConnection?, isForwarded: Bool,
    rest: ArraySlice<Connections.Proxy>, _ credentials: ProxyCredentials
  ) {
    self.proxy = proxy
    self.origin = origin
    self.key = key
    self.own = own
    self.isForwarded = isForwarded
    self.rest = rest
    attempts = ProxyAttempts(proxy, credentials)
  }
}

extension ProxyWay {
  /// Returns the `Proxy-Authorization` field of a request to a forwarding proxy.
  package func credential(for facts: Authentication.RequestFacts) -> HTTP.Field? {
    isForwarded ? attempts.field(for: facts) : nil
  }

  /// Returns whether a response is an authentication challenge of the proxy.
  package func isChallenge(
    _ head: HTTP.ResponseHead, to facts: @autoclosure () -> Authentication.RequestFacts
  ) throws(ConnectionError) -> Bool {
    // A response through a tunnel always comes from the server, not from the proxy.
    guard isForwarded else { return false }
    let facts = facts()
    do throws(AuthenticationError) {
      guard head.status.code == 407 else {
        try attempts.finish(head, to: facts)
        return false
      }
      try attempts.take(head, to: facts)
      return true
    } catch {
      throw .proxy(proxy.fault(.authentication(error)))
    }
  }
}

/// The proxies that were recently unreachable.
struct DeadProxies {
  private var ends: [Connections.Proxy: Deadline] = [:]

  /// The period after a failure in which a proxy is tried last.
  static let lifetime: Duration = .seconds(30)
  /// The maximum number of unreachable proxies that are stored.
  private static let limit = 64

  /// Returns the proxies in the order of attempts, with recently unreachable proxies at the end.
  func ordered(_ proxies: [Connections.Proxy], at now: Deadline) -> [Connections.Proxy] {
    guard !ends.isEmpty, proxies.count > 1 else { return proxies }
    func isDead(_ proxy: Connections.Proxy) -> Bool { ends[proxy].map { now < $0 } ?? false }
    return proxies.filter { !isDead($0) } + proxies.filter(isDead)
  }

  /// Records an unreachable proxy.
  mutating func note(_ proxy: Connections.Proxy, at now: Deadline) {
    ends = ends.filter { now < $0.value }
    if ends.count >= Self.limit { ends = [:] }
    ends[proxy] = now + Self.lifetime
  }
}

/// The egress rules for servers that a proxy connects to.
///
/// The dialer checks the address of the proxy. This type checks the host, the port and a literal
/// address of the server. The proxy resolves host names, so the session does not know the resolved
/// addresses. If the rules restrict addresses, a host name is rejected unless
/// `allowsNamesAtProxies` is set.
private struct ProxyEgress {
  private let egress: EgressGuard
  private let ports: ForeignPorts
  private let allowsNames: Bool

  init(_ rules: Connections.EgressRules) throws(Connections.InvalidSetting) {
    egress = try rules.makeGuard()
    ports = rules.foreignPorts
    allowsNames =
      rules.allowsNamesAtProxies || egress.fallback == .anywhere && egress.denied.isEmpty
  }

  func check(_ origin: HTTP.Origin) throws(ConnectionError) {
    do throws(ForeignPorts.Refusal) { try ports.check(origin.port) } catch {
      throw .egress(Connections.EgressRefusal(error, of: origin.host))
    }
    do throws(EgressGuard.Refusal) {
      try egress.check(origin.host)
      switch origin.host {
      case .ipv4(let address): try egress.check(.ipv4(address, port: origin.port))
      case .ipv6(let address): try egress.check(.ipv6(address, port: origin.port, zone: 0))
      case .name: break
      }
    } catch {
      throw .egress(Connections.EgressRefusal(error, of: origin.host))
    }
    if case .name = origin.host, !allowsNames {
      throw .egress(Connections.EgressRefusal(ofNameAtProxy: origin.host))
    }
  }
}

extension Connections.Proxy {
  /// Returns a proxy error that contains the URL of the proxy and a reason.
  func fault(_ cause: Connections.ProxyFault.Cause) -> Connections.ProxyFault {
    Connections.ProxyFault(proxy: description, cause: cause)
  }
}

extension HTTP.Request {
  /// A Boolean value that indicates whether the request upgrades to another protocol and needs a
  /// proxy tunnel.
  fileprivate var needsTunnel: Bool { method == .connect || headers.contains(.upgrade) }
}
