internal import ApusHTTP
internal import ApusNet
internal import ApusTLS

/// One dial from known addresses on: connects, and protects what stands.
///
/// Where TCP stands and TLS comes no further, the next address is tried beside it after the same
/// time as in `HappyEyeballs`; the first that is ready is taken.
struct DialAttempt: Sendable {
  let key: PoolKey
  let sources: TrustSources
  let loop: EventLoop
  let deadlines: Deadlines
  let monitor: (any DialMonitor)?
  /// Where code of the caller's runs.
  let executor: any TaskExecutor
  /// What became of the sessions that were offered.
  let offers: SessionOffers
  /// What is done about the challenges of the proxy, if there is one.
  let proxyAttempts: ProxyAttempts?
  /// How long the head of a proxy's answer may be.
  let limits: HTTP.Limits

  /// Why there is no connection: nothing answered, or what answered is not taken.
  enum Failure: Error {
    case net(NetError)
    case reason(ConnectionError)
  }

  /// Tells the monitor, if there is one, where the dial has come to.
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

  /// Protects a transport as the key says, as a step of a dial.
  func protected(_ transport: Transport) async throws(Failure) -> Dialer.Result {
    do throws(ConnectionError) {
      return try await protect(transport)
    } catch {
      throw .reason(error)
    }
  }

  /// Protects a transport as the key says; one that cannot be is closed.
  func protect(_ transport: Transport) async throws(ConnectionError) -> Dialer.Result {
    var (transport, isAsKeyed) = (transport, true)
    var times = DialTimes(transport.channel.peer, connectedAt: loop.time.now)
    // Whom the transport leads to, until that has made a connection to the server.
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

  /// Protects a transport for one origin, and tells by what that was trusted.
  private func protect(
    _ transport: Transport, for origin: HTTP.Origin, ofProxy isProxy: Bool
  ) async throws(ConnectionError) -> (
    transport: TLSTransport, security: TLS.SecurityIdentity
  ) {
    // What a request has brought is asked about its own server.
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
    // Challenges mean nothing to another process, and so nothing that they accepted is kept.
    let scope =
      challenge == nil
      ? sources.tickets.scope(port: origin.port, verifier.trust, ofProxy: isProxy) : nil
    let tls = try await TLSTransport.connect(
      over: transport, to: origin, verifier, sources, scope, offers, deadlines)
    if let secured = tls.secured { note(.secured(secured)) }
    return (tls, verifier.trust.security)
  }

  /// Connects to the first of some addresses that answers, and protects that.
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
  /// Whether the deadline came first.
  var isTimeOut: Bool { if case .timedOut = self { true } else { false } }
}
