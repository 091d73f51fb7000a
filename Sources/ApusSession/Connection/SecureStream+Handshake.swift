internal import ApusBytes
internal import ApusHTTP
internal import ApusNet
internal import ApusTLS

extension SecureStream {
  /// Why a handshake has failed: on either floor, or by somebody's word.
  private enum Failure: Error {
    case net(NetError)
    case tls(TLSError)
    case reason(HTTPSessionError.Reason)
  }

  /// Shakes hands with a server, and judges it: nothing of a request is sent before.
  static func connect(
    over socket: Socket, for key: PoolKey, _ footing: Footing, _ footings: Footings,
    _ bounds: Bounds
  ) async throws(HTTPSessionError.Reason) -> SecureStream {
    let deadline = bounds.deadline(.tls)
    let judgement = Judgement(
      footing: footing, challenge: footings.settings.challenge ?? key.challenge,
      errand: Errand(socket: socket, deadline: deadline))
    let server = "\(key.origin.host) (\(socket.peer))"
    var begun: SecureStream?
    do throws(Failure) {
      let scope = footings.tickets.scope(key, footing)
      let session = try await session(scope, footings.tickets, judgement)
      let client: TLS.Client
      do throws(TLSError) {
        client = try TLS.Client(
          footings.settings.offer(as: footing.identity), host: footing.name, session: session,
          scope: scope, at: now, using: SystemRandom())
      } catch {
        throw .tls(error)
      }
      let stream = SecureStream(
        socket, client, server: server, showing: footing.identity?.leaf, footings.tickets)
      begun = stream
      let secured = HTTPSession.SecuredConnection(
        key.origin, address: "\(socket.peer)", try await stream.shakeHands(judgement))
      stream.secured = secured
      footings.settings.onHandshake?(secured)
      return stream
    } catch {
      socket.close()
      switch error {
      case .net(let error): throw bounds.reason(error, in: .tls)
      case .reason(let reason): throw reason
      case .tls(let error):
        if let other = otherProtocol(error, server) { throw .otherProtocol(other) }
        let fault = begun?.fault(error, isHandshake: true)
        throw .tls(fault ?? HTTPSessionError.TLSFault(beginningWith: error, server: server))
      }
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
  private func shakeHands(_ judgement: Judgement) async throws(Failure) -> TLS.HandshakeFacts {
    while true {
      let event: TLS.ClientEvent
      do throws(TLSError) { event = try client.next(at: Self.now) } catch {
        _ = try? flush()
        throw .tls(error)
      }
      switch event {
      case .needsInput: try await exchange(until: judgement.errand.deadline)
      case .certificates(let presented): try await judge(presented, judgement)
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
      while true {
        try await socket.awaitInput(until: deadline)
        guard let count = try receiveNow(atMost: 8_192) else { continue }
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
    _ presented: TLS.PresentedCertificates, _ judgement: Judgement
  ) async throws(Failure) {
    let certificates = [presented.leaf] + presented.intermediates
    let verdict: Result<TLS.TrustedChain, TLS.Refusal>
    do throws(NetError) {
      verdict = try await judgement.verdict(
        on: certificates, stapledResponse: presented.stapledResponse, at: Self.now.second)
    } catch {
      throw .net(error)
    }
    switch verdict {
    case .success(let chain):
      do throws(TLSError) { try client.trust(chain) } catch { throw .tls(error) }
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
