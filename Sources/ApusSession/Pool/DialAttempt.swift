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
  let monitor: (any CallMonitor)?
  /// Where code of the caller's runs.
  let executor: any TaskExecutor
  /// What became of the sessions that were offered.
  let offers: SessionOffers

  /// Why there is no connection: nothing answered, or what answered is not taken.
  enum Failure: Error {
    case net(NetError)
    case reason(HTTPSessionError.Reason)
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
    do throws(HTTPSessionError.Reason) {
      return try await protect(transport)
    } catch {
      throw .reason(error)
    }
  }

  /// Protects a transport as the key says; one that cannot be is closed.
  func protect(_ transport: Transport) async throws(HTTPSessionError.Reason) -> Dialer.Result {
    var (transport, isAsKeyed) = (transport, true)
    for step in key.steps {
      guard case .protect(let origin, let security) = step else { continue }
      let verifier: ServerVerifier
      await sources.refresh(for: origin)
      do throws(HTTPSessionError.Reason) {
        verifier = ServerVerifier(
          try sources.trust(of: origin), sources.settings.challenge ?? key.challenge,
          BoundedTask(loop: loop, deadline: deadlines.deadline(.tls), executor: executor))
      } catch {
        transport.channel.close()
        throw error
      }
      // Challenges mean nothing to another process, and so nothing that they accepted is kept.
      let scope =
        key.challenge == nil ? sources.tickets.scope(port: origin.port, verifier.trust) : nil
      let tls = try await TLSTransport.connect(
        over: transport, to: origin, verifier, sources, scope, offers, deadlines)
      if let secured = tls.secured { note(.secured(secured)) }
      if verifier.trust.security != security { isAsKeyed = false }
      transport = .tls(tls)
    }
    return Dialer.Result(transport: transport, isAsKeyed: isAsKeyed)
  }

  /// Connects to the first of some addresses that answers, and protects that.
  func race(_ addresses: [HostAddress], by rules: DialRules) async throws(Failure) -> Dialer.Result
  {
    if addresses.count == 1, let address = addresses.first {
      let peer = address.socketAddress(port: key.origin.port)
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
