import ApusBytes
import Testing

@testable import ApusTLS

/// RFC 8446 sections 2.2, 4.2.11 and 4.6.1.
struct ResumptionTests {
  /// A server with tickets, and the session of a first connection to it.
  private func first(
    _ suites: [TLS.CipherSuite] = [.aes128GCM]
  ) throws -> (session: TLS.Session, server: (inout TLS.ServerConfiguration) -> Void) {
    let sealer = try TLS.TicketSealer(using: SystemRandom())
    let adapt: (inout TLS.ServerConfiguration) -> Void = {
      $0.ticketSealer = sealer
      $0.suites = suites
    }
    let duet = try Duet(server: adapt)
    duet.run()
    #expect(duet.sessions.count == 2)
    return (try #require(duet.sessions.last), adapt)
  }

  @Test(arguments: [TLS.CipherSuite.aes128GCM, .aes256GCM, .chaCha20Poly1305])
  func `a TLS 1.3 session is resumed with its session ticket`(suite: TLS.CipherSuite) throws {
    let (session, server) = try first([suite])
    let duet = try Duet(session: session, server: server)
    duet.run()
    #expect(duet.clientError == nil && duet.serverError == nil)
    let facts = try #require(duet.clientFacts)
    #expect(facts.isResumed && duet.serverFacts?.isResumed == true)
    #expect(facts.suite == suite && facts.serverScheme == nil)
    #expect(facts.chain.leaf == Signer.p256?.leaf)
    #expect(duet.presented.isEmpty)
    try duet.chat()
    // A resumed session creates sessions itself.
    #expect(duet.sessions.count == 2)
    let third = try Duet(session: duet.sessions.first, server: server)
    third.run()
    #expect(third.clientFacts?.isResumed == true)
  }

  @Test func `after a retry, a session is offered again if its hash function fits`() throws {
    let (session, server) = try first()
    let duet = try Duet(session: session) {
      server(&$0)
      $0.groups = [.secp256r1]
      $0.retryCookie = [1]
    }
    duet.run()
    #expect(duet.clientFacts?.isResumed == true && duet.clientFacts?.isRetried == true)
    try duet.chat()
  }

  @Test func `after a retry with another hash function, the session is not offered`() throws {
    let (session, server) = try first()
    let duet = try Duet(session: session) {
      server(&$0)
      $0.suites = [.aes256GCM]
      $0.retryCookie = [1]
    }
    duet.run()
    #expect(duet.clientError == nil && duet.serverError == nil)
    #expect(duet.clientFacts?.isResumed == false)
  }

  @Test func `a server that does not know the session ticket sends its certificate`() throws {
    let (session, _) = try first()
    let duet = try Duet(session: session) {
      $0.ticketSealer = try? TLS.TicketSealer(using: SystemRandom())
    }
    duet.run()
    #expect(duet.clientFacts?.isResumed == false && duet.presented.count == 1)
    try duet.chat()
  }

  @Test func `a session is offered from its receipt until its expiration`() throws {
    let (session, server) = try first()
    let start = Duet.now.millisecondsSinceEpoch
    let lifetime = Int64(TLS.TicketSealer.lifetime) * 1000
    for (after, isResumed) in [(0, true), (lifetime - 1, true), (lifetime, false), (-1, false)] {
      let duet = try Duet(
        session: session, at: UnixTime(millisecondsSinceEpoch: start + after), server: server)
      let offers = duet.client.offersSession
      #expect(offers == isResumed)
      duet.run()
      #expect(duet.clientFacts?.isResumed == isResumed)
    }
  }

  @Test func `the ticket age in a ClientHello is the real age plus the server's number`() throws {
    let (session, _) = try first()
    let script = try Script(session: session)
    let offer = try #require(try script.hello.extensions.value(PreSharedKeys.self))
    #expect(offer.identities.count == 1 && offer.binders.count == 1)
    #expect(offer.identities[0].ticket == session.ticket)
    #expect(offer.identities[0].obfuscatedAge == session.ageAdd)
    #expect(script.hello.extensions.entries.last?.type == 41)
  }

  @Test func `resuming a session that was not offered, or with another hash, is an error`() throws {
    let (session, _) = try first()
    for (suite, index, expected) in [
      (0x1302, 0, TLSError.broken(.sessionHashIsThatOfSuite)),
      (0x1301, 1, .broken(.sessionWasOffered)),
    ] as [(UInt16, UInt16, TLSError)] {
      let script = try Script(session: session)
      script.alterHello = {
        $0.cipherSuite = suite
        try? $0.extensions.append(SelectedPreSharedKey(index))
      }
      #expect(throws: expected) { try script.play(.serverHello) }
    }
  }

  @Test func `a resumed handshake without a key share of the server is rejected`() throws {
    let (session, _) = try first()
    let script = try Script(session: session)
    script.alterHello = {
      $0.extensions = ExtensionList($0.extensions, without: .keyShare)
      try? $0.extensions.append(SelectedPreSharedKey(0))
    }
    #expect(throws: TLSError.missingExtension(51)) { try script.play(.serverHello) }
  }

  @Test func `a ClientHello with a wrong binder is rejected by the server`() throws {
    let (session, server) = try first()
    let duet = try Duet(session: session, server: server)
    duet.toServer = { bytes in
      guard bytes.first == 22 else { return bytes }
      var bytes = bytes
      bytes[bytes.count - 1] ^= 1
      return bytes
    }
    duet.run()
    #expect(duet.serverError == .wrongFinished)
    #expect(duet.clientError == .alerted(TLS.AlertDescription.decryptError.rawValue))
  }

  @Test func `a session ticket with a duplicate or forbidden extension is rejected`() throws {
    for (types, error) in [
      ([51], .misplacedExtension(51)), ([0xabcd, 0xabcd], .repeatedExtension(0xabcd)),
      ([0xabcd], nil),
    ] as [([UInt16], TLSError?)] {
      let script = try Script()
      try script.play(upTo: nil)
      var ticket = NewSessionTicket(lifetime: 1, ageAdd: 1, nonce: [0], ticket: [1, 2])
      for type in types { ticket.extensions.append(type, []) }
      let message = try ticket.encoded()
      if let error {
        #expect(throws: error) { try script.give(message) }
      } else {
        try script.give(message)
      }
    }
  }

  /// The session that a client stores for a ticket.
  private func kept(lifetime: UInt32, ticketByteCount: Int = 2) throws -> TLS.Session? {
    let script = try Script()
    try script.play(upTo: nil)
    let ticket = NewSessionTicket(
      lifetime: lifetime, ageAdd: 1, nonce: [0],
      ticket: [UInt8](repeating: 7, count: ticketByteCount))
    script.context.events = []
    try script.give(try ticket.encoded())
    guard case .session(let session) = script.context.events.last else { return nil }
    return session
  }

  @Test func `a session ticket with a longer lifetime is stored for seven days`() throws {
    #expect(try kept(lifetime: 604_800)?.lifetime == 604_800)
    #expect(try kept(lifetime: 604_801)?.lifetime == 604_800)
    #expect(try kept(lifetime: .max)?.lifetime == 604_800)
    #expect(try kept(lifetime: 0) == nil)
  }

  @Test func `a session ticket of more than 16 KiB is dropped, and the connection continues`()
    throws
  {
    #expect(try kept(lifetime: 1, ticketByteCount: 16_384)?.ticket.count == 16_384)
    for count in [16_385, 65_535] {
      #expect(try kept(lifetime: 1, ticketByteCount: count) == nil)
    }
    for (count, isKept) in [(16_384, true), (16_385, false), (65_535, false)] {
      let script = try Script12()
      script.promisesTicket = true
      script.ticket = [UInt8](repeating: 7, count: count)
      try script.play(upTo: nil)
      #expect(script.isConnected && (script.session != nil) == isKept)
    }
  }
}
