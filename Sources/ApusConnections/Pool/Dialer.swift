package import ApusHTTP
internal import ApusNames
package import ApusNet
internal import ApusTLS

/// The dialer establishes connections in three steps: it resolves the host name, connects to an
/// address and performs the TLS handshake.
///
/// The egress rules check the host before the name look-up, and each address before a connection
/// attempt. The connection uses exactly the checked addresses.
package struct Dialer: Sendable {
  package let loops: SessionLoops
  let sources: TrustSources
  private let proxyCredentials: ProxyCredentials
  private let names: Names
  private let rules: DialRules
  private let foreignPorts: ForeignPorts
  private let timeouts: Connections.Timeouts
  private let limits: HTTP.Limits
  let monitor: (any DialMonitor)?
  /// The address of the Unix socket that replaces every server. The value is `nil` if the session
  /// has no socket path.
  private let path: SocketAddress?
  /// A function that replaces network connections in tests.
  package let connector: Connector?

  /// A function that connects to a server within the process before a deadline.
  package typealias Connector =
    @Sendable (HTTP.Origin, EventLoop, Deadline) async throws(NetError) -> MemoryChannel

  /// Creates a dialer from the settings of a session.
  init(
    _ settings: ConnectionSettings, _ sources: TrustSources,
    _ proxyCredentials: ProxyCredentials, on loops: SessionLoops, _ monitor: (any DialMonitor)?,
    _ connector: Connector?
  ) throws(ConnectionError) {
    do throws(Connections.InvalidSetting) {
      names = try settings.dns.makeNames()(loops.home)
      rules = try settings.sockets.rules(settings.egress.makeGuard())
      path = try settings.sockets.unixAddress()
    } catch {
      throw .setting(error)
    }
    self.loops = loops
    foreignPorts = settings.egress.foreignPorts
    self.sources = sources
    self.proxyCredentials = proxyCredentials
    self.monitor = monitor
    self.connector = connector
    timeouts = settings.timeouts
    limits = settings.message
  }

  /// The result of a successful connection attempt.
  struct Result {
    let transport: Transport
    /// A Boolean value that indicates whether the trust settings of the pool key were still current
    /// at the start of the TLS handshake. After a change of the settings, the connection serves
    /// only one request.
    let isAsKeyed: Bool
    /// The times when TCP, the proxy tunnel and TLS were established.
    var times: DialTimes
  }

  /// Establishes a connection for a pool key, within the timeouts for the name look-up, TCP and
  /// TLS.
  ///
  /// Callbacks of the program, such as a trust challenge, run on `executor`. If the resumption of a
  /// TLS session fails, the dialer connects once more with a full handshake. The second attempt is
  /// safe because no part of a request was sent.
  func dial(
    _ key: PoolKey, userCodeOn executor: any TaskExecutor
  ) async throws(DialFailure) -> Result {
    let challenges = key.proxy.map { ProxyAttempts($0, proxyCredentials) }
    var offers = SessionOffers()
    var hasFailed = false
    while true {
      do throws(DialFailure) {
        return try await dial(key, executor, offers, challenges)
      } catch {
        guard !Task.isCancelled else { throw error }
        // If the proxy closes its connection after an authentication challenge, the client sends
        // the credential on a new connection.
        if challenges?.takeNeedForConnection() == true { continue }
        guard offers.haveFailed, !hasFailed else { throw error }
        (offers, hasFailed) = (SessionOffers(), true)
      }
    }
  }

  private func dial(
    _ key: PoolKey, _ executor: any TaskExecutor, _ offers: SessionOffers,
    _ challenges: ProxyAttempts?
  ) async throws(DialFailure) -> Result {
    let deadlines = Deadlines(ofPhases: timeouts, loops.time)
    let attempt = DialAttempt(
      key: key, sources: sources, loop: loops.next, deadlines: deadlines, monitor: monitor,
      executor: executor, offers: offers, proxyAttempts: challenges, limits: limits)
    let begin = loops.time.now
    do throws(DialAttempt.Failure) {
      try checkVersions(key)
      if let connector {
        return try await attempt.protected(
          try await connect(
            key.dialled, connector, attempt.loop, until: deadlines.deadline(.connect)))
      }
      try judge(key)
      let (path, rules) = try places(of: key)
      let addresses = path == nil ? try await resolve(key, attempt) : []
      attempt.note(.connecting)
      let lookedUp = loops.time.now
      var result =
        if let path {
          try await attempt.protected(
            Transport(.socket(try await attempt.connect(to: path, by: rules))))
        } else {
          try await attempt.race(addresses, by: rules)
        }
      (result.times.begin, result.times.lookedUp) = (begin, lookedUp)
      return result
    } catch {
      let failure = self.failure(error, key, deadlines)
      attempt.note(.failed(failure.reason))
      throw failure
    }
  }

  /// Returns the Unix socket address and the socket settings for a pool key. A request may override
  /// the socket path and the local address of the session.
  private func places(
    of key: PoolKey
  ) throws(DialAttempt.Failure) -> (SocketAddress?, DialRules) {
    guard let own = key.own else { return (path, rules) }
    var (path, rules) = (path, rules)
    do throws(Connections.InvalidSetting) {
      if let text = own.socketPath {
        path = try Connections.Sockets.unix(text, named: "options.connection.socketPath")
      }
      if let text = own.localAddress {
        rules.local = try Connections.Sockets.local(
          text, named: "options.connection.localAddress")
      }
    } catch {
      throw .reason(.setting(error))
    }
    return (path, rules)
  }

  /// Checks that the session's TLS versions include a TLS version of the request.
  private func checkVersions(_ key: PoolKey) throws(DialAttempt.Failure) {
    guard let own = key.own, let asked = own.tlsVersions else { return }
    let known = sources.settings.versions
    guard asked.isDisjoint(with: known) else { return }
    throw .reason(
      .setting(
        Connections.InvalidSetting(
          "options.connection.tlsVersions", "\(asked.sorted())",
          expected: "one of the session's TLS versions \(known.sorted())")))
  }

  private func connect(
    _ origin: HTTP.Origin, _ connector: Connector, _ loop: EventLoop, until deadline: Deadline
  ) async throws(DialAttempt.Failure) -> Transport {
    do throws(NetError) {
      return Transport(.memory(try await connector(origin, loop, deadline)))
    } catch {
      throw .net(error)
    }
  }

  private func judge(_ key: PoolKey) throws(DialAttempt.Failure) {
    let origin = key.dialled
    do throws(EgressGuard.Refusal) {
      try rules.egress.check(origin.host)
    } catch {
      throw .reason(.egress(Connections.EgressRefusal(error, of: origin.host)))
    }
    // The program has configured the port of the proxy. The port of the origin was checked with the
    // request.
    guard key.proxy == nil else { return }
    do throws(ForeignPorts.Refusal) {
      try foreignPorts.check(origin.port)
    } catch {
      throw .reason(.egress(Connections.EgressRefusal(error, of: origin.host)))
    }
  }

  private func resolve(
    _ key: PoolKey, _ attempt: DialAttempt
  ) async throws(DialAttempt.Failure) -> [HostAddress] {
    let origin = key.dialled
    attempt.note(.lookUp)
    do throws(NetError) {
      let zone = try origin.zone.map { zone throws(NetError) in
        try SystemResolver.interface(zone)
      }
      return try await names.addresses(
        of: origin.host, zone: zone ?? 0, until: attempt.deadlines.deadline(.resolve))
    } catch {
      let reason = attempt.deadlines.error(error, in: .resolve)
      throw .reason(key.proxy.map { reason.connecting(to: $0) } ?? reason)
    }
  }

  /// Returns the error of a failed connection attempt. A failure to reach a proxy is reported as a
  /// proxy failure.
  private func failure(
    _ failure: DialAttempt.Failure, _ key: PoolKey, _ deadlines: Deadlines
  ) -> DialFailure {
    var found = self.failure(failure, key.dialled.host, deadlines)
    // A failure after the TCP connection already names its source.
    if case .net = failure, let proxy = key.proxy {
      found.reason = found.reason.connecting(to: proxy)
    }
    return found
  }

  /// Returns the error of a failed connection attempt. An egress error is reported only if the
  /// egress rules rejected every address.
  private func failure(
    _ failure: DialAttempt.Failure, _ host: CanonicalHost, _ deadlines: Deadlines
  ) -> DialFailure {
    guard case .net(let error) = failure else {
      guard case .reason(let reason) = failure else { return DialFailure(reason: .noResponse) }
      return DialFailure(reason: reason)
    }
    // The cached addresses of the host may be outdated.
    if case .name(let name) = host, error != .cancelled { names.forget(name) }
    guard case .noneAnswered(let failures) = error else {
      return DialFailure(reason: one(error, host, deadlines))
    }
    let refusals = failures.compactMap { failure -> EgressGuard.Refusal? in
      if case .egress(let refusal) = failure.error { refusal } else { nil }
    }
    if let first = refusals.first, refusals.count == failures.count {
      return DialFailure(reason: .egress(Connections.EgressRefusal(first, of: host)))
    }
    // The timeout error contains the connection attempts that failed before the timeout.
    if failures.contains(where: \.error.isTimeOut) {
      return DialFailure(
        reason: .timedOut(.connect), underlying: Connections.NetworkFault(error))
    }
    return DialFailure(reason: deadlines.error(error, in: .connect))
  }

  private func one(
    _ error: NetError, _ host: CanonicalHost, _ deadlines: Deadlines
  ) -> ConnectionError {
    guard case .egress(let refusal) = error else { return deadlines.error(error, in: .connect) }
    return .egress(Connections.EgressRefusal(refusal, of: host))
  }
}

/// The error of a failed connection attempt, with the underlying reason.
package struct DialFailure: Error {
  package var reason: ConnectionError
  package var underlying: (any Error)?

  /// A Boolean value that indicates whether this process or the operating system has no free file
  /// descriptor.
  var isExhausted: Bool {
    guard case .network(let fault) = reason else { return false }
    return fault.isOutOfDescriptors
  }
}
