import TestSupport
import Testing

@testable import ApusTLS

/// The memory that a server can make a client use.
@Suite struct HostileTicketsTests {
  /// Receives the largest number of tickets for the caches of a session, every other one with the
  /// length limit of the grammar, and returns the growth of the process.
  private static func growth() throws -> Int {
    let script = try Script()
    try script.play(upTo: nil)
    let messages = try [65_000, 16_384].map { count in
      try NewSessionTicket(
        lifetime: 604_800, ageAdd: 1, nonce: [0], ticket: [UInt8](repeating: 7, count: count)
      ).encoded()
    }
    var cache = TLS.SessionCache()
    let start = try ProcessMemory.residentByteCount()
    for number in 0..<8_192 {
      if number % TLS.HandshakeLimit.tickets.count == 0 {
        let now = script.context.now.millisecondsSinceEpoch
        script.context.now = UnixTime(millisecondsSinceEpoch: now + 60_000)
      }
      script.context.events = []
      try script.give(messages[number % 2])
      for case .session(let session) in script.context.events {
        let scope = TLS.SessionScope(
          host: "a.example", port: UInt16(number / 8), configuration: [])
        cache.add(
          TLS.Session(
            scope: scope, suite: session.suite, peer: session.peer, applicationProtocol: nil,
            received: session.received, lifetime: session.lifetime, ticket: session.ticket,
            secret: session.secret))
      }
    }
    #expect(cache.byteCount <= 8 << 20 && cache.count > 100)
    return try ProcessMemory.residentByteCount() - start
  }

  @Test func `8,192 hostile session tickets use at most 10 MiB of memory`() async {
    // In a separate process, so that other tests are not measured.
    await #expect(processExitsWith: .success) {
      let growth = try HostileTicketsTests.growth()
      precondition(growth <= 10 << 20, "the process has grown by \(growth) bytes")
    }
  }
}
