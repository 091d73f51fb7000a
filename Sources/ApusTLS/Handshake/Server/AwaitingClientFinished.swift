import ApusBytes
import ApusX509

/// The keys and results that a server stores while it waits for the client's last handshake
/// messages.
struct ServerEnding: ~Copyable, Sendable {
  var flight: ServerFlight
  let secrets: HandshakeSecrets
  let application: ApplicationSecrets
}

/// The handshake state of a server that waits for the client's Certificate message, which can be
/// empty.
///
/// RFC 8446 section 4.4.2.
struct AwaitingClientCertificate: ~Copyable, Sendable {
  var ending: ServerEnding

  consuming func received(
    _ message: ReceivedMessage, _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    let certificate: CertificateMessage = try message.expect()
    guard certificate.context.isEmpty else { throw .broken(.contextIsEmpty) }
    for entry in certificate.entries { try entry.extensions.check(in: .certificate) }
    ending.flight.transcript.add(message.bytes)
    guard !certificate.entries.isEmpty else {
      guard context.configuration.clientCertificates != .required else {
        throw .certificateRequired
      }
      return .awaitingClientFinished(AwaitingClientFinished(ending: ending, client: nil))
    }
    let presented = try TLS.PresentedCertificates(
      certificate.entries.map(\.der), stapledResponse: nil, timestamps: [])
    return .awaitingTrust(AwaitingClientTrust(ending: ending, presented: presented))
  }
}

/// The handshake state of a server that waits for the caller to check the client's certificates.
struct AwaitingClientTrust: ~Copyable, Sendable {
  let ending: ServerEnding
  let presented: TLS.PresentedCertificates

  consuming func trusted(_ chain: X509.VerifiedChain) -> ServerHandshake {
    precondition(chain.leaf == presented.leaf, "the path is for another certificate")
    return .awaitingClientVerify(
      AwaitingClientVerify(ending: ending, presented: presented, chain: chain))
  }
}

/// The handshake state of a server that waits for the client's CertificateVerify message.
///
/// The message proves that the client has the private key of its certificate. RFC 8446 section
/// 4.4.3.
struct AwaitingClientVerify: ~Copyable, Sendable {
  var ending: ServerEnding
  let presented: TLS.PresentedCertificates
  let chain: X509.VerifiedChain

  consuming func received(
    _ message: ReceivedMessage, _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    let verify: CertificateVerify = try message.expect()
    try presented.checkSigningUse()
    let signature = try verify.verified(
      by: presented.key, offered: context.configuration.clientSchemes, in: .tls13,
      over: SignedHandshake.content(
        of: .client, transcriptHash: ending.flight.transcript.digest()))
    ending.flight.transcript.add(message.bytes)
    return .awaitingClientFinished(
      AwaitingClientFinished(ending: ending, client: (chain, signature)))
  }
}

/// The handshake state of a server that waits for the client's Finished message.
///
/// The Finished message proves that both sides have seen the same handshake messages. RFC 8446
/// section 4.4.4.
struct AwaitingClientFinished: ~Copyable, Sendable {
  var ending: ServerEnding
  let client: (chain: X509.VerifiedChain, signature: VerifiedSignature)?

  consuming func received(
    _ message: ReceivedMessage, _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    let finished: Finished = try message.expect()
    _ = try finished.verified(
      by: ending.secrets.client, over: ending.flight.transcript.digest())
    ending.flight.transcript.add(message.bytes)
    let flight = ending.flight
    let client = self.client
    let resumption = ending.application.resumptionSecret(after: flight.transcript.digest())
    try context.recordLayer.reader.setProtection(
      ending.application.client.protection(flight.suite))
    context.recordLayer.reader.changeCipherSpecRule = .refused
    context.recordLayer.reader.allowsUnprotectedAlerts = false
    context.recordLayer.reader.allowsApplicationData = true
    context.event = .connected(
      TLS.ServerFacts(
        flight, clientChain: client?.chain, clientScheme: client?.signature.scheme))
    try flight.sendTickets(resumption, &context)
    var connected = ServerConnected(flight.suite, ending.application)
    try context.sendAddition(&connected.keys)
    return .connected(connected)
  }
}

extension ServerFlight {
  /// Sends session tickets with a reserved GREASE extension to a client that supports session
  /// resumption.
  ///
  /// RFC 8446 section 4.6.1, RFC 8701 section 4.1.
  fileprivate func sendTickets(
    _ resumption: borrowing ResumptionSecret, _ context: inout ServerHandshakeContext
  ) throws(TLSError) {
    guard let sealer = context.configuration.ticketSealer, offer.canResume else { return }
    for number in 0..<UInt8(clamping: context.configuration.ticketCount) {
      let session = ServerSession(
        suite, issued: context.now,
        preSharedKey: resumption.preSharedKey(nonce: [number].span))
      let drawn: [UInt8]
      do throws(RandomError) { drawn = try context.random.bytes(5) } catch {
        throw .randomness(error)
      }
      var ticket = NewSessionTicket(
        lifetime: TLS.TicketSealer.lifetime,
        ageAdd: drawn.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }, nonce: [number],
        ticket: try sealer.seal(session, using: context.random))
      ticket.extensions.append(GREASE.value(drawn[4]), [])
      try context.recordLayer.send(try ticket.encoded())
    }
  }
}

/// The state of a server that exchanges application data with a client.
struct ServerConnected: ~Copyable, Sendable {
  var keys: TrafficKeys

  init(_ suite: TLS.CipherSuite, _ secrets: consuming ApplicationSecrets) {
    keys = TrafficKeys(suite, outgoing: secrets.server, incoming: secrets.client)
  }

  consuming func received(
    _ message: ReceivedMessage, _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    try context.peerLimits.count(.keyUpdates, at: context.now)
    try keys.receive(
      try message.expect(), maySend: context.maySend, &context.recordLayer)
    return .connected(self)
  }
}
