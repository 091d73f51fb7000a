import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// Situations of calls: 13 of the 39.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct CallSituationsTests {
  /// The content of a response that describes the request.
  private struct Received: Codable {
    var method: String
    var query: String?
    var headers: [[String]]
    var body: String

    init(_ request: TestRequest) {
      method = request.method.name
      query = request.query
      headers = request.headers.map { ["\($0.name)", $0.value.text] }
      body = String(decoding: request.body, as: UTF8.self)
    }

    /// Returns the values of a field, one for each line.
    func values(of name: String) -> [String] { headers.filter { $0[0] == name }.map { $0[1] } }
  }

  private static let describe: TestServer.Handler = { request in
    try .json(Received(request))
  }

  @Test func `a GET request needs one line of code`() async throws {
    try await SessionFixture.with(Self.describe) { fixture in
      let received = try await fixture.session.get("x", as: Received.self)
      #expect(received.method == "GET" && received.body.isEmpty)
    }
  }

  @Test func `a POST request needs one line of code`() async throws {
    try await SessionFixture.with(Self.describe) { fixture in
      let received = try await fixture.session.post(
        "x", .bytes(Array("Hello World".utf8)), as: Received.self)
      #expect(received.method == "POST" && received.body == "Hello World")
    }
  }

  @Test func `a header field of the caller reaches the server`() async throws {
    try await SessionFixture.with(Self.describe) { fixture in
      let received = try await fixture.session.post(
        "x", .writing { try await $0.write("Hello World") }, headers: ["X-Foo": "BARbaz"],
        as: Received.self)
      #expect(received.values(of: "X-Foo") == ["BARbaz"] && received.body == "Hello World")
    }
  }

  @Test func `a header field with an empty value reaches the server`() async throws {
    try await SessionFixture.with(Self.describe) { fixture in
      let received = try await fixture.session.post(
        "x", headers: ["X-Test": ""], as: Received.self)
      #expect(received.values(of: "X-Test") == [""])
    }
  }

  @Test func `a request field with two values is sent as two field lines`()
    async throws
  {
    try await SessionFixture.with(Self.describe) { fixture in
      let received = try await fixture.session.get(
        "x", headers: ["X-Test": "one", "X-Test": "two"], as: Received.self)
      #expect(received.values(of: "X-Test") == ["one", "two"])
    }
  }

  @Test func `query parameters keep repeated names and empty values`() async throws {
    let query = "foo=bar&bar=baz&baz=qux&qux=&foo=phew"
    try await SessionFixture.with(Self.describe) { fixture in
      let whole = try await fixture.session.get(.reference("x?\(query)"), as: Received.self)
      #expect(whole.query == query)
      let pairs = try await fixture.session.get(
        "x", query: ["foo": "bar", "bar": "baz", "baz": "qux", "qux": "", "foo": "phew"],
        as: Received.self)
      // A literal is sorted by its names.
      #expect(pairs.query == "bar=baz&baz=qux&foo=bar&foo=phew&qux=")
    }
  }

  @Test(arguments: [301, 308]) func `a redirect after a GET request is followed`(status: Int)
    async throws
  {
    try await SessionFixture.with { request in
      guard request.path == "/from" else { return try await Self.describe(request) }
      return .response(HTTP.Response(HTTP.Status(status), headers: [.location: "/to"]))
    } _: { fixture in
      let received = try await fixture.session.get("from", as: Received.self)
      #expect(received.method == "GET" && received.body.isEmpty)
      #expect(fixture.server.requestCount == 2)
    }
  }

  @Test func `a redirect loop fails after ten redirects`() async throws {
    try await SessionFixture.with { request in
      let next: HTTP.FieldValue = request.path == "/ping" ? "/pong" : "/ping"
      return .response(HTTP.Response(302, headers: [.location: next]))
    } _: { fixture in
      let error = await fixture.failure(of: .get("ping"))
      #expect(error?.reason == .redirect(.tooMany(limit: 10)))
      #expect(fixture.server.requestCount == 11)
    }
  }

  @Test func `a cookie that a response sets is sent with the next request`() async throws {
    try await SessionFixture.with { request in
      guard request.path == "/cookie" else { return try await Self.describe(request) }
      return .response(HTTP.Response(200, headers: [.setCookie: "foo=123; Max-Age=60"]))
    } configure: {
      $0.cookies = HTTPSession.CookieStorage()
    } _: { fixture in
      let response = try await fixture.session.get("cookie")
      #expect(response.headers.values(of: .setCookie).count == 1)
      let received = try await fixture.session.get("x", as: Received.self)
      #expect(received.values(of: "Cookie") == ["foo=123"])
    }
  }

  /// The server's counter is its tag and its content. It counts on after each 304, which only a
  /// client with the current tag gets.
  @Test(arguments: ["", "\""]) func `an entity tag is sent back exactly as the server sent it`(
    quote: String
  ) async throws {
    let counter = Lock(0)
    try await SessionFixture.with { request in
      let sent = request.headers[.ifNoneMatch]?.text
      return counter.withLock { counter in
        let tag = "\(quote)\(counter)\(quote)"
        let headers: HTTP.Fields = [.etag: HTTP.FieldValue(tag)]
        guard sent == tag else {
          return .response(HTTP.Response(200, headers: headers, body: Array("\(counter)".utf8)))
        }
        counter += 1
        return .response(HTTP.Response(304, headers: headers))
      }
    } configure: {
      $0.cache = try? .inMemory()
    } _: { fixture in
      var seen: [String] = []
      for _ in 0..<6 {
        let response = try await fixture.session.get("etag")
        #expect(response.status == .ok)
        seen.append(response.text)
      }
      #expect(seen == ["0", "0", "1", "1", "2", "2"])
      #expect(fixture.server.requestCount == 6)
    }
  }

  @Test func `a hundred sessions can send requests at the same time`() async throws {
    let server = try await TestServer(Self.describe)
    let count = try await withThrowingTaskGroup { group in
      for _ in 0..<100 {
        let session = try HTTPSession(server.url) { $0.timeouts.connect = .seconds(120) }
        group.addTask {
          let received = try await session.get("x", as: Received.self)
          await session.shutdown()
          return received.method
        }
      }
      return try await group.reduce(0) { $0 + ($1 == "GET" ? 1 : 0) }
    }
    #expect(count == 100)
    await server.shutdown()
  }

  @Test func `a call can be cancelled before the response head arrives`() async throws {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200), .silence)
    } _: { fixture in
      let session = fixture.session
      let call = Task { try await session.get("stall") }
      #expect(await Pause.until { fixture.server.requestCount == 1 })
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
    }
  }

  @Test func `a call can be cancelled while it receives the response content`() async throws {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n1234")
      try await connection.hang()
    } _: { fixture in
      let (reading, read) = AsyncStream.makeStream(of: Void.self)
      let session = fixture.session
      let call = Task {
        try await session.stream(.get("stall")) { _, content in
          for try await _ in content { read.yield() }
        }
      }
      for await _ in reading { break }
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
    }
  }
}
