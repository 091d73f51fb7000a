import Testing

@testable import ApusTLS

/// RFC 8446 section C.4, and the scope of a session.
@Suite struct SessionCacheTests {
  private let now = UnixTime(millisecondsSinceEpoch: SampleSession.received + 1000)

  @Test func `the cache returns the newest session first, and a TLS 1.3 session only once`() throws
  {
    var cache = TLS.SessionCache()
    for number in 0..<3 { cache.add(try SampleSession.tls13(ticket: UInt8(number))) }
    let scope = SampleSession.scope
    let tickets = (0..<4).map { _ in cache.take(for: scope, at: now)?.ticket }
    #expect(tickets == [[2], [1], [0], nil])
    #expect(cache.count == 0 && cache.scopeCount == 0)
  }

  @Test func `a TLS 1.2 session stays in the cache until a newer session replaces it`() throws {
    var cache = TLS.SessionCache()
    cache.add(try SampleSession.tls12(ticket: 1))
    cache.add(try SampleSession.tls12(ticket: 2))
    #expect(cache.count == 1)
    for _ in 0..<3 {
      #expect(cache.take(for: SampleSession.scope, at: now)?.ticket == [2])
    }
  }

  @Test func `a session is found only for the same host, port and configuration`() throws {
    var cache = TLS.SessionCache()
    cache.add(try SampleSession.tls13())
    let scope = SampleSession.scope
    for other in [
      TLS.SessionScope(host: "b.example", port: scope.port, configuration: scope.configuration),
      TLS.SessionScope(host: scope.host, port: 444, configuration: scope.configuration),
      TLS.SessionScope(host: scope.host, port: scope.port, configuration: [1, 2, 4]),
      TLS.SessionScope(host: scope.host, port: scope.port, configuration: []),
    ] {
      #expect(cache.take(for: other, at: now) == nil)
    }
    #expect(cache.take(for: scope, at: now) != nil)
  }

  @Test func `a fourth session in a scope with the limit 3 removes the oldest session`() throws {
    var cache = TLS.SessionCache(scopeLimit: 4, sessionLimit: 3)
    for number in 0..<3 { cache.add(try SampleSession.tls13(ticket: UInt8(number))) }
    #expect(cache.count == 3)
    cache.add(try SampleSession.tls13(ticket: 3))
    #expect(cache.count == 3)
    let tickets = (0..<3).map { _ in cache.take(for: SampleSession.scope, at: now)?.ticket }
    #expect(tickets == [[3], [2], [1]])
  }

  @Test func `a full cache removes the sessions of the least recently used scope`() throws {
    var cache = TLS.SessionCache(scopeLimit: 3, sessionLimit: 2)
    func scope(_ port: UInt16) -> TLS.SessionScope {
      TLS.SessionScope(host: "a.example", port: port, configuration: [])
    }
    for port in 1...3 { cache.add(try SampleSession.tls12(scope: scope(UInt16(port)))) }
    #expect(cache.take(for: scope(1), at: now) != nil)
    cache.add(try SampleSession.tls12(scope: scope(4)))
    #expect(cache.scopeCount == 3)
    #expect(cache.take(for: scope(2), at: now) == nil)
    for port: UInt16 in [1, 3, 4] { #expect(cache.take(for: scope(port), at: now) != nil) }
  }

  @Test func `2,000 additions never exceed the limits of a session cache`() throws {
    var cache = TLS.SessionCache(scopeLimit: 5, sessionLimit: 2)
    for round in 0..<2000 {
      let scope = TLS.SessionScope(host: "a", port: UInt16(round % 17), configuration: [])
      cache.add(try SampleSession.tls13(scope: scope))
      if round % 3 == 0 { _ = cache.take(for: scope, at: now) }
      #expect(cache.scopeCount <= 5 && cache.count <= 10)
    }
    // The five most recently used scopes are left.
    let left = (0..<17).filter { port in
      let scope = TLS.SessionScope(host: "a", port: UInt16(port), configuration: [])
      return cache.take(for: scope, at: now) != nil
    }
    #expect(left.allSatisfy { ((1999 - $0) % 17) < 7 } && left.count >= 3)
  }

  // MARK: Bytes

  private func scope(_ port: UInt16) -> TLS.SessionScope {
    TLS.SessionScope(host: "a.example", port: port, configuration: [])
  }

  @Test func `all sessions of the cache together stay below the byte limit`() throws {
    let cost = try SampleSession.tls13(scope: scope(0), ticketByteCount: 1_000).byteCost
    #expect(cost > 1_000)
    var cache = TLS.SessionCache(scopeLimit: 100, sessionLimit: 4, byteLimit: 10 * cost)
    for port in 0..<40 {
      cache.add(try SampleSession.tls13(scope: scope(UInt16(port)), ticketByteCount: 1_000))
      #expect(cache.byteCount <= cache.byteLimit && cache.count <= 10)
    }
    // The most recently used ones are left, and only they are counted.
    #expect(cache.count == 10 && cache.byteCount == 10 * cost)
    for port in 0..<40 {
      #expect((cache.take(for: scope(UInt16(port)), at: now) != nil) == (port >= 30))
    }
    #expect(cache.byteCount == 0 && cache.count == 0)
  }

  @Test func `a scope above the byte limit loses its oldest sessions`() throws {
    let cost = try SampleSession.tls13(ticketByteCount: 100).byteCost
    var cache = TLS.SessionCache(scopeLimit: 4, sessionLimit: 8, byteLimit: 3 * cost)
    for number in 0..<6 {
      cache.add(try SampleSession.tls13(ticket: UInt8(number), ticketByteCount: 100))
    }
    let left = (0..<4).map { _ in cache.take(for: SampleSession.scope, at: now)?.ticket.first }
    #expect(left == [5, 4, 3, nil])
  }

  @Test func `a session above the byte limit is not stored and removes no other session`() throws {
    let cost = try SampleSession.tls13().byteCost
    var cache = TLS.SessionCache(byteLimit: 2 * cost)
    cache.add(try SampleSession.tls13())
    cache.add(try SampleSession.tls13(ticketByteCount: 3 * cost))
    #expect(cache.count == 1 && cache.byteCount == cost)
  }

  @Test func `the byte cost of a session includes its certificates`() throws {
    let path = try SampleSession.tls13().certificates.reduce(0) { $0 + $1.der.count }
    #expect(try SampleSession.tls13().byteCost >= 2 * path)
    #expect(TLS.SessionCache().byteLimit == 8 << 20)
  }

  @Test func `removing the sessions of one scope keeps the sessions of other scopes`() throws {
    var cache = TLS.SessionCache()
    for port: UInt16 in [1, 2, 3] {
      cache.add(try SampleSession.tls13(scope: scope(port)))
      cache.add(try SampleSession.tls12(scope: scope(port)))
    }
    let total = cache.byteCount
    cache.forget(scope(2))
    cache.forget(scope(9))
    #expect(cache.take(for: scope(2), at: now) == nil)
    #expect(cache.count == 4 && cache.scopeCount == 2 && cache.byteCount == total / 3 * 2)
    cache.forget { $0.port == 3 }
    #expect(cache.take(for: scope(3), at: now) == nil && cache.count == 2)
    #expect(cache.take(for: scope(1), at: now) != nil)
    cache.removeAll()
    #expect(cache.count == 0 && cache.byteCount == 0)
  }

  @Test func `expired sessions are removed from the cache`() throws {
    var cache = TLS.SessionCache()
    cache.add(try SampleSession.tls13(lifetime: 1))
    cache.add(try SampleSession.tls12(lifetime: 10))
    cache.add(try SampleSession.tls13(lifetime: 1))
    #expect(cache.take(for: SampleSession.scope, at: now)?.lifetime == 10)
    #expect(cache.count == 1)
    cache.forget(SampleSession.scope)
    #expect(cache.take(for: SampleSession.scope, at: now) == nil)
    cache.add(try SampleSession.tls13())
    cache.removeAll()
    #expect(cache.count == 0 && cache.take(for: SampleSession.scope, at: now) == nil)
  }
}
