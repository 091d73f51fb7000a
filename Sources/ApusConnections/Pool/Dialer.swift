package import ApusHTTP
internal import ApusNames
package import ApusNet
internal import ApusTLS

/// The dialer makes connections in steps: from a host to its addresses, to a connection, and to a
/// secured transport.
///
/// The egress rules check the host before the name look-up, and each address before a connection
/// attempt. The checked addresses are the result of the same look-up that the connection uses.
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
  /// The function that makes channels in place of the network in tests.
  package let connector: Connector?

  /// A function that makes a channel to an origin within the process before a deadline.
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

  /// The result of a successful dial.
  struct Result {
    let transport: Transport
    /// A Boolean value that indicates whether the trust in the pool key was still current when the
    /// handshake began. If the trust had changed, the connection serves only one request.
    let isAsKeyed: Bool
    /// The times of the steps of the dial.
    var times: DialTimes
  }

  /// Makes a connection for a pool key, within the timeouts for the name look-up, the connection
  /// and TLS.
  ///
  /// The caller's code, such as a trust challenge, runs on `executor`. If a server fails to resume
  /// a TLS session, the dialer removes that session and makes one more connection without the
  /// session. The second attempt is safe because no part of a request was sent.
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
        // A proxy that closes its connection after a challenge receives the response to the
        // challenge on another connection.
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

  /// Returns the Unix socket address and the dial rules of a pool key. A request may have a socket
  /// path and a local address of its own.
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
    // The program has specified the port of the proxy. The port of the origin was checked with the
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

  /// Returns the error of a dial that made no connection. A failure that precedes the connection to
  /// a proxy is reported as a failure of the proxy.
  private func failure(
    _ failure: DialAttempt.Failure, _ key: PoolKey, _ deadlines: Deadlines
  ) -> DialFailure {
    var found = self.failure(failure, key.dialled.host, deadlines)
    // A failure after the connection was established already names its source.
    if case .net = failure, let proxy = key.proxy {
      found.reason = found.reason.connecting(to: proxy)
    }
    return found
  }

  /// Returns the error of a dial that made no connection. A rejection by the egress rules is
  /// reported only if every address was rejected.
  private func failure(
    _ failure: DialAttempt.Failure, _ host: CanonicalHost, _ deadlines: Deadlines
  ) -> DialFailure {
    guard case .net(let error) = failure else {
      guard case .reason(let reason) = failure else { return DialFailure(reason: .noResponse) }
      return DialFailure(reason: reason)
    }
    // The addresses of the host may have changed since the look-up.
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
    // The error of an expired deadline also contains the failed attempts.
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

/// The error of a failed dial, with the underlying reason.
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
