import ApusNet
import Testing

@testable import ApusTLS

/// What a server can make a client remember.
@Suite struct HostileTicketsTests {
  /// How many bytes of this process are in memory: the second number, in pages.
  private static func residentByteCount() throws -> Int {
    let text = String(decoding: try Files.contents(of: "/proc/self/statm"), as: UTF8.self)
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    return try #require(numbers.dropFirst().first) * 4096
  }

  /// Receives as many tickets as the caches of a session have room for by number, every other one
  /// as long as the grammar allows, and returns by how much the process has grown.
  private static func growth() throws -> Int {
    let script = try Script()
    try script.play(upTo: nil)
    let messages = try [65_000, 16_384].map { count in
      try NewSessionTicket(
        lifetime: 604_800, ageAdd: 1, nonce: [0], ticket: [UInt8](repeating: 7, count: count)
      ).encoded()
    }
    var cache = TLS.SessionCache()
    let start = try residentByteCount()
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
    return try residentByteCount() - start
  }

  @Test func `8,192 hostile tickets take no more than 10 MiB`() async {
    // Other tests would be measured too where they run beside it.
    await #expect(processExitsWith: .success) {
      let growth = try HostileTicketsTests.growth()
      precondition(growth <= 10 << 20, "the process has grown by \(growth) bytes")
    }
  }
}
