import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections

/// Exchanges from their lease to their release, without a session.
@Suite struct LeaseTests {
  private static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

  @Test func `a released connection is reused by the next request`() async throws {
    let origin = try ScriptedOrigin { try await $0.serve(Self.hello) }
    for number in 1...3 {
      let lease = try await origin.lease()
      try origin.begin(lease)
      #expect(lease.isReused == (number > 1))
      #expect(try await lease.head().0.status == .ok)
      #expect(lease.framing == .contentLength(2))
      #expect(try await lease.content() == "hi")
      #expect(lease.release(draining: false) == nil)
      #expect(origin.pool.gauges.idle == 1)
    }
    #expect(origin.dialCount == 1)
    await origin.end()
  }

  @Test func `a request that requires a new connection never uses an idle connection`()
    async throws
  {
    let origin = try ScriptedOrigin { try await $0.serve(Self.hello) }
    for _ in 1...2 {
      let lease = try await origin.lease(isFresh: true)
      try origin.begin(lease)
      #expect(!lease.isReused)
      _ = try await lease.head()
      #expect(try await lease.content() == "hi")
      lease.release(draining: false)
    }
    #expect(origin.dialCount == 2)
    await origin.end()
  }

  @Test func `the caller receives 1xx heads, trailer fields and the sent request head`()
    async throws
  {
    let origin = try ScriptedOrigin { peer in
      _ = try await peer.readHead()
      try await peer.write(
        "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "2\r\nhi\r\n0\r\nDigest: d\r\n\r\n")
    }
    let lease = try await origin.lease()
    let milestones = Lock<[ExchangeMilestone]>([])
    try origin.begin(lease, .get, ["X-A": "b"])
    lease.onStep { step in milestones.withLock { $0.append(step) } }
    #expect(
      String(decoding: lease.headBytes, as: UTF8.self)
        == "GET / HTTP/1.1\r\nHost: origin.test\r\nX-A: b\r\n\r\n")
    let (head, count) = try await lease.head()
    #expect(head.status == .ok && count == 1)
    #expect(try await lease.content() == "hi")
    #expect(lease.release(draining: false)?["Digest"]?.text == "d")
    #expect(milestones.withLock(\.self) == [.sent, .heard])
    await origin.end()
  }

  @Test func `early release keeps the connection only if the whole response has arrived`()
    async throws
  {
    let origin = try ScriptedOrigin { peer in
      for text in [Self.hello, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi"] {
        _ = try await peer.readHead()
        try await peer.write(text)
      }
      _ = try await peer.readHead()
    }
    for isKept in [true, false] {
      let lease = try await origin.lease()
      try origin.begin(lease)
      _ = try await lease.head()
      lease.release(draining: true)
      #expect(origin.pool.gauges.open == (isKept ? 1 : 0))
    }
    await origin.end()
  }

  @Test func `a missing or truncated response head is an error and closes the connection`()
    async throws
  {
    let origin = try ScriptedOrigin { peer in
      if try await peer.readHead()?.contains("POST") == true { try await peer.write("HTTP/1.1 2") }
    }
    for method in [HTTP.Method.get, .post] {
      let lease = try await origin.lease()
      try origin.begin(lease, method)
      let error = await #expect(throws: ConnectionError.self) { _ = try await lease.head() }
      let failure = lease.fail(try #require(error))
      #expect(failure.hasHeard == (method == .post))
      #expect(failure.error.code == (method == .post ? "invalid-response" : "no-response"))
      #expect(failure.bodyError == nil)
      #expect(origin.pool.gauges.open == 0)
    }
    await origin.end()
  }

  @Test func `dropping a lease wakes the task that waits for response bytes`() async throws {
    let origin = try ScriptedOrigin { peer in
      _ = try await peer.readHead()
      try await peer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
      _ = try await peer.readHead()
    }
    let lease = try await origin.lease()
    try origin.begin(lease)
    _ = try await lease.head()
    let reading = Task { try await lease.content() }
    await Pause.brief()
    lease.drop()
    await #expect(throws: ConnectionError.self) { try await reading.value }
    #expect(origin.pool.gauges.open == 0)
    await origin.end()
  }

  @Test func `a request waits for a free connection, and fails if the queue is full`()
    async throws
  {
    var settings = ConnectionSettings()
    (settings.pool.connectionsPerHost, settings.pool.waitingRequests) = (1, 1)
    let origin = try ScriptedOrigin(settings) { try await $0.serve(Self.hello) }
    let (first, caller) = (try await origin.lease(), Caller())
    #expect(caller.queuedCount == 0)
    let second = Task { try await origin.lease(caller) }
    #expect(await Pause.until { origin.pool.gauges.waiting == 1 })
    let refused = await #expect(throws: DialFailure.self) { try await origin.lease() }
    #expect(refused?.reason == .queueFull(limit: 1))
    first.releaseUnused()
    let lease = try await second.value
    #expect(caller.queuedCount == 1 && origin.dialCount == 1)
    lease.releaseUnused()
    await origin.end()
  }

  @Test func `a waiting request fails when cancelled and when the queue timeout passes`()
    async throws
  {
    var settings = ConnectionSettings()
    settings.pool.connectionsPerHost = 1
    let origin = try ScriptedOrigin(settings) { try await $0.serve(Self.hello) }
    let first = try await origin.lease()
    let waiting = Task { try await origin.lease() }
    #expect(await Pause.until { origin.pool.gauges.waiting == 1 })
    waiting.cancel()
    let cancelled = await #expect(throws: DialFailure.self) { try await waiting.value }
    #expect(cancelled?.reason == .cancelled)
    var timeouts = Connections.Timeouts()
    timeouts.queue = .milliseconds(1)
    let caller = Caller(timeouts)
    let late = await #expect(throws: DialFailure.self) { try await origin.lease(caller) }
    #expect(late?.reason == .timedOut(.queue))
    #expect(origin.pool.gauges.waiting == 0)
    first.releaseUnused()
    await origin.end()
  }

  @Test func `after a 101 response, the raw bytes of the connection can be read`() async throws {
    let origin = try ScriptedOrigin { peer in
      _ = try await peer.readHead()
      try await peer.write(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nab")
      _ = try await peer.readHead()
      try await peer.write("cd")
    }
    let lease = try await origin.lease()
    try origin.begin(lease, .get, ["Connection": "Upgrade", "Upgrade": "echo"])
    #expect(lease.rawBytes == nil)
    #expect(try await lease.head().0.status.code == 101)
    let raw = try #require(lease.rawBytes)
    #expect(try await raw.read() == Array("ab".utf8))
    try await raw.write(Array("x\r\n\r\n".utf8))
    #expect(try await raw.read() == Array("cd".utf8))
    #expect(try await raw.read() == nil)
    try raw.finishWriting()
    lease.release(draining: true)
    #expect(origin.pool.gauges.open == 0)
    await origin.end()
  }

  @Test func `connections that were opened in advance serve the next requests`() async throws {
    let origin = try ScriptedOrigin { try await $0.serve(Self.hello) }
    let deadlines = Deadlines(Connections.Timeouts(), .system)
    #expect(try await origin.pool.warmUp(2, for: origin.key, deadlines) == 2)
    #expect(origin.pool.gauges.idle == 2)
    let resting = try #require(
      origin.pool.leaseResting(origin.key, isReplayable: true, deadlines))
    #expect(origin.pool.gauges.leased == 1)
    resting.releaseUnused()
    await origin.pool.shutDown(until: .after(.seconds(60)))
    #expect(origin.pool.gauges.open == 0)
    let closed = await #expect(throws: DialFailure.self) { try await origin.lease() }
    #expect(closed?.reason == .shutDown)
    await origin.end()
  }
}
