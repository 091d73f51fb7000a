import ApusBytes
import Testing

@testable import ApusTLS

/// RFC 8446 section 4.2.8: an empty or short list of shares is answered by a retry, at worst.
@Suite struct GroupPreferenceTests {
  private typealias Adaptation = (inout TLS.ServerConfiguration) -> Void

  /// A server of some groups that gives tickets.
  private func server(_ groups: [TLS.NamedGroup]) throws -> Adaptation {
    let sealer = try TLS.TicketSealer(using: SystemRandom())
    return {
      $0.ticketSealer = sealer
      $0.groups = groups
    }
  }

  private func shares(_ duet: Duet) throws -> [UInt16]? {
    let hello: ClientHello = try Self.hello(duet)
    return try hello.extensions.value(KeyShares.self)?.shares.map(\.group)
  }

  /// The first ClientHello, which stands alone in its record.
  private static func hello(_ duet: Duet) throws -> ClientHello {
    let byteCount = Int(duet.clientSent[3]) << 8 | Int(duet.clientSent[4])
    return try ReceivedMessage(Array(duet.clientSent[5..<5 + byteCount])).expect()
  }

  @Test func `a server that passes the hybrid over is sent none while it is resumed`() throws {
    let server = try server([.x25519])
    let first = try Duet(server: server)
    first.run()
    #expect(try shares(first) == [0x11ec, 0x001d])
    let second = try Duet(session: first.sessions.last, server: server)
    second.run()
    #expect(second.clientFacts?.isResumed == true && second.clientFacts?.group == .x25519)
    #expect(try shares(second) == [0x001d])
    // It stays on offer.
    let offered = try Self.hello(second).extensions.value(SupportedGroups.self)?.groups
    #expect(offered == [0x11ec, 0x001d, 0x0017, 0x0018, 0x0019])
    try second.chat()
  }

  @Test func `a server that takes the hybrid is sent both shares again`() throws {
    let server = try server([.x25519MLKEM768, .x25519])
    let first = try Duet(server: server)
    first.run()
    let second = try Duet(session: first.sessions.last, server: server)
    second.run()
    #expect(second.clientFacts?.isResumed == true)
    #expect(second.clientFacts?.group == .x25519MLKEM768)
    #expect(try shares(second) == [0x11ec, 0x001d])
  }

  @Test func `a server that asks for another group each time is sent both shares again`() throws {
    let server = try server([.secp384r1])
    let first = try Duet(server: server)
    first.run()
    #expect(first.clientFacts?.isRetried == true)
    let second = try Duet(session: first.sessions.last, server: server)
    second.run()
    #expect(second.clientFacts?.isResumed == true && second.clientFacts?.isRetried == true)
    #expect(try shares(second) == [0x11ec, 0x001d])
  }

  @Test func `a server that has come to prefer the hybrid can ask for it`() throws {
    let server = try server([.x25519])
    let first = try Duet(server: server)
    first.run()
    let newer: Adaptation = {
      server(&$0)
      $0.groups = [.x25519MLKEM768]
    }
    let second = try Duet(session: first.sessions.last, server: newer)
    second.run()
    #expect(second.clientFacts?.isResumed == true && second.clientFacts?.isRetried == true)
    #expect(second.clientFacts?.group == .x25519MLKEM768)
    let third = try Duet(session: second.sessions.last, server: newer)
    third.run()
    #expect(try shares(third) == [0x11ec, 0x001d] && third.clientFacts?.isRetried == false)
  }

  @Test func `a group that the client would not share is not shared`() throws {
    let server = try server([.x25519, .secp256r1, .secp384r1])
    let first = try Duet(server: server)
    first.run()
    #expect(first.clientFacts?.group == .x25519)
    var configuration = TLS.ClientConfiguration()
    configuration.groups = [.secp384r1, .secp256r1, .x25519]
    let second = try Duet(configuration, session: first.sessions.last, server: server)
    second.run()
    #expect(try shares(second) == [0x0018, 0x0017])
    #expect(second.clientFacts?.isResumed == true && second.clientFacts?.group == .secp256r1)
  }

  @Test func `a choice counts for a day, however many sessions follow each other`() throws {
    let server = try server([.x25519])
    let start = Duet.now.millisecondsSinceEpoch
    var session: TLS.Session?
    // Tickets of the server live for two hours.
    let step: Int64 = 7_000_000
    for count in 0...13 {
      let moment = TLS.Moment(millisecondsSinceEpoch: start + Int64(count) * step)
      let duet = try Duet(session: session, at: moment, server: server)
      duet.run()
      #expect(duet.clientFacts?.isResumed == (count > 0))
      let isNew = count == 0 || count == 13
      #expect(try shares(duet) == (isNew ? [0x11ec, 0x001d] : [0x001d]))
      session = duet.sessions.last
    }
    #expect(12 * step < GroupPreference.lifetime && 13 * step >= GroupPreference.lifetime)
  }

  @Test func `a choice counts from its moment to the end of its time`() {
    let preference = GroupPreference(.x25519, at: Duet.now)
    let start = Duet.now.millisecondsSinceEpoch
    for (after, counts) in [
      (0, true), (GroupPreference.lifetime - 1, true), (GroupPreference.lifetime, false),
      (-1, false),
    ] {
      #expect(preference.counts(at: TLS.Moment(millisecondsSinceEpoch: start + after)) == counts)
    }
    #expect(!preference.counts(at: TLS.Moment(millisecondsSinceEpoch: .min)))
  }
}
