import ApusBytes

/// The state of a TLS 1.3 client that exchanges application data with a server.
///
/// The state requires a trusted certificate chain and a verified signature, from this handshake or
/// the resumed session, and a verified Finished message.
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

  /// Handles a message that the server sends after the handshake.
  ///
  /// The method rejects a CertificateRequest, because the client did not offer post-handshake
  /// authentication. RFC 8446 section 4.6.
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

  /// The source of the connection's exported keying material. RFC 8446 section 7.5.
  var exporter: TLS.Exporter { TLS.Exporter(exporterSecret.copy(), facts.chain) }

  /// Updates the sending key of the client, and optionally requests a key update from the server.
  mutating func updateKey(
    requestingPeer: Bool, _ context: inout HandshakeContext
  ) throws(TLSError) {
    try keys.update(requestingPeer: requestingPeer, &context.recordLayer)
  }

  /// Adds an event for a session that the server offers, unless the session ticket is too long to
  /// store.
  ///
  /// The client limits a ticket lifetime of more than seven days to seven days. RFC 8446 section
  /// 4.6.1.
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
