import ApusBytes
import ApusCrypto
import Testing

@testable import ApusTLS

/// A connection after its handshake: RFC 8446 sections 4.6, 5, 6 and 7.5.
struct ConnectedTests {
  private func connected(
    _ configuration: TLS.ClientConfiguration = TLS.ClientConfiguration(),
    server: (inout TLS.ServerConfiguration) -> Void = { _ in }
  ) throws -> Duet {
    let duet = try Duet(configuration, server: server)
    duet.run()
    #expect(duet.clientFacts != nil && duet.serverFacts != nil)
    return duet
  }

  @Test func `megabytes of application data arrive intact in both directions`() throws {
    let duet = try connected()
    try duet.chat(byteCount: 300_000)
  }

  @Test func `client and server update their keys with and without a KeyUpdate request`() throws {
    let duet = try connected()
    try duet.chat()
    try duet.client.updateKey(requestingPeer: false)
    try duet.chat()
    try duet.server.updateKey(requestingPeer: false)
    try duet.chat()
    try duet.client.updateKey(requestingPeer: true)
    try duet.chat()
    try duet.server.updateKey(requestingPeer: true)
    try duet.chat()
    try duet.client.updateKey(requestingPeer: true)
    try duet.server.updateKey(requestingPeer: true)
    try duet.chat()
  }

  @Test func `several KeyUpdate requests get one KeyUpdate in response`() throws {
    let duet = try connected()
    try duet.server.updateKey(requestingPeer: true)
    let one = duet.server.takeOutgoing()
    duet.deliverToClient(one)
    let answer = duet.client.takeOutgoing()
    for _ in 0..<10 { try duet.server.updateKey(requestingPeer: true) }
    let ten = duet.server.takeOutgoing()
    duet.deliverToClient(ten)
    let answers = duet.client.takeOutgoing()
    #expect(answers.count == answer.count)
    duet.deliverToServer(answer + answers)
    try duet.chat()
  }

  @Test func `32 KeyUpdates without application data are allowed, and 33 are not`() throws {
    let most = TLS.HandshakeLimit.keyUpdates.count
    let duet = try connected()
    for _ in 0..<most { try duet.server.updateKey(requestingPeer: false) }
    duet.run()
    #expect(duet.clientError == nil)
    try duet.chat()
    for _ in 0..<most { try duet.server.updateKey(requestingPeer: false) }
    duet.run()
    #expect(duet.clientError == nil)
    try duet.server.updateKey(requestingPeer: false)
    duet.run()
    #expect(duet.clientError == .tooMany(.keyUpdates))
    #expect(
      duet.serverError == .alerted(TLS.AlertDescription.unexpectedMessage.rawValue))
  }

  @Test func `32 session tickets in a row are allowed, and 33 are not`() throws {
    let most = TLS.HandshakeLimit.tickets.count
    let sealer = try TLS.TicketSealer(using: SystemRandom())
    for (count, error) in [(most, nil), (most + 1, TLSError.tooMany(.tickets))] {
      let duet = try Duet {
        $0.ticketSealer = sealer
        $0.ticketCount = count
      }
      duet.run()
      #expect(duet.sessions.count == most)
      #expect(duet.clientError == error)
    }
  }

  @Test func `session tickets are counted per minute, even with application data between`() throws {
    let sealer = try TLS.TicketSealer(using: SystemRandom())
    for (later, error) in [(59_999, TLSError.tooMany(.tickets)), (60_000, nil)]
      as [(Int64, TLSError?)]
    {
      let duet = try Duet {
        $0.ticketSealer = sealer
        $0.ticketCount = TLS.HandshakeLimit.tickets.count
      }
      duet.run()
      #expect(duet.clientError == nil)
      try duet.chat()
      duet.now = UnixTime(millisecondsSinceEpoch: duet.now.millisecondsSinceEpoch + later)
      let ticket = NewSessionTicket(lifetime: 1, ageAdd: 1, nonce: [0], ticket: [1])
      try duet.server.context.recordLayer.send(try ticket.encoded())
      duet.run()
      #expect(duet.clientError == error)
    }
  }

  @Test func `a KeyUpdate with an unknown request number is rejected`() throws {
    let script = try Script()
    try script.play(upTo: nil)
    #expect(throws: TLSError.broken(.keyUpdateIsKnown)) {
      try script.give(try KeyUpdate(2).encoded())
    }
  }

  @Test func `a close_notify closes only one direction of the connection`() throws {
    let duet = try connected()
    duet.client.close()
    duet.run()
    #expect(duet.isServerTold && !duet.isClientTold)
    #expect(throws: TLSError.closed) { try duet.client.send([1].span) }
    try duet.server.send([1, 2, 3].span)
    duet.run()
    #expect(duet.clientReceived == [1, 2, 3])
    duet.server.close()
    duet.run()
    #expect(duet.isClientTold)
    try duet.client.receiveEnd()
    #expect(duet.clientError == nil && duet.serverError == nil)
  }

  @Test func `a stream that ends without close_notify throws truncated`() throws {
    let duet = try connected()
    try duet.chat()
    #expect(throws: TLSError.truncated) { try duet.client.receiveEnd() }
    #expect(throws: TLSError.truncated) { try duet.client.send([1].span) }
    #expect(TLSError.truncated.alert == nil)
    let early = try Duet()
    #expect(throws: TLSError.truncated) { try early.client.receiveEnd() }
  }

  @Test func `bytes after a close_notify are ignored`() throws {
    let duet = try connected()
    duet.server.close()
    duet.run()
    duet.client.receive([1, 2, 3, 4, 5, 6, 7].span)
    duet.pumpClient()
    #expect(duet.isClientTold && duet.clientError == nil)
  }

  @Test func `exported keying material differs for each label and each context`() throws {
    let duet = try connected()
    let one = try duet.exported("EXPERIMENTAL a", [])
    let other = try duet.exported("EXPERIMENTAL b", [])
    let third = try duet.exported("EXPERIMENTAL a", [1])
    #expect(one.count == 40 && one != other && one != third)
    #expect(try duet.exported("EXPERIMENTAL a", []) == one)
    let without = try duet.client.keyingMaterial("EXPERIMENTAL a", byteCount: 40)
    #expect(without.withBytes { $0.copy() } == one)
    let early = try Duet()
    #expect(throws: TLSError.notConnected) { try early.exported("EXPERIMENTAL a", []) }
  }

  @Test func `encrypted records never exceed the peer's record size limit`() throws {
    var configuration = TLS.ClientConfiguration()
    configuration.recordSizeLimit = 100
    let duet = try connected(configuration) { $0.recordSizeLimit = 200 }
    #expect(duet.client.context.recordLayer.writer.plaintextLimit == 199)
    #expect(duet.server.context.recordLayer.writer.plaintextLimit == 99)
    try duet.chat(byteCount: 5_000)
  }

  @Test func `a record above the client's announced record size limit is rejected`() throws {
    var configuration = TLS.ClientConfiguration()
    configuration.recordSizeLimit = 100
    let duet = try connected(configuration) { $0.recordSizeLimit = 200 }
    duet.server.context.recordLayer.writer.plaintextLimit = 100
    try duet.server.send([UInt8](repeating: 1, count: 100).span)
    duet.run()
    #expect(duet.clientError == .recordTooLong)
  }

  @Test func `an error alert ends the connection, regardless of its level`() throws {
    for (level, description, error) in [
      (2, 40, .alerted(40)), (1, 40, .misleadingAlert(40)), (2, 250, .alerted(250)),
      (3, 0, .broken(.alertLevelIsKnown)),
    ] as [(UInt8, UInt8, TLSError)] {
      let duet = try connected()
      try duet.serverSends(.alert, [level, description])
      duet.run()
      #expect(duet.clientError == error)
    }
  }

  @Test func `four warning alerts are ignored, and the fifth ends the connection`() throws {
    let duet = try connected()
    for _ in 0..<TLS.HandshakeLimit.warnings.count {
      try duet.server.context.recordLayer.send(Alert(.userCanceled))
    }
    duet.run()
    #expect(duet.clientError == nil)
    try duet.server.context.recordLayer.send(Alert(.userCanceled))
    duet.run()
    #expect(duet.clientError == .tooMany(.warnings))
  }

  @Test func `empty records and warnings count even if they alternate`()
    throws
  {
    for isAtLimit in [true, false] {
      let duet = try connected()
      let warnings = TLS.HandshakeLimit.warnings.count
      let emptyRecords = RecordLimits.emptyRecords + (isAtLimit ? 0 : 1)
      for number in 0..<emptyRecords {
        var records: [UInt8] = []
        try duet.server.context.recordLayer.writer.writeEmptyApplicationData(to: &records)
        duet.server.context.recordLayer.outgoing += records
        if number < warnings { try duet.server.context.recordLayer.send(Alert(.userCanceled)) }
        duet.run()
      }
      #expect(duet.clientError == (isAtLimit ? nil : .tooManyEmptyRecords(limit: 32)))
      if isAtLimit {
        // Another warning exceeds the limit, with any records between them.
        try duet.server.context.recordLayer.send(Alert(.userCanceled))
        duet.run()
        #expect(duet.clientError == .tooMany(.warnings))
      }
    }
  }

  @Test func `the count of warning alerts restarts after a minute`() throws {
    let most = TLS.HandshakeLimit.warnings.count
    let duet = try connected()
    for round in 0..<10 {
      for _ in 0..<most { try duet.server.context.recordLayer.send(Alert(.userCanceled)) }
      duet.run()
      #expect(duet.clientError == nil, "\(round)")
      duet.now = UnixTime(millisecondsSinceEpoch: duet.now.millisecondsSinceEpoch + 60_000)
    }
    // A clock that is set back does not extend the count forever.
    duet.now = UnixTime(millisecondsSinceEpoch: .min)
    for _ in 0..<most { try duet.server.context.recordLayer.send(Alert(.userCanceled)) }
    duet.run()
    #expect(duet.clientError == nil)
    try duet.server.context.recordLayer.send(Alert(.userCanceled))
    duet.run()
    #expect(duet.clientError == .tooMany(.warnings))
  }

  @Test func `a close_notify before the end of the handshake is an error`() throws {
    let duet = try Duet()
    duet.client.receive([21, 3, 3, 0, 2, 1, 0].span)
    duet.pumpClient()
    #expect(duet.clientError == .alerted(0))
  }

  @Test func `the state of a TLS client has at most 2,048 bytes`() {
    // It is stored within each connection, with room for its largest state.
    #expect(MemoryLayout<TLS.Client>.size <= 2_048)
  }
}
