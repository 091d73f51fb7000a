import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Content that is available while a closure runs.
@Suite(.ownThread) struct ResponseContentTests {
  private static let big = [UInt8](repeating: 7, count: 1 << 20)

  private static let answer: TestServer.Handler = { request in
    switch request.path {
    case "/big": .response(HTTP.Response(200, body: big))
    case "/chunks":
      .stream(HTTP.ResponseHead(200)) { connection in
        for number in 0..<100 { try await connection.writeChunk([UInt8(number), 1]) }
      }
    case "/lines":
      .stream(HTTP.ResponseHead(200)) { connection in
        for piece in ["{\"a\":1}\n{\"a", "\":2}\r", "\n\n", "last"] {
          try await connection.writeChunk(Array(piece.utf8))
        }
      }
    case "/endless-error":
      .stream(HTTP.ResponseHead(503)) { connection in
        while true { try await connection.writeChunk(big) }
      }
    case "/endless":
      .stream(HTTP.ResponseHead(200)) { connection in
        while true { try await connection.writeChunk(big) }
      }
    default: .response(HTTP.Response(404, body: Array("gone".utf8)))
    }
  }

  private actor Counter {
    private(set) var byteCount = 0
    private(set) var statuses: [Int] = []

    func count(_ target: String, _ session: HTTPSession) async throws {
      try await session.stream(.get(.reference(target))) { head, content in
        statuses.append(head.status.code)
        for try await piece in content { byteCount += piece.count }
      }
    }
  }

  @Test func `a streaming closure can change the state of the caller's actor`() async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      let counter = Counter()
      try await counter.count("big", fixture.session)
      try await counter.count("chunks", fixture.session)
      let (byteCount, statuses) = await (counter.byteCount, counter.statuses)
      #expect(byteCount == Self.big.count + 200)
      #expect(statuses == [200, 200])
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @MainActor private final class Screen {
    var byteCount = 0

    func show(_ target: String, _ session: HTTPSession) async throws {
      try await session.stream(.get(.reference(target))) { _, content in
        for try await piece in content { byteCount += piece.count }
        MainActor.assertIsolated()
      }
    }
  }

  @Test func `a streaming closure can change the state of the main actor`() async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      let screen = Screen()
      try await screen.show("big", fixture.session)
      #expect(await screen.byteCount == Self.big.count)
    }
  }

  @Test func `a streaming closure returns a value on plain tasks and on event loop tasks`()
    async throws
  {
    try await SessionFixture.with(Self.answer) { fixture in
      let session = fixture.session
      let plain = try await session.stream(.get("big")) { _, content in
        try await content.collect()
      }
      #expect(plain == Self.big)
      let onLoop = try await withTaskExecutorPreference(session.executor) {
        try await session.stream(.get("chunks")) { _, content in try await content.collect() }
      }
      #expect(onLoop.count == 200)
    }
  }

  @Test func `a rejected status code throws an error before the streaming closure runs`()
    async throws
  {
    try await SessionFixture.with(Self.answer) { fixture in
      let session = fixture.session
      let calls: [@Sendable () async throws -> Void] = [
        { try await session.stream(.get("no")) { _, _ in _ = Issue.record("it ran") } },
        { try await session.stream(.get("no")) { _, body in for try await _ in body.lines() {} } },
        { try await session.events(.get("no")) { _ in _ = Issue.record("it ran") } },
        {
          try await session.events(.get("no"), reconnecting: HTTPSession.Reconnection()) { events in
            for try await _ in events { Issue.record("an event") }
          }
        },
        {
          try await session.stream(.get("big"), accepting: .codes(201...404)) { _, _ in
            _ = Issue.record("it ran")
          }
        },
      ]
      for (index, call) in calls.enumerated() {
        let error = await #expect(throws: HTTPSessionError.self) { try await call() }
        let isBig = index == calls.count - 1
        #expect(error?.reason == .status(isBig ? 200 : 404), "\(index)")
        let body = isBig ? Self.big : Array("gone".utf8)
        #expect(error?.response?.body == body, "\(index)")
      }
      // Content that was read to its end has kept the connection.
      #expect(fixture.server.connectionCount <= 2)
    }
  }

  @Test func `a 2xx status code that the session does not accept is an error`() async throws {
    var configuration = HTTPSession.Configuration()
    configuration.acceptedStatuses = .codes(201...299)
    let session = HTTPSession.stub("https://a.example/", configuration: configuration) { _ in
      HTTP.Response(
        200, headers: [.contentType: "text/event-stream"], body: Array("data: a\n\n".utf8))
    }
    let calls: [@Sendable () async throws -> Void] = [
      { try await session.stream(.get("")) { _, _ in _ = Issue.record("it ran") } },
      { try await session.events(.get("")) { _ in _ = Issue.record("it ran") } },
      {
        try await session.events(.get(""), reconnecting: HTTPSession.Reconnection()) { events in
          for try await _ in events { Issue.record("an event") }
        }
      },
    ]
    for (index, call) in calls.enumerated() {
      let error = await #expect(throws: HTTPSessionError.self) { try await call() }
      #expect(error?.reason == .status(200), "\(index)")
    }
  }

  @Test func `an error stores the first bytes of an endless error page, up to the limit`()
    async throws
  {
    try await SessionFixture.with(Self.answer) {
      $0.limits.byteCountInErrors = 100
    } _: { fixture in
      for call: @Sendable () async throws -> Void in [
        { try await fixture.session.stream(.get("endless-error")) { _, _ in } },
        { try await fixture.session.events(.get("endless-error")) { _ in } },
      ] {
        let error = await #expect(throws: HTTPSessionError.self) { try await call() }
        #expect(error?.reason == .status(503))
        #expect(error?.response?.body == [UInt8](repeating: 7, count: 100))
      }
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test(arguments: [(Duration.seconds(2), 1000), (.seconds(30), 100)])
  func `reading a slow error page ends after the idle timeout or the maximum bytes`(
    _ idle: Duration, _ limit: Int
  ) async throws {
    try await TestNetwork.run { network in
      try network.serve("http://a.example") { _ in
        .response(
          HTTP.Response(404, body: [UInt8](repeating: 7, count: 10_000)),
          .drip(byteCount: 60, every: .milliseconds(400)))
      }
      let session = try network.session("http://a.example/") {
        $0.timeouts.idle = idle
        $0.limits.byteCountInErrors = limit
      }
      let start = network.elapsed
      let error = await #expect(throws: HTTPSessionError.self) {
        try await session.stream(.get("")) { _, _ in _ = Issue.record("it ran") }
      }
      #expect(error?.reason == .status(404))
      let body = error?.response?.body ?? []
      #expect(1...600 ~= body.count && body.count <= limit && body.allSatisfy { $0 == 7 })
      #expect(network.elapsed - start <= .seconds(4))
      await session.shutdown()
    }
  }

  @Test func `a truncated 404 page throws the status error unless the call is cancelled`()
    async throws
  {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nhalf")
      if connection.number > 1 { try await connection.hang() }
    } _: { fixture in
      let session = fixture.session
      let error = await #expect(throws: HTTPSessionError.self) {
        try await session.stream(.get("cut")) { _, _ in }
      }
      #expect(error?.reason == .status(500))
      #expect(error?.response?.body == Array("half".utf8))
      let task = Task { try await session.stream(.get("hang")) { _, _ in } }
      #expect(await session.gauge(\.leased, reaches: 1) == 1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func `a call that accepts any status code can read an error page`() async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      let text = try await fixture.session.stream(.get("no"), accepting: .any) { head, content in
        #expect(head.status == .notFound)
        #expect(content.byteCount == 4)
        return String(decoding: try await content.collect(), as: UTF8.self)
      }
      #expect(text == "gone")
      let all = try HTTPSession(fixture.server.url) { $0.acceptedStatuses = .any }
      #expect(try await all.stream(.get("no")) { head, _ in head.status.code } == 404)
      await all.shutdown()
    }
  }

  private struct Own: Error, Equatable { var number = 7 }

  @Test func `an error that the streaming closure throws reaches the caller unchanged`()
    async throws
  {
    try await SessionFixture.with(Self.answer) { fixture in
      await #expect(throws: Own()) {
        try await fixture.session.stream(.get("big")) { _, _ in throw Own() }
      }
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test
  func `unread content is drained if it was received, else the connection closes`()
    async throws
  {
    try await SessionFixture.with(Self.answer) { fixture in
      // Head and content arrive in one piece.
      try await fixture.session.stream(.get("gone"), accepting: .any) { _, _ in }
      #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
      for target in ["big", "endless"] {
        try await fixture.session.stream(.get(.reference(target))) { _, content in
          var pieces = content.makeAsyncIterator()
          let first = try await pieces.next()
          #expect(first?.isEmpty == false)
        }
        #expect(await fixture.session.gauge(\.idle, reaches: 0) == 0)
      }
    }
  }

  @Test func `reading content after the end of the streaming closure throws an error`() async throws
  {
    try await SessionFixture.with(Self.answer) { fixture in
      let content = try await fixture.session.stream(.get("big")) { _, content in content }
      do {
        _ = try await content.collect()
        Issue.record("read")
      } catch {
        let error = HTTPSessionError(of: error)
        #expect(error.reason == .bodyOutOfScope)
      }
    }
  }

  @Test func `a read that outlasts the streaming closure ends with an error`() async throws {
    try await SessionFixture.with { _ in
      .connection { connection in
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
        try await connection.hang()
      }
    } _: { fixture in
      let left = try await fixture.session.stream(.get("")) { _, content in
        let task = Task {
          do {
            _ = try await content.collect()
            return nil as HTTPSessionError.Reason?
          } catch {
            return HTTPSessionError(of: error).reason
          }
        }
        while !content.answer.content.isReading { await Pause.brief() }
        return task
      }
      // The connection is released before the reader notices.
      #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
      let reason = await left.value
      #expect(reason != nil)
      #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
    }
  }

  @Test func `two tasks cannot read the same response content at the same time`() async throws {
    let gate = Gate()
    try await SessionFixture.with { _ in
      .connection { connection in
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
        await gate.pass()
        try await connection.write("ab")
      }
    } _: { fixture in
      try await fixture.session.stream(.get("")) { _, content in
        async let first = content.collect()
        while !content.answer.content.isReading { await Pause.brief() }
        do {
          _ = try await content.collect()
          Issue.record("read twice")
        } catch {
          let error = HTTPSessionError(of: error)
          #expect(error.reason == .bodyOutOfScope)
        }
        gate.open()
        let bytes = try await first
        #expect(bytes == Array("ab".utf8))
      }
    }
  }

  @Test func `lines that arrive in several packets are returned as complete lines`() async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      let lines = try await fixture.session.stream(.get("lines")) { _, content in
        var lines: [String] = []
        for try await line in content.lines() { lines.append(line) }
        return lines
      }
      #expect(lines == ["{\"a\":1}", "{\"a\":2}", "", "last"])
      do {
        _ = try await fixture.session.stream(.get("lines")) { _, content in
          for try await _ in content.lines(limit: 3) {}
        }
        Issue.record("no limit")
      } catch {
        let error = HTTPSessionError(of: error)
        #expect(error.reason == .lineTooLong(limit: 3))
      }
    }
  }

  @Test func `only a text/event-stream response yields events, each when it is complete`()
    async throws
  {
    try await SessionFixture.with { request in
      guard request.path == "/events" else {
        return .response(HTTP.Response(200, headers: ["Content-Type": "text/plain"]))
      }
      let type = request.head.fields[.accept] ?? "none"
      return .stream(HTTP.ResponseHead(200, fields: ["Content-Type": type])) { connection in
        for piece in ["data: 1\n", "\nid: 7\ndata", ": 2\n\nda", "ta: 3"] {
          try await connection.writeChunk(Array(piece.utf8))
        }
      }
    } _: { fixture in
      let events = try await fixture.session.events(.get("events")) { events in
        var all: [HTTP.ServerSentEvent] = []
        for try await event in events { all.append(event) }
        return all
      }
      #expect(events == [.init(data: "1"), .init(data: "2", id: "7")])
      do {
        _ = try await fixture.session.events(.get("other")) { _ in Issue.record("no events") }
      } catch {
        let error = HTTPSessionError(of: error)
        #expect(error.reason == .mediaType("text/plain"))
      }
    }
  }

  @Test func `a paused reader of response content stops the server's writes`() async throws {
    let sent = Lock(0)
    try await SessionFixture.with { _ in
      .stream(HTTP.ResponseHead(200)) { connection in
        for _ in 0..<200 {
          try await connection.writeChunk(Self.big)
          sent.withLock { $0 += Self.big.count }
        }
      }
    } _: { fixture in
      try await fixture.session.stream(.get("")) { _, content in
        var pieces = content.makeAsyncIterator()
        _ = try await pieces.next()
        try await Task.sleep(for: .milliseconds(300))
        // The buffers of the two kernels, and one of ours.
        #expect(sent.withLock { $0 } < 100 << 20)
      }
    }
  }
}
