internal import ApusBytes
internal import ApusHTTP
internal import ApusNames
internal import ApusNet
internal import ApusTLS
internal import ApusX509

extension TLSTransport {
  /// The reason that a TLS handshake failed: a TLS error, a network error, or a rejection of the
  /// server.
  private enum Failure: Error {
    case net(NetError)
    case tls(TLSError)
    case reason(ConnectionError)
  }

  /// Performs a TLS handshake with a server and verifies its certificates before a request is sent.
  ///
  /// The function closes the lower transport if the handshake fails.
  static func connect(
    over lower: Transport, to origin: HTTP.Origin, _ verifier: ServerVerifier,
    _ sources: TrustSources, _ scope: TLS.SessionScope?, _ versions: Set<TLS.Version>?,
    _ offers: SessionOffers, _ deadlines: Deadlines
  ) async throws(ConnectionError) -> TLSTransport {
    var begun: TLSTransport?
    var offered: TLS.SessionScope?
    do throws(Failure) {
      let session = try await session(
        scope, sources.tickets, verifier, lower.channel.loop.time)
      if session != nil { offered = scope }
      let transport = try begin(
        over: lower, to: origin.host, verifier.trust, sources, scope, versions, resuming: session)
      begun = transport
      let facts = try await transport.shakeHands(verifier, sources)
      let secured = Connections.SecuredConnection(
        origin, lower.peer, facts, try transport.exporter())
      transport.endHandshake(secured)
      sources.settings.onHandshake?(secured)
      return transport
    } catch {
      lower.channel.close()
      let reason = reason(error, deadlines, server(origin.host, lower.channel), begun)
      if let offered {
        await forget(offered, after: reason, sources.tickets, offers, verifier.bounded)
      }
      throw reason
    }
  }

  /// Removes the stored TLS sessions of a server if the failed handshake offered one of them.
  private static func forget(
    _ scope: TLS.SessionScope, after reason: ConnectionError, _ tickets: Tickets,
    _ offers: SessionOffers, _ bounds: BoundedTask
  ) async {
    switch reason {
    case .cancelled, .shutDown: return
    case .trust, .trustSource, .timedOut: await tickets.forget(scope, within: bounds)
    default:
      await tickets.forget(scope, within: bounds)
      offers.noteFailure()
    }
  }

  /// Creates the TLS client of a handshake without sending bytes.
  ///
  /// The function is not inlined, because otherwise each task would reserve memory for a second TLS
  /// client.
  @inline(never)
  private static func begin(
    over lower: Transport, to host: CanonicalHost, _ trust: HandshakeTrust,
    _ sources: TrustSources, _ scope: TLS.SessionScope?, _ versions: Set<TLS.Version>?,
    resuming session: TLS.Session?
  ) throws(Failure) -> TLSTransport {
    do throws(TLSError) {
      let moment = UnixTime(millisecondsSinceEpoch: lower.channel.loop.time.wallMilliseconds)
      var offer = sources.settings.offer(as: trust.identity, isAlone: trust.isIdentityAlone)
      if let versions { offer.versions.formIntersection(versions) }
      let client = try TLS.Client(
        offer, host: trust.name, session: session, scope: scope, at: moment, using: sources.random)
      return TLSTransport(
        over: lower, client, host: host, showing: trust.identity, sources.tickets)
    } catch {
      throw .tls(error)
    }
  }

  /// Converts a handshake failure to the error of the request.
  @inline(never)
  private static func reason(
    _ failure: Failure, _ deadlines: Deadlines, _ server: String, _ begun: TLSTransport?
  ) -> ConnectionError {
    switch failure {
    case .net(let error): return deadlines.error(error, in: .tls)
    case .reason(let reason): return reason
    case .tls(let error):
      if let other = otherProtocol(error, server) { return .otherProtocol(other) }
      let fault = begun?.fault(error, isHandshake: true)
      return .tls(fault ?? Connections.TLSFault(beginningWith: error, server: server))
    }
  }

  /// Returns the protocol of a server that responded to the ClientHello without TLS. Returns `nil`
  /// for other errors.
  private static func otherProtocol(
    _ error: TLSError, _ server: String
  ) -> Connections.OtherProtocol? {
    switch error {
    case .notTLS(let bytes):
      Connections.OtherProtocol(insteadOfTLS: bytes, server: server)
    case .alerted(TLS.AlertDescription.noApplicationProtocol.rawValue):
      Connections.OtherProtocol(kind: .http2, server: server)
    default: nil
    }
  }

  /// Returns the stored TLS session that the handshake offers to resume. Returns `nil` if no
  /// session is stored.
  private static func session(
    _ scope: TLS.SessionScope?, _ tickets: Tickets, _ verifier: ServerVerifier,
    _ time: TimeSource
  ) async throws(Failure) -> TLS.Session? {
    let moment = UnixTime(millisecondsSinceEpoch: time.wallMilliseconds)
    guard let scope,
      let session = await tickets.take(for: scope, at: moment, within: verifier.bounded)
    else { return nil }
    do throws(NetError) {
      return try await verifier.renewed(session, at: moment.wholeSecond)
    } catch {
      throw .net(error)
    }
  }

  /// Sends and receives bytes until the TLS handshake is complete.
  ///
  /// The last handshake bytes are sent with the first request, or when the connection becomes idle.
  private func shakeHands(
    _ verifier: ServerVerifier, _ sources: TrustSources
  ) async throws(Failure) -> TLS.HandshakeFacts {
    while true {
      let event: TLS.ClientEvent
      do throws(TLSError) { event = try records.client.next(at: now) } catch {
        _ = try? flush()
        throw .tls(error)
      }
      switch event {
      case .needsInput: try await exchange(until: verifier.bounded.deadline)
      case .certificates(let presented): try await judge(presented, verifier, sources.chains)
      case .signing(let request): try await sign(request, verifier, sources.random)
      case .connected(let facts):
        return facts
      case .session, .applicationData, .closed: break
      }
    }
  }

  private func exporter() throws(Failure) -> TLS.Exporter {
    do throws(TLSError) { return try records.client.exporter() } catch { throw .tls(error) }
  }

  /// Sends all pending handshake bytes, and receives bytes of the server.
  private func exchange(until deadline: Deadline) async throws(Failure) {
    do throws(NetError) {
      try await flush(until: deadline)
      records.client.releaseMemory(above: Self.restingCapacity)
      while true {
        try await channel.awaitInput(until: deadline)
        // Most handshake messages of a server fit into 4,096 bytes. A small buffer limits the
        // memory of many parallel handshakes.
        let received = try records.receive(4_096, restOfRecord: 0, from: lower)
        guard let count = received else { continue }
        if count > 0 { return }
        break
      }
    } catch {
      guard Connections.NetworkFault(error).kind == .reset else { throw .net(error) }
      // Bytes that arrived before the failure may contain an alert with the server's reason.
      if let count = try? records.receive(4_096, restOfRecord: 0, from: lower), count > 0 { return }
      // A server that closes before it has read all bytes causes a connection reset. A TLS 1.2
      // server may reject a client in this way.
      guard records.client.clientAuthentication != .notRequested else { throw .net(error) }
    }
    throw .tls(.truncated)
  }

  /// Verifies the certificates of the server, and continues or aborts the TLS handshake.
  private func judge(
    _ presented: TLS.PresentedCertificates, _ verifier: ServerVerifier, _ chains: KnownChains
  ) async throws(Failure) {
    let certificates = [presented.leaf] + presented.intermediates
    let verdict: Result<TLS.TrustedChain, TLS.TrustFailure>
    do throws(NetError) {
      verdict = try await verifier.verdict(
        on: certificates, stapledResponse: presented.stapledResponse, at: now.wholeSecond)
    } catch {
      throw .net(error)
    }
    try take(verdict, on: certificates, chains)
  }

  /// Continues the TLS handshake if the server's certificates are trusted, or rejects the
  /// certificates.
  @inline(never)
  private func take(
    _ verdict: Result<TLS.TrustedChain, TLS.TrustFailure>, on certificates: [X509.Certificate],
    _ chains: KnownChains
  ) throws(Failure) {
    switch verdict {
    case .success(let chain):
      do throws(TLSError) {
        try records.client.trust(chains.shared(chain))
      } catch {
        throw .tls(error)
      }
    case .failure(let refusal):
      records.client.refuse(refusal.alert)
      _ = try? flush()
      throw .reason(
        .trust(
          Connections.TrustFailure(
            policyFailure: refusal, presented: certificates, address: "\(lower.peer)")))
    }
  }

  /// Signs the handshake with the client's private key, which may be outside this process.
  private func sign(
    _ request: TLS.SigningRequest, _ verifier: ServerVerifier, _ random: any RandomSource
  ) async throws(Failure) {
    let signature: [UInt8]
    do throws(Failure) {
      signature = try await self.signature(request, verifier, random)
    } catch {
      records.client.refuse(.internalError)
      _ = try? flush()
      throw error
    }
    do throws(TLSError) { try records.client.sign(signature) } catch { throw .tls(error) }
  }

  private func signature(
    _ request: TLS.SigningRequest, _ verifier: ServerVerifier, _ random: any RandomSource
  ) async throws(Failure) -> [UInt8] {
    switch request.identity?.key {
    case nil: throw .tls(.notConnected)
    case .held(let key):
      do throws(TLS.IdentityError) {
        return try key.signature(
          for: request.message.span, by: request.scheme, using: random)
      } catch {
        throw .reason(.trustSource(.signing(error)))
      }
    case .external(let signer):
      let result: Result<[UInt8], any Error>
      do throws(NetError) {
        result = try await verifier.bounded.run {
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
}
