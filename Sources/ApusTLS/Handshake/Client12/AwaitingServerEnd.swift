internal import ApusASN1
import ApusBytes

/// The handshake state of a TLS 1.2 client that waits for the server's NewSessionTicket and
/// ChangeCipherSpec messages.
///
/// RFC 5246 section 7.3, and for the ticket RFC 5077 section 3.3.
struct AwaitingServerEnd: ~Copyable, Sendable {
  var progress: Progress12
  let secret: MasterSecret12
  let proof: ServerProof
  let group: TLS.NamedGroup?
  let ticket: NewSessionTicket12?

  consuming func received(_ message: ReceivedMessage) throws(TLSError) -> ClientHandshake12 {
    guard progress.negotiated.promisesTicket, ticket == nil else { throw message.unexpected() }
    let ticket: NewSessionTicket12 = try message.expect()
    progress.transcript.add(message.bytes)
    return .awaitingServerEnd(
      AwaitingServerEnd(
        progress: progress, secret: secret, proof: proof, group: group, ticket: ticket))
  }

  consuming func receivedChangeCipherSpec(
    _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake12 {
    let negotiated = progress.negotiated
    // A server that has promised a session ticket must send a NewSessionTicket message, even with
    // an empty ticket. RFC 5077 section 3.3.
    guard ticket != nil || !negotiated.promisesTicket else {
      throw .unexpectedRecord(type: ContentType.changeCipherSpec.rawValue)
    }
    try context.recordLayer.reader.setProtection(
      secret.protection(
        of: .server, clientRandom: negotiated.clientRandom, serverRandom: negotiated.serverRandom))
    return .awaitingFinished(AwaitingFinished12(end: self))
  }
}

/// The handshake state of a client that waits for the Finished message of a TLS 1.2 server.
///
/// The Finished message proves that both sides have seen the same handshake messages. RFC 5246
/// section 7.4.9. In a resumed session the client sends its Finished message after the server's
/// Finished message.
struct AwaitingFinished12: ~Copyable, Sendable {
  var end: AwaitingServerEnd

  consuming func received(
    _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake12 {
    let finished: Finished = try message.expect()
    let verified = try finished.verified(
      by: end.secret, over: end.progress.transcript.digest())
    end.progress.transcript.add(message.bytes)
    let negotiated = end.progress.negotiated
    if negotiated.resumed != nil {
      try end.progress.sendFinished(by: end.secret, &context.recordLayer)
    }
    context.recordLayer.reader.allowsApplicationData = true
    try applyRecordSizeLimit(&context.recordLayer)
    let facts = TLS.HandshakeFacts(
      version: .tls12, suite: negotiated.suite, group: end.group,
      isResumed: negotiated.resumed != nil,
      isRetried: false, applicationProtocol: negotiated.applicationProtocol, chain: end.proof.chain,
      serverScheme: end.proof.scheme, stapledResponse: end.proof.presented?.stapledResponse,
      timestamps: end.proof.presented?.timestamps ?? [],
      clientAuthentication: context.clientAuthentication,
      clientCertificate: context.clientIdentity?.leaf)
    context.events.append(.connected(facts))
    if let session = session(
      context.sessionScope, of: context.clientIdentity, at: context.now)
    {
      context.events.append(.session(session))
    }
    let proof = end.proof
    return .connected(Connected12(proof, verified, negotiated, end.secret))
  }

  /// Applies the record size limits that the client and the server have negotiated.
  ///
  /// RFC 8449 section 4.
  private func applyRecordSizeLimit(_ recordLayer: inout RecordLayer) throws(TLSError) {
    let negotiated = end.progress.negotiated
    guard let limit = negotiated.recordSizeLimit?.limit else { return }
    recordLayer.writer.plaintextLimit = try RecordLimits.plaintext(
      forRecordSizeLimit: limit, .tls12)
    recordLayer.reader.plaintextLimit = try RecordLimits.plaintext(
      forRecordSizeLimit: negotiated.configuration.recordSizeLimit ?? .max, .tls12)
  }

  /// The lifetime in seconds of a TLS 1.2 session if the server sent no lifetime.
  private static let defaultLifetime: UInt32 = 7_200

  /// Returns a resumable TLS 1.2 session with a session ticket or a session ID.
  ///
  /// The client stores a session only with the extended master secret. RFC 7627 section 5.3. With
  /// an empty ticket, the server withdraws its offer of a ticket. RFC 5077 section 3.3. A session
  /// whose ticket is too long is not stored.
  private func session(
    _ scope: TLS.SessionScope?, of identity: TLS.Identity?, at moment: UnixTime
  ) -> TLS.Session? {
    let negotiated = end.progress.negotiated
    let old = negotiated.resumed?.session
    guard let scope, end.secret.isExtended, old == nil || end.ticket?.ticket.isEmpty == false
    else { return nil }
    let ticket = end.ticket?.ticket ?? []
    let name = ticket.isEmpty ? negotiated.sessionID : []
    guard !ticket.isEmpty || !name.isEmpty, ticket.count <= TLS.Session.ticketByteLimit else {
      return nil
    }
    let hint = end.ticket?.lifetimeHint ?? 0
    let secret = end.secret.resumptionSecret
    return TLS.Session(
      scope: scope, suite: negotiated.suite, peer: .verified(end.proof.chain),
      applicationProtocol: negotiated.applicationProtocol, received: moment,
      lifetime: hint == 0 ? Self.defaultLifetime : hint, ticket: ticket, sessionID: name,
      clientDigest: identity?.digest, secret: SessionSecret(secret))
  }
}

/// The state of a TLS 1.2 client that exchanges application data with a server.
///
/// The state requires a trusted certificate chain, a verified signature and a verified Finished
/// message.
struct Connected12: ~Copyable, Sendable {
  private let negotiated: Negotiated12
  private let secret: MasterSecret12
  /// The trust policy's proof that the server's certificate chain is trusted.
  let chain: TLS.TrustedChain

  init(
    _ proof: ServerProof, _ finished: VerifiedFinished, _ negotiated: Negotiated12,
    _ secret: consuming MasterSecret12
  ) {
    self.negotiated = negotiated
    self.secret = secret
    chain = proof.chain
  }

  /// Declines a server's request for a renegotiation. RFC 5246 section 7.4.1.1.
  consuming func received(
    _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake12 {
    _ = try message.expect(HelloRequest.self)
    try context.peerLimits.count(.warnings, at: context.now)
    if context.maySend { try context.recordLayer.send(Alert(.noRenegotiation)) }
    return .connected(self)
  }

  /// The source of the connection's exported keying material. RFC 5705 section 4.
  var exporter: TLS.Exporter {
    TLS.Exporter(
      secret.copy(), chain, clientRandom: negotiated.clientRandom,
      serverRandom: negotiated.serverRandom)
  }
}
