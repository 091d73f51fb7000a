internal import ApusHTTP
internal import ApusNet
internal import ApusTLS

/// One dial of known addresses: connects, and protects the connection.
///
/// If TCP is established but TLS makes no progress, the next address is tried in parallel after the
/// same delay as in `HappyEyeballs`; the first one that is ready is used.
struct DialAttempt: Sendable {
  let key: PoolKey
  let sources: TrustSources
  let loop: EventLoop
  let deadlines: Deadlines
  let monitor: (any DialMonitor)?
  /// The executor of the caller's code.
  let executor: any TaskExecutor
  /// The results of the offered sessions.
  let offers: SessionOffers
  /// The responses to the challenges of the proxy, if there is one.
  let proxyAttempts: ProxyAttempts?
  /// The limits of a proxy's response head.
  let limits: HTTP.Limits

  /// The reason of a failed attempt: no address responded, or the connection was rejected.
  enum Failure: Error {
    case net(NetError)
    case reason(ConnectionError)
  }

  /// Reports a milestone of the dial to the monitor, if there is one.
  func note(_ milestone: @autoclosure () -> DialMilestone) {
    monitor?.note(milestone(), of: key, at: loop.time.now)
  }

  /// Connects to one address.
  func connect(to peer: SocketAddress, by rules: DialRules) async throws(Failure) -> Socket {
    do throws(NetError) {
      let socket = try await Socket.connect(
        to: peer, by: rules, until: deadlines.deadline(.connect), on: loop)
      note(.connected(peer))
      return socket
    } catch {
      throw .net(error.isTimeOut ? .noneAnswered([HappyEyeballs.Failure(peer, error)]) : error)
    }
  }

  /// Protects a transport by the key, as a step of a dial.
  func protected(_ transport: Transport) async throws(Failure) -> Dialer.Result {
    do throws(ConnectionError) {
      return try await protect(transport)
    } catch {
      throw .reason(error)
    }
  }

  /// Protects a transport by the key; closes it on failure.
  func protect(_ transport: Transport) async throws(ConnectionError) -> Dialer.Result {
    var (transport, isAsKeyed) = (transport, true)
    var times = DialTimes(transport.channel.peer, connectedAt: loop.time.now)
    // The proxy at the other end of the transport, until it has connected to the server.
    var proxy = key.proxy
    for step in key.steps {
      switch step {
      case .connect, .forward: continue
      case .tunnel(let asked, let origin):
        try await transport.openTunnel(
          to: origin, through: asked, proxyAttempts, limits,
          deadlines)
        proxy = nil
        times.tunnelled = loop.time.now
        note(.tunnelled)
      case .protect(let origin, let security):
        do throws(ConnectionError) {
          let tls = try await protect(transport, for: origin, ofProxy: proxy != nil)
          if tls.security != security { isAsKeyed = false }
          transport = .tls(tls.transport)
          if proxy == nil { times.secured = loop.time.now }
        } catch {
          throw proxy.map { error.connecting(to: $0) } ?? error
        }
      }
    }
    return Dialer.Result(transport: transport, isAsKeyed: isAsKeyed, times: times)
  }

  /// Protects a transport for one origin, and returns the security identity of that trust.
  private func protect(
    _ transport: Transport, for origin: HTTP.Origin, ofProxy isProxy: Bool
  ) async throws(ConnectionError) -> (
    transport: TLSTransport, security: TLS.SecurityIdentity
  ) {
    // The challenge of a request applies to its own server only.
    let challenge = isProxy ? nil : key.challenge
    let verifier: ServerVerifier
    await sources.refresh(for: origin)
    do throws(ConnectionError) {
      verifier = ServerVerifier(
        try sources.trust(of: origin), sources.settings.challenge ?? challenge,
        BoundedTask(loop: loop, deadline: deadlines.deadline(.tls), executor: executor))
    } catch {
      transport.channel.close()
      throw error
    }
    // Challenges have no meaning in another process, so the sessions that they accepted are not
    // kept; neither are those of a request with TLS versions of its own.
    let versions = isProxy ? nil : key.own?.tlsVersions
    let scope =
      challenge == nil && versions == nil
      ? sources.tickets.scope(port: origin.port, verifier.trust, ofProxy: isProxy) : nil
    let tls = try await TLSTransport.connect(
      over: transport, to: origin, verifier, sources, scope, versions, offers, deadlines)
    if let secured = tls.secured { note(.secured(secured)) }
    return (tls, verifier.trust.security)
  }

  /// Connects to the first address that responds, and protects that connection.
  func race(_ addresses: [HostAddress], by rules: DialRules) async throws(Failure) -> Dialer.Result
  {
    if addresses.count == 1, let address = addresses.first {
      let peer = address.socketAddress(port: key.dialled.port)
      return try await protected(Transport(.socket(try await connect(to: peer, by: rules))))
    }
    var race = StagedRace(addresses, by: rules, self)
    return try await race.run()
  }
}

extension NetError {
  /// A Boolean value that indicates whether the deadline passed first.
  var isTimeOut: Bool { if case .timedOut = self { true } else { false } }
}
