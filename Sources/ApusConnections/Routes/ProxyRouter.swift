package import ApusAuthentication
package import ApusHTTP
internal import ApusNames
internal import ApusNet

/// Finds the way of each request of a session that may go through proxies.
package final class ProxyRouter: Sendable {
  private let chooser: ProxyChooser
  private let keys: PoolKeys
  private let egress: ProxyEgress
  private let credentials: ProxyCredentials
  private let time: TimeSource
  private let dead = Lock(DeadProxies())

  /// The router of a session's settings, or what is wrong with them; nil where no proxy is named.
  init?(
    _ settings: ConnectionSettings, _ keys: PoolKeys, _ credentials: ProxyCredentials,
    _ time: TimeSource
  ) throws(Connections.InvalidSetting) {
    guard let chooser = try settings.proxies.makeChooser() else { return nil }
    if let path = settings.sockets.path {
      throw Connections.InvalidSetting(
        "sockets.path", path, expected: "nothing where there are proxies")
    }
    self.chooser = chooser
    self.keys = keys
    self.credentials = credentials
    self.time = time
    egress = try ProxyEgress(settings.egress)
  }

  /// The invalid settings of the environment, which are not used.
  package var ignored: [Connections.InvalidSetting] { chooser.ignored }

  /// A place for the choices of one call; nil if the program chooses none itself.
  package func makeChoices() -> ProxyChoices? { chooser.isFunction ? ProxyChoices() : nil }

  /// The proxies of a request, the first one first; none where it goes straight to its server.
  ///
  /// The choices are those of the call, if it has some.
  package func proxies(
    of request: borrowing HTTP.Request, to url: HTTP.URL, _ choices: ProxyChoices?
  ) -> [Connections.Proxy] {
    guard let choices else { return chooser.proxies(for: request, to: url) }
    let request = copy request
    return choices.proxies(for: url) { chooser.proxies(for: request, to: url) }
  }

  /// The way of a request through the first of some proxies that can be reached.
  package func way(
    of request: borrowing HTTP.Request, to url: HTTP.URL, through proxies: [Connections.Proxy],
    within deadlines: Deadlines?
  ) async throws(ConnectionError) -> ProxyWay? {
    let now = time.now
    let ordered = dead.withLock { $0.ordered(proxies, at: now) }
    return try await way(
      to: url.origin, ordered[...], needsTunnel: request.needsTunnel, within: deadlines)
  }

  /// The way through the next proxy where the one before cannot be reached; nil where none is left.
  package func next(
    after way: ProxyWay, _ reason: ConnectionError, within deadlines: Deadlines
  ) async throws(ConnectionError) -> ProxyWay? {
    guard case .proxy(let fault) = reason, fault.isOfConnection else { return nil }
    let now = time.now
    dead.withLock { $0.note(way.proxy, at: now) }
    guard !way.rest.isEmpty else { return nil }
    return try await self.way(
      to: way.origin, way.rest, needsTunnel: !way.isForwarded, within: deadlines)
  }

  private func way(
    to origin: HTTP.Origin, _ proxies: ArraySlice<Connections.Proxy>, needsTunnel: Bool,
    within deadlines: Deadlines?
  ) async throws(ConnectionError) -> ProxyWay? {
    guard let proxy = proxies.first else { return nil }
    guard origin.zone == nil else { throw .proxy(proxy.fault(.zone)) }
    try egress.check(origin)
    let isForwarded = proxy.kind != .socks5 && !origin.scheme.isSecure && !needsTunnel
    // Where servers may not be asked in clear text, they are not through a proxy either.
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
      proxy, to: origin, key, isForwarded: isForwarded, rest: proxies.dropFirst(), credentials)
  }
}

/// The way of one request through a proxy, and the proxies that are left to be tried.
package final class ProxyWay: Sendable {
  let proxy: Connections.Proxy
  let origin: HTTP.Origin
  /// What a connection must have been made for.
  package let key: PoolKey
  /// Whether the proxy reads the request and sends it on, and not merely bytes.
  package let isForwarded: Bool
  fileprivate let rest: ArraySlice<Connections.Proxy>
  /// What is done about the proxy's challenges where it reads the request.
  let attempts: ProxyAttempts

  fileprivate init(
    _ proxy: Connections.Proxy, to origin: HTTP.Origin, _ key: PoolKey, isForwarded: Bool,
    rest: ArraySlice<Connections.Proxy>, _ credentials: ProxyCredentials
  ) {
    self.proxy = proxy
    self.origin = origin
    self.key = key
    self.isForwarded = isForwarded
    self.rest = rest
    attempts = ProxyAttempts(proxy, credentials)
  }
}

extension ProxyWay {
  /// What the proxy is shown with a request that it reads.
  package func credential(for facts: Authentication.RequestFacts) -> HTTP.Field? {
    isForwarded ? attempts.field(for: facts) : nil
  }

  /// Whether an answer is the proxy's challenge, which the next request answers.
  package func isChallenge(
    _ head: HTTP.ResponseHead, to facts: @autoclosure () -> Authentication.RequestFacts
  ) throws(ConnectionError) -> Bool {
    // What comes through a tunnel is the server's word.
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

/// The proxies that could not be reached, for a while.
struct DeadProxies {
  private var ends: [Connections.Proxy: Deadline] = [:]

  /// How long a proxy is asked after the others.
  static let lifetime: Duration = .seconds(30)
  /// How many are remembered.
  private static let limit = 64

  /// The proxies in the order in which they are tried: those that could not be reached come last.
  func ordered(_ proxies: [Connections.Proxy], at now: Deadline) -> [Connections.Proxy] {
    guard !ends.isEmpty, proxies.count > 1 else { return proxies }
    func isDead(_ proxy: Connections.Proxy) -> Bool { ends[proxy].map { now < $0 } ?? false }
    return proxies.filter { !isDead($0) } + proxies.filter(isDead)
  }

  /// Takes note of a proxy that cannot be reached.
  mutating func note(_ proxy: Connections.Proxy, at now: Deadline) {
    ends = ends.filter { now < $0.value }
    if ends.count >= Self.limit { ends = [:] }
    ends[proxy] = now + Self.lifetime
  }
}

/// What the egress rules say of servers that a proxy connects to.
///
/// The proxy's own address is judged like any other before it is dialled. Of the server its host,
/// its port, and its address where that is written are judged here. A name is looked up by the
/// proxy, so that no one here sees where it leads: where the rules say anything of addresses, it is
/// refused unless `allowsNamesAtProxies` is set.
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
  /// What went wrong with it.
  func fault(_ cause: Connections.ProxyFault.Cause) -> Connections.ProxyFault {
    Connections.ProxyFault(proxy: description, cause: cause)
  }
}

extension HTTP.Request {
  /// Whether the connection is to carry another protocol, which a proxy would not send on.
  fileprivate var needsTunnel: Bool { method == .connect || headers.contains(.upgrade) }
}
