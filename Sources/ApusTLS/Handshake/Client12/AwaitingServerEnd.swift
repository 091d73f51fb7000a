import ApusBytes

/// The state in which the server ends its flight: a ticket if it has promised one, then
/// ChangeCipherSpec.
///
/// RFC 5246 section 7.3, and for the ticket RFC 5077 section 3.3.
struct AwaitingServerEnd: ~Copyable, Sendable {
  var progress: Progress12
  let secret: MasterSecret12
  let proof: ServerProof
  let group: TLS.NamedGroup?
  let ticket: NewSessionTicket12?

  consuming func received(_ message: ReceivedMessage) throws(TLSError) -> ClientHandshake12 {
    guard progress.agreed.promisesTicket, ticket == nil else { throw message.unexpected() }
    let ticket: NewSessionTicket12 = try message.expect()
    progress.transcript.add(message.bytes)
    return .awaitingServerEnd(
      AwaitingServerEnd(
        progress: progress, secret: secret, proof: proof, group: group, ticket: ticket))
  }

  consuming func receivedChangeCipherSpec(
    _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake12 {
    let agreed = progress.agreed
    // Who has promised a ticket must send one, if only an empty one: RFC 5077 section 3.3.
    guard ticket != nil || !agreed.promisesTicket else {
      throw .unexpectedRecord(type: ContentType.changeCipherSpec.rawValue)
    }
    try surroundings.link.reader.setProtection(
      secret.protection(
        of: .server, clientRandom: agreed.clientRandom, serverRandom: agreed.serverRandom))
    return .awaitingFinished(AwaitingFinished12(end: self))
  }
}

/// The state in which the server shows that both sides have seen the same handshake.
///
/// RFC 5246 section 7.4.9. Where a session is resumed the client's Finished comes after it.
struct AwaitingFinished12: ~Copyable, Sendable {
  var end: AwaitingServerEnd

  consuming func received(
    _ message: ReceivedMessage, _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake12 {
    let finished: Finished = try message.expect()
    let verified = try finished.verified(
      by: end.secret, over: end.progress.transcript.digest())
    end.progress.transcript.add(message.bytes)
    let agreed = end.progress.agreed
    if agreed.resumed != nil {
      try end.progress.sendFinished(by: end.secret, &surroundings.link)
    }
    surroundings.link.reader.allowsApplicationData = true
    try applyRecordSizeLimit(&surroundings.link)
    let facts = TLS.HandshakeFacts(
      version: .tls12, suite: agreed.suite, group: end.group, isResumed: agreed.resumed != nil,
      isRetried: false, applicationProtocol: agreed.applicationProtocol, chain: end.proof.chain,
      serverScheme: end.proof.scheme, stapledResponse: end.proof.stapledResponse,
      clientAuthentication: surroundings.clientAuthentication,
      clientCertificate: surroundings.clientIdentity?.leaf)
    surroundings.events.append(.connected(facts))
    if let session = session(
      surroundings.sessionScope, of: surroundings.clientIdentity, at: surroundings.now)
    {
      surroundings.events.append(.session(session))
    }
    let proof = end.proof
    return .connected(Connected12(proof, verified, agreed, end.secret))
  }

  /// RFC 8449 section 4.
  private func applyRecordSizeLimit(_ link: inout Link) throws(TLSError) {
    let agreed = end.progress.agreed
    guard let limit = agreed.recordSizeLimit?.limit else { return }
    link.writer.plaintextLimit = try RecordLimits.plaintext(forRecordSizeLimit: limit, .tls12)
    link.reader.plaintextLimit = try RecordLimits.plaintext(
      forRecordSizeLimit: agreed.configuration.recordSizeLimit ?? .max, .tls12)
  }

  /// How long a session is kept of which the server does not say it, in seconds.
  private static let defaultLifetime: UInt32 = 7_200

  /// What the connection can be resumed by: a ticket, or the name of the session.
  ///
  /// Nothing is kept that is not bound to its handshake: RFC 7627 section 5.3. An empty ticket
  /// takes the promise of one back: RFC 5077 section 3.3. One that is too long is not kept.
  private func session(
    _ scope: TLS.SessionScope?, of identity: TLS.Identity?, at moment: TLS.Moment
  ) -> TLS.Session? {
    let agreed = end.progress.agreed
    let old = agreed.resumed?.session
    guard let scope, end.secret.isExtended, old == nil || end.ticket?.ticket.isEmpty == false
    else { return nil }
    let ticket = end.ticket?.ticket ?? []
    let name = ticket.isEmpty ? agreed.sessionID : []
    guard !ticket.isEmpty || !name.isEmpty, ticket.count <= TLS.Session.ticketByteLimit else {
      return nil
    }
    let hint = end.ticket?.lifetimeHint ?? 0
    let secret = end.secret.resumptionSecret
    return TLS.Session(
      scope: scope, suite: agreed.suite, peer: .verified(end.proof.chain),
      applicationProtocol: agreed.applicationProtocol, received: moment,
      lifetime: hint == 0 ? Self.defaultLifetime : hint, ticket: ticket, sessionID: name,
      clientDigest: identity?.digest, secret: SessionSecret(secret))
  }
}

/// The state in which application data goes both ways.
///
/// It is made of proofs alone, as in TLS 1.3.
struct Connected12: ~Copyable, Sendable {
  private let agreed: Agreed12
  private let secret: MasterSecret12
  /// The proof by which the server is believed.
  let chain: TLS.TrustedChain

  init(
    _ proof: ServerProof, _ finished: VerifiedFinished, _ agreed: Agreed12,
    _ secret: consuming MasterSecret12
  ) {
    self.agreed = agreed
    self.secret = secret
    chain = proof.chain
  }

  /// A wish to negotiate anew is declined. RFC 5246 section 7.4.1.1.
  consuming func received(
    _ message: ReceivedMessage, _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake12 {
    _ = try message.expect(HelloRequest.self)
    try surroundings.tally.count(.warnings, at: surroundings.now)
    if surroundings.maySend { try surroundings.link.send(Alert(.noRenegotiation)) }
    return .connected(self)
  }

  /// Keying material for others. RFC 5705 section 4.
  func keyingMaterial(
    _ label: String, context: [UInt8]?, byteCount: Int
  ) throws(TLSError) -> SecretBytes {
    try secret.keyingMaterial(
      label, context: context, byteCount: byteCount, clientRandom: agreed.clientRandom,
      serverRandom: agreed.serverRandom)
  }
}
