import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Sessions that take no more requests.
@Suite(.ownThread) struct InvalidationTests {
  /// Runs a session with one connection, whose server delays the first response until a gate is
  /// opened.
  private func with(
    _ body: (HTTPSession, Gate) async throws -> Void
  ) async throws {
    let gate = Gate()
    let count = Lock(0)
    let server = try MemoryServer { peer in
      while try await peer.readHead() != nil {
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == 1 { await gate.pass() }
        try await peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    let session = try server.session {
      $0.pool.connectionsPerHost = 1
      $0.pool.idleTimeout = .seconds(100_000)
      ($0.timeouts.queue, $0.timeouts.connect) = (.seconds(60), .seconds(60))
    }
    do {
      try await body(session, gate)
    } catch {
      gate.open()
      throw error
    }
    gate.open()
    #expect(await session.gauge(\.open, reaches: 0) == 0)
    #expect(await Pause.until { session.tasks.isEmpty && session.gauges.tasks == 0 })
    await session.shutdown()
    await server.shutdown()
  }

  private func reason(
    _ work: () async throws -> HTTP.Response
  ) async -> HTTPSessionError.Reason? {
    do {
      _ = try await work()
      return nil
    } catch {
      return HTTPSessionError(of: error).reason
    }
  }

  @Test
  func `invalidate(.afterCalls) completes running calls and rejects new calls`()
    async throws
  {
    try await with { session, gate in
      let first = session.start(.send(.get("first")))
      #expect(await session.gauge(\.leased, reaches: 1) == 1)
      let plain = Task { try await session.send(.get("plain")).text }
      #expect(await session.gauge(\.waiting, reaches: 1) == 1)
      let begun = session.start(.send(.get("begun")))
      session.invalidate()
      session.invalidate(.afterCalls)
      let refused = await reason {
        try await session.send(.get("late"))
      }
      #expect(refused == .shutDown)
      let late = session.start(.send(.get("late")))
      let alsoRefused = await reason { try await late.value }
      #expect(alsoRefused == .shutDown)
      gate.open()
      for task in [first, begun] {
        let text = try await task.value.text
        #expect(text == "ok")
      }
      let text = try await plain.value
      #expect(text == "ok")
      // The idle timeout of the connection is a day.
      #expect(await session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test func `invalidate(.afterCalls) counts a call as ended once its body was read`()
    async throws
  {
    let notes = EventNotes()
    let server = try MemoryServer {
      try await $0.serve("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    let session = try server.session {
      $0.monitors.append(notes)
      $0.pool.idleTimeout = .seconds(100_000)
    }
    try await session.send(.get("a"))
    #expect(await Pause.until { session.calls.number == 0 })
    #expect(session.gauges.open == 1)
    session.invalidate(.afterCalls)
    #expect(await Pause.until { notes.words(of: nil).last == "shut down" })
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `invalidate(.afterCalls) waits for content that is still being read`() async throws {
    try await with { session, gate in
      gate.open()
      try await session.stream(.get("x")) { _, content in
        session.invalidate(.afterCalls)
        let bytes = try await content.collect()
        #expect(bytes == Array("ok".utf8))
      }
    }
  }

  @Test func `invalidate(.now) fails running, waiting and suspended calls with shutDown`()
    async throws
  {
    try await with { session, gate in
      let first = session.start(.send(.get("first")))
      #expect(await session.gauge(\.leased, reaches: 1) == 1)
      let waiting = session.start(.send(.get("waiting")))
      #expect(await session.gauge(\.waiting, reaches: 1) == 1)
      let suspended = session.start(.send(.get("suspended")), isSuspended: true)
      session.invalidate(.afterCalls)
      #expect(session.tasks.count == 3)
      session.invalidate(.now)
      for task in [first, waiting, suspended] {
        let reason = await reason { try await task.value }
        #expect(reason == .shutDown)
      }
      let late = await reason {
        try await session.send(.get("late"))
      }
      #expect(late == .shutDown)
    }
  }

  @Test func `invalidating an idle session or a stub session ends it at once`() async throws {
    try await with { session, gate in
      gate.open()
      try await session.send(.get("x"))
      #expect(await session.gauge(\.idle, reaches: 1) == 1)
      // The call is released gradually.
      session.invalidate()
      #expect(await session.gauge(\.open, reaches: 0) == 0)
    }
    for moment in HTTPSession.Invalidation.allCases {
      let stub = HTTPSession.stub("http://h/") { _ in HTTP.Response(200) }
      try await stub.send(.get("x"))
      stub.invalidate(moment)
      let late = await reason {
        try await stub.send(.get("late"))
      }
      #expect(late == .shutDown)
    }
  }
}
