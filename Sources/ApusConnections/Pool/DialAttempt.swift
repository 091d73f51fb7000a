internal import ApusHTTP
internal import ApusNet
internal import ApusTLS

/// A connection attempt to the known addresses of a host, including the TLS handshake if the
/// request requires TLS.
///
/// If TCP is established but the TLS handshake makes no progress, the next address is tried in
/// parallel. The delay is the same as in `HappyEyeballs`. The first connection with a completed TLS
/// handshake is used.
struct DialAttempt: Sendable {
  let key: PoolKey
  let sources: TrustSources
  let loop: EventLoop
  let deadlines: Deadlines
  let monitor: (any DialMonitor)?
  /// The task executor on which callbacks of the program run.
  let executor: any TaskExecutor
  /// A record of failed TLS session resumptions during the connection attempt.
  let offers: SessionOffers
  /// The responses to the authentication challenges of the proxy. The value is `nil` for a direct
  /// connection.
  let proxyAttempts: ProxyAttempts?
  /// The limits on the response head of an HTTP proxy.
  let limits: HTTP.Limits

  /// The reason that a connection attempt failed: no address responded, or the server was rejected.
  enum Failure: Error {
    case net(NetError)
    case reason(ConnectionError)
  }

  /// Reports a completed step of the connection attempt to the session's monitor, if any.
  func note(_ milestone: @autoclosure () -> DialMilestone) {
    monitor?.note(milestone(), of: key, at: loop.time.now)
  }

  /// Connects to one IP address under the local address and socket options of the session.
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

  /// Performs the proxy and TLS steps of a pool key on a transport, and converts the error.
  func protected(_ transport: Transport) async throws(Failure) -> Dialer.Result {
    do throws(ConnectionError) {
      return try await protect(transport)
    } catch {
      throw .reason(error)
    }
  }

  /// Performs the proxy and TLS steps of a pool key on a transport, and closes the transport on
  /// failure.
  func protect(_ transport: Transport) async throws(ConnectionError) -> Dialer.Result {
    var (transport, isAsKeyed) = (transport, true)
    var times = DialTimes(transport.channel.peer, connectedAt: loop.time.now)
    // The proxy that the transport is connected to. The value is `nil` after the proxy has opened
    // the tunnel to the server.
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

  /// Performs a TLS handshake with one origin. Returns the TLS transport and the trust settings
  /// that verified the server.
  private func protect(
    _ transport: Transport, for origin: HTTP.Origin, ofProxy isProxy: Bool
  ) async throws(ConnectionError) -> (
    transport: TLSTransport, security: TLS.SecurityIdentity
  ) {
    // The trust challenge of a request applies only to the server of the request, so the proxy is
    // verified without it.
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
    // A trust challenge exists only in this process, so TLS sessions that a challenge accepted are
    // not stored. TLS sessions are not stored if the request sets its own TLS versions.
    let versions = isProxy ? nil : key.own?.tlsVersions
    let scope =
      challenge == nil && versions == nil
      ? sources.tickets.scope(port: origin.port, verifier.trust, ofProxy: isProxy) : nil
    let tls = try await TLSTransport.connect(
      over: transport, to: origin, verifier, sources, scope, versions, offers, deadlines)
    if let secured = tls.secured { note(.secured(secured)) }
    return (tls, verifier.trust.security)
  }

  /// Connects to the first address that responds, and secures that connection.
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
  /// A Boolean value that indicates whether the network operation failed because its deadline
  /// passed.
  var isTimeOut: Bool { if case .timedOut = self { true } else { false } }
}
