import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Redirects that are followed or rejected.
@Suite struct RedirectTests {
  /// Returns a session whose server redirects by a table of paths.
  private func session(
    _ table: [String: (Int, String)],
    _ configure: (inout HTTPSession.Configuration) -> Void = { _ in }
  ) throws -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configure(&configuration)
    return HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      guard let (status, location) = table[try HTTP.URL(request.target.text).path] else {
        return HTTP.Response(200, body: Array("\(request.method) \(request.target.text)".utf8))
      }
      return HTTP.Response(
        HTTP.Status(status), headers: [.location: HTTP.FieldValue(location)])
    }
  }

  @Test func `relative, absolute and network-path references in Location are resolved`()
    async throws
  {
    for (location, end) in [
      ("y?q", "https://a.test/b/y?q"), ("/y", "https://a.test/y"),
      ("//c.test/y", "https://c.test/y"), ("https://c.test", "https://c.test"),
      ("../../y", "https://a.test/y"), ("?z", "https://a.test/b/x?z"),
    ] {
      let session = try session(["/b/x": (302, location)]) { $0.redirects.limit = 1 }
      let response = try? await session.send(.get("b/x"))
      if location == "?z" {
        let error = await session.failure(of: .get("b/x"))
        #expect(error?.reason == .redirect(.tooMany(limit: 1)))
        continue
      }
      #expect(response?.redirects.last?.destination.description == end)
    }
  }

  @Test func `the redirect limit is the maximum number of redirects that are followed`()
    async throws
  {
    var table: [String: (Int, String)] = [:]
    for step in 1...11 { table["/\(step)"] = (302, "/\(step - 1)") }
    let session = try session(table)
    let response = try await session.send(.get("10"))
    #expect(response.text == "GET https://a.test/0")
    #expect(response.redirects.count == 10)
    #expect(response.redirects.first?.source.path == "/10")
    let error = try #require(await session.failure(of: .get("11")))
    #expect(error.reason == .redirect(.tooMany(limit: 10)))
    #expect(error.redirects.count == 10)
    #expect(error.response?.headers[.location] == "/0")
    #expect("\(error)".contains("redirects.limit"))
    #expect("\(error)".contains("10 redirects from https://a.test"))
  }

  @Test func `a limit of zero or a request option returns the redirect to the caller`()
    async throws
  {
    for isRequest in [false, true] {
      let session = try session(["/x": (301, "/y")]) {
        $0.acceptedStatuses = .any
        if !isRequest { $0.redirects = .none }
      }
      var request = HTTP.Request.get("x")
      if isRequest { request.options.followsRedirects = false }
      let response = try await session.send(request)
      #expect(response.status.code == 301 && response.redirects.isEmpty)
    }
  }

  @Test func `only the status codes 301, 302, 303, 307 and 308 with a Location redirect`()
    async throws
  {
    for status in 300...308 {
      let session = try session(["/x": (status, "/y")]) { $0.acceptedStatuses = .any }
      let response = try await session.send(.get("x"))
      #expect(response.status.code == ([301, 302, 303, 307, 308].contains(status) ? 200 : status))
    }
    let session = HTTPSession.stub("https://a.test") { _ in HTTP.Response(302) }
    let error = try #require(await session.failure(of: .get("x")))
    #expect(error.reason == .status(302))
  }

  @Test func `an upgrade request and a CONNECT request are not redirected`() async throws {
    let session = try session(["/x": (307, "/y")]) { $0.acceptedStatuses = .any }
    var upgrade = HTTP.Request.get("x")
    upgrade.headers[.upgrade] = "other"
    for request in [upgrade, HTTP.Request(.connect, "x")] {
      let response = try await session.send(request)
      #expect(response.status.code == 307 && response.redirects.isEmpty)
    }
  }

  /// RFC 9110 section 15.4: fields that describe the content are sent with it, or not at all.
  @Test func `redirects drop content fields with the content, and sensitive header fields`()
    async throws
  {
    let seen = Lock<[HTTP.Fields]>([])
    let session = HTTPSession.stub("https://a.test/") { request in
      seen.withLock { $0.append(request.headers) }
      switch request.path {
      case "/303": return HTTP.Response(303, headers: [.location: "/end"])
      case "/307": return HTTP.Response(307, headers: [.location: "https://b.test/end"])
      default: return HTTP.Response(200)
      }
    }
    let ofContent: [HTTP.FieldName] = [
      .expect, .trailer, "Digest", "Repr-Digest", "Content-Language", "Content-MD5",
    ]
    var request = HTTP.Request.post("303", .bytes([1]))
    for name in ofContent + ["X-Caller"] { request.headers[name] = "v" }
    try await session.send(request)
    request = .get("307")
    request.headers[.contentType] = "text/y"
    request.headers[.accept] = .sensitive("text/x")
    request.headers[.acceptLanguage] = "en"
    try await session.send(request)
    let ends = seen.withLock { [$0[1], $0[3]] }
    #expect(!ofContent.contains { ends[0].contains($0) } && ends[0]["X-Caller"] == "v")
    #expect(!ends[1].contains(.contentType) && ends[1][.accept] != "text/x")
    #expect(ends[1][.acceptLanguage] == "en")
  }

  @Test func `redirects to other schemes, to users and to malformed URLs are rejected`()
    async throws
  {
    for location in [
      "file:///etc/passwd", "ftp://a.test/", "javascript:alert(1)", "data:,x", "https://",
      "https://u:p@a.test/", "https://a.test:0/", "/%zz", "https://a b/", "\\\\c.test/x",
    ] {
      let session = try session(["/x": (302, location)])
      let error = try #require(await session.failure(of: .get("x")))
      guard case .redirect(.location) = error.reason else {
        Issue.record("\(location): \(error)")
        continue
      }
      #expect(!"\(error)".contains("u:p"))
    }
    let several = HTTPSession.stub("https://a.test") { _ in
      var response = HTTP.Response(302)
      response.headers.append(.location, "/a")
      response.headers.append(.location, "/b")
      return response
    }
    #expect(await several.failure(of: .get("x"))?.reason == .redirect(.severalLocations))
  }

  @Test func `a redirect keeps the URL's fragment unless the location has its own`() async throws {
    let session = try session(["/x": (302, "/y"), "/y": (302, "/z#own")])
    let response = try await session.send(.get("x#mine"))
    #expect(
      response.redirects.map(\.destination.description) == [
        "https://a.test/y#mine", "https://a.test/z#own",
      ])
  }

  @Test func `a redirect closure may allow, change or reject a redirect, or throw`()
    async throws
  {
    struct Stop: Error {}
    for (path, expected) in [
      ("allow", "GET https://a.test/end"), ("change", "POST https://a.test/other"),
      ("refuse", ""), ("elsewhere", "GET https://b.test/end"),
    ] {
      let session = try session([
        "/allow": (302, "/end"), "/change": (302, "/end"), "/refuse": (302, "/end"),
        "/elsewhere": (302, "/end"),
      ]) {
        $0.acceptedStatuses = .any
        $0.redirects.onRedirect = { proposal in
          #expect(proposal.response.status.code == 302 && proposal.count == 0)
          #expect(proposal.request.target.text == "https://a.test/end")
          var request = proposal.request
          switch proposal.source.path {
          case "/change": (request.method, request.target) = (.post, "other")
          case "/refuse": return nil
          case "/elsewhere": request.target = "https://b.test/end"
          default: break
          }
          return request
        }
      }
      var request = HTTP.Request.get(.reference(path))
      request.headers["X-Caller"] = "c"
      let response = try await session.send(request)
      #expect(response.text == expected)
      #expect(response.status.code == (path == "refuse" ? 302 : 200))
    }
    let failing = try session(["/x": (302, "/y")]) {
      $0.redirects.onRedirect = { _ in throw Stop() }
    }
    let error = try #require(await failing.failure(of: .get("x")))
    #expect(error.reason == .hook && error.underlying is Stop)
  }

  @Test func `an error that a redirect closure throws ends the call`() async throws {
    let hooks: [(@Sendable () async throws -> Void, HTTPSessionError.Reason)] = [
      ({ throw CancellationError() }, .hook),
      ({ throw HTTPSessionError(.queueFull(limit: 7)) }, .queueFull(limit: 7)),
    ]
    for (hook, reason) in hooks {
      let session = try session(["/x": (302, "/y")]) {
        $0.redirects.onRedirect = { proposal in
          try await hook()
          return proposal.request
        }
      }
      #expect(await session.failure(of: .get("x"))?.reason == reason)
    }
  }

  @Test func `fields that a redirect closure adds are sent only to its chosen origin`()
    async throws
  {
    let seen = Lock<[HTTP.Fields]>([])
    var configuration = HTTPSession.Configuration()
    configuration.redirects.onRedirect = { proposal in
      var request = proposal.request
      if request.target == "https://b.test/keeps" { request.headers["X-Hook"] = "h" }
      if request.target == "https://b.test/from" {
        (request.target, request.headers["X-Hook"]) = ("https://b.test/to", "h")
      }
      if request.target == "https://a.test/moves" { request.target = "https://c.test/moves" }
      return request
    }
    let session = HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      seen.withLock { $0.append(request.headers) }
      switch request.path {
      case "/1": return HTTP.Response(302, headers: [.location: "https://b.test/keeps"])
      case "/2": return HTTP.Response(302, headers: [.location: "/moves"])
      case "/3": return HTTP.Response(302, headers: [.location: "https://b.test/from"])
      default: return HTTP.Response(200)
      }
    }
    for path in ["1", "2", "3"] {
      var request = HTTP.Request.get(.reference(path))
      request.headers["X-Caller"] = "c"
      try await session.send(request)
    }
    let fields = seen.withLock { $0 }
    #expect(fields.map { $0["X-Caller"] } == ["c", nil, "c", nil, "c", nil])
    #expect(fields.map { $0["X-Hook"] } == [nil, "h", nil, nil, nil, "h"])
  }

  @Test func `a redirect to the same URL that sets a cookie is followed`() async throws {
    var configuration = HTTPSession.Configuration()
    configuration.cookies = HTTPSession.CookieStorage()
    let session = HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      if request.headers[.cookie] == "seen=1" { return HTTP.Response(200) }
      return HTTP.Response(302, headers: [.location: "/x", .setCookie: "seen=1"])
    }
    let response = try await session.send(.get("x"))
    #expect(response.redirects.count == 1)
  }

  @Test
  func `a call sends at most 20 requests, including redirects and retries`()
    async throws
  {
    let count = Lock(0)
    var configuration = HTTPSession.Configuration()
    configuration.redirects.limit = 100
    let session = HTTPSession.stub("https://a.test/", configuration: configuration) { _ in
      count.withLock { $0 += 1 }
      return HTTP.Response(302, headers: [.location: "/x"])
    }
    let error = try #require(await session.failure(of: .get("x")))
    #expect(error.reason == .tooManyRequests(limit: 20))
    #expect(count.withLock { $0 } == 20)
  }

  @Test func `a 307 redirect of a single-use body fails`() async throws {
    for (status, isSpent) in [(307, true), (303, false)] {
      try await SessionFixture.with { request in
        if request.path == "/x" {
          return .response(
            HTTP.Response(HTTP.Status(status), headers: [.location: "/y"]))
        }
        return .response(HTTP.Response(200))
      } _: { fixture in
        let pieces = AsyncStream<[UInt8]> { continuation in
          continuation.yield([1])
          continuation.finish()
        }
        let error = await fixture.failure(of: .post("x", .sequence(pieces)))
        #expect(error?.reason == (isSpent ? .bodySpent : nil))
      }
    }
  }

  @Test func `a 307 redirect sends a repeatable body again from its start`()
    async throws
  {
    try await SessionFixture.with { request in
      if request.path == "/x" {
        return .response(HTTP.Response(307, headers: [.location: "/y"]))
      }
      return .response(HTTP.Response(200, body: request.body))
    } _: { fixture in
      let pieces = Again(pieces: [[1], [2, 3]])
      let response = try await fixture.session.send(
        .post("x", .sequence(pieces, replay: .always)))
      #expect(response.body == [1, 2, 3] && response.redirects.count == 1)
    }
  }

  /// A sequence that begins again for each iterator.
  private struct Again: AsyncSequence, Sendable {
    let pieces: [[UInt8]]

    struct Iterator: AsyncIteratorProtocol {
      var pieces: ArraySlice<[UInt8]>

      mutating func next() async -> [UInt8]? { pieces.popFirst() }
    }

    func makeAsyncIterator() -> Iterator { Iterator(pieces: pieces[...]) }
  }

  @Test func `downloads and streams follow redirects`() async throws {
    let folder = try TemporaryFolder()
    try await SessionFixture.with { request in
      if request.path == "/x" { return .response(HTTP.Response(302, headers: [.location: "/y"])) }
      return .response(HTTP.Response(200, body: Array("text".utf8)))
    } _: { fixture in
      let path = folder.path + "/file"
      let download = try await fixture.session.download("x", to: path)
      #expect(download.byteCount == 4 && download.head.redirects.count == 1)
      let text = try await fixture.session.stream(.get("x")) { head, content in
        #expect(head.redirects.count == 1)
        return String(decoding: try await content.collect(), as: UTF8.self)
      }
      #expect(text == "text")
    }
  }

  @Test func `the timeout of a call also limits its redirect closure`() async throws {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.plain) { _ in
        .response(HTTP.Response(302, headers: [.location: "/y"]))
      }
      let hasSlept = Lock(false)
      let session = try network.session(TestNetwork.plain) {
        $0.timeouts.total = .seconds(5)
        $0.redirects.onRedirect = {
          try await network.sleep(for: .seconds(10))
          hasSlept.withLock { $0 = true }
          return $0.request
        }
      }
      #expect(await session.failure(of: .get("x"))?.reason == .timedOut(.total))
      #expect(network.elapsed == .seconds(5) && !hasSlept.withLock(\.self))
    }
  }

  @Test func `the timeout of a call includes the time of its redirects`() async throws {
    let clock = ManualClock()
    let server = try MemoryServer { peer in
      while let head = try await peer.readHead() {
        clock.advance(by: .seconds(4))
        let step = head.contains("GET /1") ? "2" : head.contains("GET /2") ? "3" : "4"
        try await peer.write(
          "HTTP/1.1 302 Found\r\nLocation: /\(step)\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let session = try server.session(clock) { $0.timeouts.total = .seconds(10) }
    let error = try #require(await session.failure(of: .get("1")))
    #expect(error.reason == .timedOut(.total))
    // The third response follows the end, and may be received before it.
    #expect((2...3).contains(error.redirects.count))
    await session.shutdown()
    await server.shutdown()
  }
}
