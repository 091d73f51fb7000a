import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// Responses that outlive their calls.
@Suite(.timeLimit(.minutes(3))) struct OpenedResponseTests {
  private static let content = [UInt8](repeating: 7, count: 300_000)

  private static let drip = TestAnswer.response(
    HTTP.Response(200, body: [UInt8](repeating: 7, count: 1_000)),
    .drip(byteCount: 100, every: .seconds(1)))

  private func with(
    _ configure: (inout HTTPSession.Configuration) -> Void = { _ in },
    _ body: (SessionFixture) async throws -> Void
  ) async throws {
    try await SessionFixture.with { request in
      let status: HTTP.Status = request.path == "/no" ? 404 : 200
      return .response(HTTP.Response(status, headers: ["X-Mark": "1"], body: Self.content))
    } configure: {
      configure(&$0)
    } _: { fixture in
      try await body(fixture)
    }
  }

  @Test func `another task can read the body of an open response after the call`() async throws {
    try await with { fixture in
      let opened = try await fixture.session.open(.get("x"))
      #expect(opened.status == .ok && opened.headers["X-Mark"] == "1")
      #expect(opened.url.description == "\(fixture.server.url)x")
      #expect(fixture.session.gauges.leased == 1)
      let reader = Task.detached {
        var count = 0
        for try await piece in opened.body { count += piece.count }
        return count
      }
      #expect(try await reader.value == Self.content.count)
      #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
      #expect(try await opened.body.collect() == [])
      // The connection serves the next call.
      #expect(try await fixture.session.get("y").body == Self.content)
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `an open response that has ended does not count as a running call`() async throws {
    try await with { fixture in
      let opened = try await fixture.session.open(.get("x"))
      #expect(try await opened.body.collect().count == Self.content.count)
      let closed = try await fixture.session.open(.get("x"))
      closed.close()
      let kept = try await fixture.session.stream(.get("x")) { _, body in body }
      #expect(await fixture.session.shutdown(within: .seconds(60)) == 0)
      withExtendedLifetime((opened, closed, kept)) {}
    }
  }

  @Test func `an open response that is released also releases its connection`() async throws {
    try await with { fixture in
      for isRead in [false, true] {
        do {
          let opened = try await fixture.session.open(.get("x"))
          if isRead {
            var pieces = opened.body.makeAsyncIterator()
            _ = try await pieces.next()
          }
          #expect(fixture.session.gauges.leased == 1)
        }
        #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
      }
    }
  }

  @Test func `reading the body of a closed response throws an error`() async throws {
    try await with { fixture in
      let opened = try await fixture.session.open(.get("x"))
      var pieces = opened.body.makeAsyncIterator()
      _ = try await pieces.next()
      opened.close()
      #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
      let error = await #expect(throws: HTTPSessionError.self) { try await opened.body.collect() }
      #expect(error?.reason == .bodyOutOfScope)
      opened.close()
    }
  }

  @Test func `opening a response with a rejected status code throws an error`() async throws {
    try await with {
      $0.limits.byteCountInErrors = 9
    } _: { fixture in
      let error = await #expect(throws: HTTPSessionError.self) {
        _ = try await fixture.session.open(.get("no"))
      }
      #expect(error?.reason == .status(404))
      #expect(error?.response?.body == [UInt8](repeating: 7, count: 9))
      #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
      let opened = try await fixture.session.open(.get("no"), accepting: .any)
      #expect(opened.status == .notFound)
      #expect(try await opened.body.collect() == Self.content)
    }
  }

  @Test func `an open response that was read to its end is stored in the cache`() async throws {
    let cache = try HTTPSession.ResponseCache.inMemory()
    try await SessionFixture.with { _ in
      .response(
        HTTP.Response(200, headers: ["Cache-Control": "max-age=60"], body: Self.content))
    } configure: {
      $0.cache = cache
    } _: { fixture in
      let dropped = try await fixture.session.open(.get("x"))
      dropped.close()
      for _ in 0..<2 {
        let opened = try await fixture.session.open(.get("x"))
        #expect(try await opened.body.collect() == Self.content)
      }
      // The first one was not read, and is not stored.
      #expect(fixture.server.requestCount == 2)
    }
  }

  @Test func `cancelling the task that reads an opened response ends its body`() async throws {
    let gate = Gate()
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
      await gate.pass()
    } _: { fixture in
      let opened = try await fixture.session.open(.get("x"))
      let reader = Task { try await opened.body.collect() }
      while !opened.body.answer.content.isReading { await Pause.brief() }
      reader.cancel()
      await #expect(throws: CancellationError.self) { try await reader.value }
      #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
      await #expect(throws: HTTPSessionError.self) { try await opened.body.collect() }
      gate.open()
    }
  }

  @Test func `the idle timeout of an open response runs only while a task reads`() async throws {
    try await TestNetwork.run { network in
      try network.serve("http://a.example") { _ in Self.drip }
      let session = try network.session("http://a.example/") { $0.timeouts.idle = .seconds(5) }
      let opened = try await session.open(.get("x"))
      try await network.sleep(for: .seconds(60))
      #expect(try await opened.body.collect().count == 1_000)
      await session.shutdown()
    }
  }

  @Test func `the total timeout of an open response includes its body`() async throws {
    try await TestNetwork.run { network in
      try network.serve("http://a.example") { _ in Self.drip }
      let session = try network.session("http://a.example/")
      let start = network.elapsed
      let opened = try await session.open(.get("x"), within: .seconds(4))
      let error = await #expect(throws: HTTPSessionError.self) { try await opened.body.collect() }
      #expect(error?.reason == .timedOut(.total))
      #expect(network.elapsed - start <= .seconds(5))
      await session.shutdown()
    }
  }

  @Test func `a shutdown waits for an open response body up to its time limit`()
    async throws
  {
    try await with { fixture in
      let opened = try await fixture.session.open(.get("x"))
      var pieces = opened.body.makeAsyncIterator()
      _ = try await pieces.next()
      await fixture.session.shutdown(within: .milliseconds(50))
      let error = await #expect(throws: HTTPSessionError.self) {
        while try await pieces.next() != nil {}
      }
      #expect(error?.reason == .shutDown)
      #expect(fixture.session.gauges.leased == 0)
    }
  }
}
