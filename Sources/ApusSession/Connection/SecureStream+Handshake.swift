internal import ApusBytes
internal import ApusHTTP
internal import ApusNames
internal import ApusNet
internal import ApusTLS
internal import ApusX509

extension SecureStream {
  /// Why a handshake has failed: on either floor, or by somebody's word.
  private enum Failure: Error {
    case net(NetError)
    case tls(TLSError)
    case reason(HTTPSessionError.Reason)
  }

  /// Shakes hands with a server, and judges it: nothing of a request is sent before.
  static func connect(
    over socket: Socket, for key: PoolKey, _ judgement: Judgement, _ footings: Footings,
    _ bounds: Bounds
  ) async throws(HTTPSessionError.Reason) -> SecureStream {
    var begun: SecureStream?
    do throws(Failure) {
      let scope = footings.tickets.scope(key, judgement.footing)
      let stream = try begin(
        over: socket, to: key.origin.host, judgement.footing, footings, scope,
        resuming: try await session(scope, footings.tickets, judgement))
      begun = stream
      let facts = try await stream.shakeHands(judgement, footings.chains)
      stream.endHandshake()
      stream.keep(facts, of: key.origin, telling: footings.settings.onHandshake)
      return stream
    } catch {
      socket.close()
      throw reason(error, bounds, serverText(key.origin.host, socket), begun)
    }
  }

  /// What judges the server of a handshake that begins now.
  @inline(never)
  static func judgement(
    over socket: Socket, for key: PoolKey, _ footings: Footings, _ bounds: Bounds
  ) throws(HTTPSessionError.Reason) -> Judgement {
    Judgement(
      try footings.footing(of: key.origin.host), footings.settings.challenge ?? key.challenge,
      Errand(socket: socket, deadline: bounds.deadline(.tls)))
  }

  /// Begins a handshake, of which nothing is sent yet.
  ///
  /// Out of line, as `Connection.begin`: no task then has room for a second client.
  @inline(never)
  private static func begin(
    over socket: Socket, to host: CanonicalHost, _ footing: Footing, _ footings: Footings,
    _ scope: TLS.SessionScope?, resuming session: TLS.Session?
  ) throws(Failure) -> SecureStream {
    do throws(TLSError) {
      let client = try TLS.Client(
        footings.settings.offer(as: footing.identity), host: footing.name, session: session,
        scope: scope, at: now, using: SystemRandom())
      return SecureStream(
        socket, client, host: host, showing: footing.identity?.leaf, footings.tickets)
    } catch {
      throw .tls(error)
    }
  }

  /// Keeps what the handshake has come to, and tells whoever wants to know.
  @inline(never)
  private func keep(
    _ facts: TLS.HandshakeFacts, of origin: HTTP.Origin,
    telling listener: (@Sendable (HTTPSession.SecuredConnection) -> Void)?
  ) {
    let secured = HTTPSession.SecuredConnection(origin, socket.peer, facts)
    self.secured = secured
    listener?(secured)
  }

  /// What a failure of the handshake means for the request.
  @inline(never)
  private static func reason(
    _ failure: Failure, _ bounds: Bounds, _ server: String, _ begun: SecureStream?
  ) -> HTTPSessionError.Reason {
    switch failure {
    case .net(let error): return bounds.reason(error, in: .tls)
    case .reason(let reason): return reason
    case .tls(let error):
      if let other = otherProtocol(error, server) { return .otherProtocol(other) }
      let fault = begun?.fault(error, isHandshake: true)
      return .tls(fault ?? HTTPSessionError.TLSFault(beginningWith: error, server: server))
    }
  }

  /// What the server speaks instead, where an error of the handshake tells it.
  private static func otherProtocol(
    _ error: TLSError, _ server: String
  ) -> HTTPSessionError.OtherProtocol? {
    switch error {
    case .notTLS(let bytes):
      HTTPSessionError.OtherProtocol(insteadOfTLS: bytes, server: server)
    case .alerted(TLS.AlertDescription.noApplicationProtocol.rawValue):
      HTTPSessionError.OtherProtocol(kind: .http2, server: server)
    default: nil
    }
  }

  /// The session that the server is asked to resume, if there is one.
  private static func session(
    _ scope: TLS.SessionScope?, _ tickets: Tickets, _ judgement: Judgement
  ) async throws(Failure) -> TLS.Session? {
    let moment = now
    guard let scope, let session = await tickets.take(for: scope, at: moment) else { return nil }
    do throws(NetError) {
      return try await judgement.renewed(session, at: moment.second)
    } catch {
      throw .net(error)
    }
  }

  /// Sends and receives until the handshake is complete.
  ///
  /// What is left to send then goes out with the first request, or when the connection rests.
  private func shakeHands(
    _ judgement: Judgement, _ chains: KnownChains
  ) async throws(Failure) -> TLS.HandshakeFacts {
    while true {
      let event: TLS.ClientEvent
      do throws(TLSError) { event = try client.next(at: Self.now) } catch {
        _ = try? flush()
        throw .tls(error)
      }
      switch event {
      case .needsInput: try await exchange(until: judgement.errand.deadline)
      case .certificates(let presented): try await judge(presented, judgement, chains)
      case .signing(let request): try await sign(request, judgement)
      case .connected(let facts):
        return facts
      case .session, .applicationData, .closed: break
      }
    }
  }

  /// Sends all there is to send, and receives something.
  private func exchange(until deadline: Deadline) async throws(Failure) {
    do throws(NetError) {
      try await flush(until: deadline)
      client.releaseMemory(above: Self.restingCapacity)
      while true {
        try await socket.awaitInput(until: deadline)
        // Most flights are shorter. Many handshakes may go on at once, and each has this room.
        guard let count = try receivePart(atMost: 4_096) else { continue }
        if count > 0 { return }
        break
      }
    } catch {
      // Who closes before all is read resets: that is how a server of TLS 1.2 may refuse a client.
      let isRefusal = client.clientAuthentication != .notRequested
      guard isRefusal, HTTPSessionError.NetworkFault(error).kind == .reset else {
        throw .net(error)
      }
    }
    throw .tls(.truncated)
  }

  /// Judges what the server has shown, and refuses it or goes on.
  private func judge(
    _ presented: TLS.PresentedCertificates, _ judgement: Judgement, _ chains: KnownChains
  ) async throws(Failure) {
    let certificates = [presented.leaf] + presented.intermediates
    let verdict: Result<TLS.TrustedChain, TLS.Refusal>
    do throws(NetError) {
      verdict = try await judgement.verdict(
        on: certificates, stapledResponse: presented.stapledResponse, at: Self.now.second)
    } catch {
      throw .net(error)
    }
    try take(verdict, on: certificates, chains)
  }

  /// Refuses what the server has shown, or goes on.
  @inline(never)
  private func take(
    _ verdict: Result<TLS.TrustedChain, TLS.Refusal>, on certificates: [X509.Certificate],
    _ chains: KnownChains
  ) throws(Failure) {
    switch verdict {
    case .success(let chain):
      do throws(TLSError) { try client.trust(chains.shared(chain)) } catch { throw .tls(error) }
    case .failure(let refusal):
      client.refuse(refusal.alert)
      _ = try? flush()
      throw .reason(
        .trust(
          HTTPSessionError.TrustFault(
            refusal: refusal, presented: certificates, address: "\(socket.peer)")))
    }
  }

  /// Signs with the client's key, wherever that is.
  private func sign(_ request: TLS.SigningRequest, _ judgement: Judgement) async throws(Failure) {
    let signature: [UInt8]
    do throws(Failure) {
      signature = try await self.signature(request, judgement)
    } catch {
      client.refuse(.internalError)
      _ = try? flush()
      throw error
    }
    do throws(TLSError) { try client.sign(signature) } catch { throw .tls(error) }
  }

  private func signature(
    _ request: TLS.SigningRequest, _ judgement: Judgement
  ) async throws(Failure) -> [UInt8] {
    switch judgement.footing.identity?.key {
    case nil: throw .tls(.notConnected)
    case .held(let key):
      do throws(TLS.IdentityError) {
        return try key.signature(
          for: request.message.span, by: request.scheme, using: SystemRandom())
      } catch {
        throw .reason(.trustSource(.signing(error)))
      }
    case .external(let signer):
      let result: Result<[UInt8], any Error>
      do throws(NetError) {
        result = try await judgement.errand.run {
          try await signer.signature(for: request.message, by: request.scheme)
        }
      } catch {
        throw .net(error)
      }
      switch result {
      case .success(let signature): return signature
      case .failure(let error): throw .reason(.trustSource(.provider("\(error)")))
      }
    }
  }

  /// Sends all that was sealed.
  func flush(until deadline: Deadline) async throws(NetError) {
    while try !flush() { try await socket.wait(for: .output, .send, until: deadline) }
  }
}
