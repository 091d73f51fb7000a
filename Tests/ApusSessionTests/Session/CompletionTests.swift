import ApusHTTP
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The end of calls: the input of serializers, the events of callers and monitors, and a session
/// after its end.
///
/// Deviations: the end of a call is reported before its caller continues, and both have the same
/// error.
@Suite(.ownThread) struct CompletionTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  /// A serializer that notes its input.
  private final class Seen: ResponseSerializer {
    private let all = Lock<[[UInt8]]>([])

    var bodies: [[UInt8]] { all.withLock(\.self) }

    func serialize(_ response: HTTP.Response) -> SerializedResponse<Int> {
      all.withLock { $0.append(response.body) }
      return SerializedResponse(response.body.count)
    }
  }

  /// Returns a server that breaks off below `/cut`, and responds to all other requests.
  private static func server() throws -> MemoryServer {
    try MemoryServer { peer in
      while let head = try await peer.readHead() {
        guard !head.hasPrefix("GET /cut") else {
          return try await peer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        }
        try await peer.write(ok)
      }
    }
  }

  /// Returns the error of some work; nil if it succeeds.
  private func failure(_ work: () async throws -> Void) async -> HTTPSessionError? {
    do {
      try await work()
      return nil
    } catch {
      return error as? HTTPSessionError
    }
  }

  @Test func `a response serializer receives the whole body, even if it is empty`()
    async throws
  {
    let session = HTTPSession.stub("http://h.test/") { request in
      request.path == "/a" ? HTTP.Response(200, body: [1, 2, 3]) : HTTP.Response(204)
    }
    let seen = Seen()
    let counts = [
      try await session.send(.get("a"), using: seen),
      try await session.send(.get("b"), using: seen),
    ]
    #expect(counts == [3, 0] && seen.bodies == [[1, 2, 3], []])
    let empty = try await session.send(.get("b"))
    #expect(empty.body.isEmpty)
  }

  @Test func `truncated content is an error and does not reach the response serializer`()
    async throws
  {
    let (server, seen) = (try Self.server(), Seen())
    let session = try server.session()
    let error = await failure { _ = try await session.send(.get("cut"), using: seen) }
    #expect(error?.code.name == "connection-lost" && seen.bodies.isEmpty)
    #expect(error?.response?.body == Array("abc".utf8))
    await session.shutdown()
    await server.shutdown()
    // An untrusted server is not a network failure.
    let security = try FlawedServer.wrongHost.security(TestAuthority())
    try await SessionFixture.with(tls: security, TestRoutes.answer) { fixture in
      let error = await failure { _ = try await fixture.session.send(.get("get"), using: seen) }
      #expect(error?.code.name == "trust" && seen.bodies.isEmpty)
    }
  }

  @Test
  func `the ended event has the error that the call then throws`()
    async throws
  {
    let (server, notes) = (try Self.server(), EventNotes())
    let session = try server.session { $0.monitors.append(notes) }
    try await session.send(.get("a"))
    #expect(notes.words(of: 1).last == "ended")
    let error = await failure { try await session.send(.get("cut")) }
    guard case .ended(_, let told?) = notes.events.last(where: { $0.call == 2 })?.kind else {
      Issue.record("\(notes.words(of: 2))")
      return
    }
    #expect(told.reason == error?.reason)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `an HTTPTask reports its ended event even if its handle is not stored`()
    async throws
  {
    let (server, notes) = (try Self.server(), EventNotes())
    let session = try server.session { $0.monitors.append(notes) }
    session.start(.send(.get("a")))
    while notes.timelines.isEmpty { await Pause.brief() }
    #expect(notes.words(of: 1).last == "ended")
    while !session.tasks.isEmpty { await Pause.brief() }
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `an invalidated session can be replaced by a copy of the session`() async throws {
    let server = try Self.server()
    let session = try server.session { $0.headers["X-Tenant"] = "blue" }
    try await session.send(.get("a"))
    session.invalidate(.now)
    let error = await failure { try await session.send(.get("a")) }
    #expect(error?.reason == .shutDown)
    let next = try HTTPSession(copying: session)
    #expect(next !== session && next.base == session.base)
    #expect(next.configuration.headers["X-Tenant"] == "blue")
    let status = try await next.send(.get("a")).status
    #expect(status == .ok && server.connectionCount == 2)
    #expect(await session.gauge(\.open, reaches: 0) == 0)
    next.invalidate(.now)
    #expect(await next.gauge(\.open, reaches: 0) == 0)
    await session.shutdown()
    await server.shutdown()
  }

  /// Notes whether an event of a call overlaps another one of it.
  private final class Overlaps: HTTPSession.Monitor {
    private let state = Lock((inside: Set<Int>(), count: 0, told: 0))

    var counts: [Int] { state.withLock { [$0.count, $0.inside.count] } }
    var told: Int { state.withLock(\.told) }

    func note(_ event: HTTPSession.Event) {
      guard let call = event.call else { return }
      let isFirst = state.withLock { state in
        state.told += 1
        guard !state.inside.insert(call).inserted else { return true }
        state.count += 1
        return false
      }
      if isFirst { _ = state.withLock { $0.inside.remove(call) } }
    }
  }

  @Test func `a call's events are sequential, and the session counts its calls`()
    async throws
  {
    let running = Lock((now: 0, most: 0))
    let overlaps = Overlaps()
    try await SessionFixture.with { _ in
      .connection { connection in
        running.withLock { state in
          state.now += 1
          state.most = max(state.most, state.now)
        }
        await Pause.brief()
        running.withLock { $0.now -= 1 }
        try await connection.write(
          Array("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok".utf8))
        try await connection.finish()
        try await connection.drain()
      }
    } configure: {
      $0.pool.connectionsPerHost = 3
      $0.monitors.append(overlaps)
    } _: { fixture in
      try await withThrowingTaskGroup { group in
        for _ in 0..<24 { group.addTask { _ = try await fixture.session.send(.get("a")) } }
        try await group.waitForAll()
      }
    }
    #expect(overlaps.counts == [0, 0] && overlaps.told > 24 * 5)
    #expect(running.withLock(\.most) <= 3)
  }

  @Test func `the description of a session shows its base, calls and connections`()
    async throws
  {
    let server = try Self.server()
    let session = try server.session()
    let start = "session \(session.number) with "
    #expect("\(session)" == start + "http://memory.test/, calls: 0, connections: 0")
    try await session.stream(.get("a")) { _, content in
      #expect("\(session)" == start + "http://memory.test/, calls: 1, connections: 1")
      for try await _ in content {}
    }
    #expect("\(session)".contains("calls: 0"))
    #expect("\(try HTTPSession())".contains(" with no base, "))
    let secret = HTTPSession.stub("https://h.test/a?token=hidden") { _ in HTTP.Response(204) }
    #expect(!"\(secret)".contains("hidden"))
    // Sessions with one base and one configuration are distinct too, and so are copies.
    let twins = try [session, HTTPSession("http://memory.test/"), HTTPSession(copying: session)]
    #expect(Set(twins.map(\.description)).count == 3)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `by default redirects are followed and a 401 challenge is the response`()
    async throws
  {
    let session = HTTPSession.stub("http://h.test/") { request in
      switch request.path {
      case "/old": HTTP.Response(302, headers: [.location: "/new"])
      case "/asks": HTTP.Response(401, headers: ["WWW-Authenticate": "Basic realm=r"])
      default: HTTP.Response(200)
      }
    }
    let response = try await session.send(.get("old"))
    #expect(response.status == .ok && response.redirects.count == 1)
    let error = await failure { try await session.send(.get("asks")) }
    #expect(error?.reason == .status(401))
  }

  @Test func `repeated header fields are joined and found in any letter case`()
    async throws
  {
    let server = try MemoryServer.answering([
      "HTTP/1.1 200 OK\r\nX-Kind: a\r\nContent-Length: 0\r\nx-kind: b, c\r\n"
        + "Set-Cookie: a=1\r\nset-cookie: b=2\r\n\r\n"
    ])
    let session = try server.session()
    let response = try await session.send(.get("a"))
    #expect(response.headers["X-KIND"]?.text == "a, b, c")
    #expect(response.headers.values(of: "SET-cookie").map(\.text) == ["a=1", "b=2"])
    await session.shutdown()
    await server.shutdown()
  }

  @Test
  func `a session sends requests without checking the network's reachability`()
    async throws
  {
    let way = try Reachability(address: "127.0.0.1")
    try await SessionFixture.with { _ in
      .response(HTTP.Response(204))
    } _: { fixture in
      try await fixture.session.send(.get("a"))
      #expect(way.status == .unknown)
      way.startMonitoring()
      for await status in way.changes where status.isReachable { break }
      try await fixture.session.send(.get("a"))
      way.stopMonitoring()
    }
  }
}

// MARK: Content

extension CompletionTests {
  @Test func `the total of upload progress is the body length, not a caller's field value`()
    async throws
  {
    let notes = EventNotes()
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, body: request.body))
    } configure: {
      $0.monitors.append(notes)
    } _: { fixture in
      let pieces = AsyncStream { writer in
        for byte in [1, 2, 3] as [UInt8] { writer.yield([byte]) }
        writer.finish()
      }
      var seen: [TransferProgress] = []
      try await fixture.session.upload(.put("a", .sequence(pieces, byteCount: 3))) {
        seen.append($0)
      }
      #expect(seen.last == TransferProgress(completed: 3, total: 3))
      #expect(notes.words(of: 1).contains("uploading 3/3"))
      var request = HTTP.Request.put("a", .sequence(pieces))
      request.headers[.contentLength] = "3"
      let error = await failure { try await fixture.session.send(request) }
      #expect(error?.reason == .request(.contentLengthDiffers(body: .unknown)))
    }
  }

  @Test func `after the response head a closure can continue, stop or save to a file`()
    async throws
  {
    let folder = try TemporaryFolder()
    let head = "HTTP/1.1 200 OK\r\nX-Kind: file\r\nContent-Length: 3\r\n\r\n"
    try await SessionFixture.withConnections { connection in
      let hangs = try await connection.readHead()?.head.target.text == "/hang"
      try await connection.write(Array((head + (hangs ? "a" : "abc")).utf8))
      if hangs { try await connection.hang() }
    } _: { fixture in
      let session = fixture.session
      let read = try await session.stream(.get("a")) { head, content in
        head.status == .ok ? try await content.collect() : []
      }
      #expect(read == Array("abc".utf8))
      // It does not wait for content that it does not need.
      let kind = try await session.stream(.get("hang")) { head, _ in head.fields["X-Kind"] }
      #expect(kind == "file")
      #expect(await session.gauge(\.leased, reaches: 0) == 0)
      let download = try await session.download(.get("b")) { head in
        head.fields["X-Kind"] == "file" ? "\(folder.path)/b" : nil
      }
      #expect(download?.path == "\(folder.path)/b")
      let written = try Files.contents(of: "\(folder.path)/b")
      #expect(written == Array("abc".utf8))
    }
  }

  @Test func `a download checks the status code and does not use the response serializer`()
    async throws
  {
    let (folder, notes) = (try TemporaryFolder(), EventNotes())
    try await SessionFixture.with { _ in
      .response(
        HTTP.Response(200, headers: [.contentType: "text/html"], body: Array("<p>".utf8)))
    } configure: {
      $0.responseSerializer = JSONResponseSerializer()
      $0.monitors.append(notes)
    } _: { fixture in
      let download = try await fixture.session.download("a", to: "\(folder.path)/a")
      let written = try Files.contents(of: download.path)
      #expect(written == Array("<p>".utf8))
      #expect(notes.words(of: 1).suffix(2) == ["ended", "saved a"])
      let error = await failure { _ = try await fixture.session.get("a", as: JSON.Value.self) }
      #expect(error?.reason == .mediaType("text/html"))
    }
  }

  @Test func `the progress of a resumed download includes the bytes that already exist`()
    async throws
  {
    let (folder, notes) = (try TemporaryFolder(), EventNotes())
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) {
      $0.monitors.append(notes)
    } _: { fixture in
      let path = "\(folder.path)/a"
      let error = await failure {
        try await fixture.session.download("f", to: path, options: .resume)
      }
      let token = try #require(error?.resumeToken)
      try await fixture.session.download(resuming: token, to: path)
      #expect(!notes.words(of: 1).contains { $0.hasPrefix("continued") })
      let words = notes.words(of: 2).filter { !$0.hasPrefix("receiving") }
      #expect(words.suffix(4) == ["head 206", "continued 400/1000", "ended", "saved a"])
    }
  }

  @Test func `a download with its own Accept-Encoding is saved encoded, without resumption`()
    async throws
  {
    let folder = try TemporaryFolder()
    let request = HTTP.Request(.get, "f", headers: [.acceptEncoding: "gzip"])
    let coded = RangeServer(
      1_000, ["ETag": "\"one\"", "Content-Encoding": "gzip"], [.cut(afterByteCount: 400)])
    try await SessionFixture.with(coded.handler) { fixture in
      let path = "\(folder.path)/a"
      let error = await failure {
        try await fixture.session.download(request, to: path, options: .resume)
      }
      #expect(error != nil && error?.resumeToken == nil)
      let names = try Files.names(in: folder.path)
      #expect(names == [])
      let task = fixture.session.start(.download(request, to: path))
      let count = try await task.value.byteCount
      #expect(count == 1_000)
      // It is as it was sent.
      let written = try Files.contents(of: path)
      #expect(written == coded.content.withLock(\.bytes))
    }
    #expect(coded.requests.map { $0[.acceptEncoding]?.text } == ["gzip", "gzip"])
  }
}
