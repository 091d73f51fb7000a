import ApusBytes

/// The state in which application data goes both ways.
///
/// It is made of proofs alone: a chain that was believed and a signature that was checked, now or
/// in the session that is resumed, and a Finished that was checked.
struct Connected: ~Copyable, Sendable {
  let facts: TLS.HandshakeFacts
  private var keys: TrafficKeys
  private let exporterSecret: ExporterSecret
  private let resumption: ResumptionSecret

  init(
    _ facts: TLS.HandshakeFacts, _ proof: ServerProof, _ finished: VerifiedFinished,
    secrets: consuming ApplicationSecrets, resumption: consuming ResumptionSecret
  ) {
    self.facts = facts
    keys = TrafficKeys(facts.suite, outgoing: secrets.client, incoming: secrets.server)
    exporterSecret = secrets.exporter
    self.resumption = resumption
  }

  /// A request for a certificate is refused with everything else: the client has not offered
  /// to be asked. RFC 8446 section 4.6.
  consuming func received(
    _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    switch message.type {
    case .newSessionTicket: try receive(ticket: try message.expect(), &context)
    case .keyUpdate:
      try context.peerLimits.count(.keyUpdates, at: context.now)
      try keys.receive(
        try message.expect(), maySend: context.maySend, &context.recordLayer)
    default: throw message.unexpected(.newSessionTicket, .keyUpdate)
    }
    return .connected(self)
  }

  /// What keying material for others is made of. RFC 8446 section 7.5.
  var exporter: TLS.Exporter { TLS.Exporter(exporterSecret.copy(), facts.chain) }

  /// Goes on with the next key for what this side sends, and perhaps asks for the server's.
  mutating func updateKey(
    requestingPeer: Bool, _ context: inout HandshakeContext
  ) throws(TLSError) {
    try keys.update(requestingPeer: requestingPeer, &context.recordLayer)
  }

  /// Tells of a session, unless its ticket is too long to be kept.
  ///
  /// One that claims to be good for more than seven days is kept for seven. RFC 8446 section 4.6.1.
  private func receive(
    ticket: NewSessionTicket, _ context: inout HandshakeContext
  ) throws(TLSError) {
    try context.peerLimits.count(.tickets, at: context.now)
    try ticket.extensions.check(in: .newSessionTicket)
    let earlyData: EarlyDataLimit? = try ticket.extensions.read()
    guard ticket.lifetime > 0, ticket.ticket.count <= TLS.Session.ticketByteLimit,
      let scope = context.sessionScope
    else { return }
    let secret = resumption.preSharedKey(nonce: ticket.nonce.span)
    context.events.append(
      .session(
        TLS.Session(
          scope: scope, suite: facts.suite, peer: .verified(facts.chain),
          applicationProtocol: facts.applicationProtocol, received: context.now,
          lifetime: ticket.lifetime, earlyDataLimit: earlyData?.byteCount ?? 0,
          ticket: ticket.ticket, ageAdd: ticket.ageAdd,
          clientDigest: context.clientIdentity?.digest, secret: SessionSecret(secret))))
  }
}
