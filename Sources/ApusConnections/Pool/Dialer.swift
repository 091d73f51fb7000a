package import ApusHTTP
internal import ApusNames
package import ApusNet
internal import ApusTLS

/// Makes connections in steps: from a host to its addresses, to a connection, and to a protected
/// transport.
///
/// The egress rules check the host before it is looked up, and each address before it is dialled.
/// These checks use the result of the same look-up.
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
  /// The socket that replaces every server, if there is one.
  private let path: SocketAddress?
  /// The function that makes channels in place of the network, in tests.
  package let connector: Connector?

  /// Makes a channel to an origin within the process, until a deadline.
  package typealias Connector =
    @Sendable (HTTP.Origin, EventLoop, Deadline) async throws(NetError) -> MemoryChannel

  /// Creates a dialer from a session's settings.
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

  /// The result of a dial.
  struct Result {
    let transport: Transport
    /// A Boolean value that indicates whether the trust in the key was still current when the
    /// handshake began; otherwise the connection serves only one request.
    let isAsKeyed: Bool
    /// The times of the steps.
    var times: DialTimes
  }

  /// Makes a connection for a key, within the timeouts for look-up, connection and TLS.
  ///
  /// The caller's code, such as a challenge, runs on `executor`. If a server fails to resume a TLS
  /// session, that session is removed, and one more connection is made without it: no part of a
  /// request was sent.
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
        // If a proxy closes after its challenge, the response to it uses another connection.
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

  /// Returns the socket and the rules of a key, which a request may have of its own.
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

  /// Checks that the TLS versions of a request are among those of the session.
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
    // The program has specified the proxy's port; the origin's port was checked with the request.
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

  /// Returns the error without a connection; a failure before a proxy is reached is reported as the
  /// proxy's.
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

  /// Returns the error without a connection; a rejection by the rules is reported only without
  /// another failure.
  private func failure(
    _ failure: DialAttempt.Failure, _ host: CanonicalHost, _ deadlines: Deadlines
  ) -> DialFailure {
    guard case .net(let error) = failure else {
      guard case .reason(let reason) = failure else { return DialFailure(reason: .noResponse) }
      return DialFailure(reason: reason)
    }
    // The addresses may have changed since they were looked up.
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
    // The deadline has passed: the error also contains the failed attempts.
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

/// The error of a failed dial, with its underlying reason.
package struct DialFailure: Error {
  package var reason: ConnectionError
  package var underlying: (any Error)?

  /// A Boolean value that indicates whether this process or the system has no free descriptor.
  var isExhausted: Bool {
    guard case .network(let fault) = reason else { return false }
    return fault.isOutOfDescriptors
  }
}
