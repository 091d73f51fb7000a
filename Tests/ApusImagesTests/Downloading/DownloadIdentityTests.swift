import ApusImages
import ApusNet
import ApusTestServer
import TestSupport
import Testing

/// A downloader over a session: requests with different content or credentials stay apart.
@Suite(.timeLimit(.minutes(3))) struct DownloadIdentityTests {
  /// The names of fields that state a credential.
  private static let names: [HTTP.FieldName] = [
    .authorization, .cookie, .proxyAuthorization, "X-Api-Key",
  ]

  /// Repeats the method, the content and the credentials of a request.
  private static func answer(_ request: TestRequest) -> TestAnswer {
    let fields = names.compactMap { request.head.fields[$0]?.text }
    let content = String(decoding: request.body, as: UTF8.self)
    let text = ["\(request.method)", content] + fields
    let body = Array(text.filter { !$0.isEmpty }.joined(separator: " ").utf8)
    return .response(HTTP.Response(200, headers: [.contentType: "text/plain"], body: body))
  }

  private static func downloader(
    _ session: HTTPSession, _ cache: ImageCache<String>, varying: [HTTP.FieldName] = [],
    identity: (@Sendable (HTTP.Request) -> String?)? = nil
  ) -> Downloader<String> {
    Downloader(
      loader: session, serializer: TextResponseSerializer(), cache: cache, varyingFields: varying,
      identity: identity)
  }

  private static func text(_ text: String) -> HTTP.Body { .bytes(Array(text.utf8)) }

  private let cache = ImageCache<String>(cost: { $0.utf8.count })

  /// Runs a test against a server, whose URL ends in a slash.
  private func withServer(
    _ answer: @escaping @Sendable (TestRequest) -> TestAnswer = { Self.answer($0) },
    _ body: (TestServer, _ base: String) async throws -> Void
  ) async throws {
    let server = try await TestServer { answer($0) }
    do {
      try await body(server, "http://127.0.0.1:\(server.port)/")
    } catch {
      await server.shutdown()
      throw error
    }
    await server.shutdown()
  }

  /// Downloads all requests, which are begun before the first of them can end.
  private func values(
    of requests: [HTTP.Request], _ downloader: Downloader<String>
  ) async throws -> [String] {
    let record = Lock([Int: Result<Downloaded<String>, DownloadError>]())
    for (index, request) in requests.enumerated() {
      downloader.download(request) { result in record.withLock { $0[index] = result } }
    }
    _ = await Pause.until { record.withLock(\.count) == requests.count }
    let results = record.withLock { $0 }
    return try requests.indices.map { try #require(results[$0]).get().value }
  }

  @Test func `POST requests and requests with content do not share a download`()
    async throws
  {
    try await withServer { server, base in
      let session = try HTTPSession(base)
      let downloader = Self.downloader(session, cache)
      let url = HTTP.Target.reference(base + "draw")
      let posts = ["cat", "dog"].map { HTTP.Request.post(url, Self.text("a \($0)")) }
      #expect(try await values(of: posts, downloader) == ["POST a cat", "POST a dog"])
      let equal = try await values(of: [posts[0], posts[0]], downloader)
      #expect(equal == ["POST a cat", "POST a cat"] && server.requestCount == 4)
      // None of it is the value of the URL.
      #expect(try await values(of: [.get(url)], downloader) == ["GET"])
      var get = HTTP.Request.get(url)
      get.body = Self.text("a mouse")
      #expect(try await values(of: [get], downloader) == ["GET a mouse"])
      #expect(downloader.cachedValue(of: .get(url)) == "GET" && server.requestCount == 6)
      for request in posts + [get] { #expect(downloader.cachedValue(of: request) == nil) }
      await session.shutdown()
    }
  }

  @Test(arguments: names)
  func `only requests with equal credentials share a download`(
    name: HTTP.FieldName
  ) async throws {
    try await withServer { server, base in
      let session = try HTTPSession(base)
      let downloader = Self.downloader(session, cache)
      let requests = ["alice", "bob", "alice", "bob"].map { user in
        var request = HTTP.Request.get(.reference(base + "me"))
        request.headers[name] = .sensitive(user)
        return request
      }
      // The session sends no credential of a proxy to a server.
      let expected = ["alice", "bob", "alice", "bob"].map {
        name == .proxyAuthorization ? "GET" : "GET \($0)"
      }
      #expect(try await values(of: requests, downloader) == expected)
      #expect(server.requestCount == 2)
      #expect(try await values(of: requests, downloader) == expected)
      #expect(try await values(of: [.get(.reference(base + "me"))], downloader) == ["GET"])
      #expect(server.requestCount == 3)
      await session.shutdown()
    }
  }

  /// The ways in which a session adds the credential of a user.
  enum Way: CaseIterable {
    case field, cookie, password, proxy
  }

  private static func session(_ user: String, _ way: Way, _ base: String) throws -> HTTPSession {
    try HTTPSession(base) {
      switch way {
      case .field: $0.headers["X-Api-Key"] = .sensitive(user)
      case .cookie:
        let cookies = HTTPSession.CookieStorage()
        try cookies.set("user", user, for: base)
        $0.cookies = cookies
      case .password:
        $0.authentication.allowsSecretsInClear = true
        try $0.authentication.credentials.set(
          .password(Authentication.Secret("secret"), user: user), for: base)
      case .proxy:
        // The proxy is the server itself, which requires no credential.
        let credential = Authentication.Credential.password(
          Authentication.Secret("secret"), user: user)
        $0.proxies = .list([try .http(String(base.dropFirst(7).dropLast()), credential)])
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `sessions with different credentials share no image of a common cache`(
    way: Way
  ) async throws {
    try await withServer { request in
      let isAsked = way == .password && request.head.fields[.authorization] == nil
      guard isAsked else { return Self.answer(request) }
      return .response(HTTP.Response(401, headers: ["WWW-Authenticate": "Basic realm=\"r\""]))
    } _: { server, base in
      let request = HTTP.Request.get(.reference(base + "me"))
      var seen: [String] = []
      for user in ["alice", "bob"] {
        let session = try Self.session(user, way, base)
        let downloader = Self.downloader(session, cache)
        let first = try await downloader.value(of: request)
        let second = try await downloader.value(of: request)
        #expect(first.response != nil && second.response == nil)
        #expect(first.value == second.value)
        seen.append(first.value)
        await session.shutdown()
      }
      #expect(Set(seen).count == (way == .proxy ? 1 : 2))
      let plain = try HTTPSession(base)
      #expect(Self.downloader(plain, cache).cachedValue(of: request) == nil)
      await plain.shutdown()
    }
  }

  @Test func `sessions without credentials share the images of a common cache`() async throws {
    try await withServer { server, base in
      for expected in [1, 1] {
        let session = try HTTPSession(base)
        let value = try await Self.downloader(session, cache).value(of: .get(.reference(base)))
        #expect(value.value == "GET" && server.requestCount == expected)
        await session.shutdown()
      }
    }
  }

  @Test(arguments: [Way.cookie, .password])
  func `a session with changed credentials receives no image of the earlier user`(
    way: Way
  ) async throws {
    try await withServer { server, base in
      let session = try Self.session("alice", way, base)
      let downloader = Self.downloader(session, cache)
      let request = HTTP.Request.get(.reference(base + "me"))
      _ = try await downloader.value(of: request)
      #expect(try await downloader.value(of: request).response == nil)
      if way == .cookie {
        try session.configuration.cookies?.set("user", "bob", for: base)
      } else {
        try session.configuration.authentication.credentials.set(
          .password(Authentication.Secret("secret"), user: "bob"), for: base)
      }
      #expect(try await downloader.value(of: request).response != nil)
      #expect(server.requestCount == 2)
      await session.shutdown()
    }
  }

  @Test func `a session with interceptors shares no images unless identities are named`()
    async throws
  {
    let user = Lock("alice")
    try await withServer { server, base in
      let session = try HTTPSession(base) {
        $0.interceptors.append { request, next in
          var request = request
          request.headers[.authorization] = .sensitive(user.withLock { $0 })
          return try await next(request)
        }
      }
      let request = HTTP.Request.get(.reference(base + "me"))
      let unknown = Self.downloader(session, cache)
      #expect(try await values(of: [request, request], unknown) == ["GET alice", "GET alice"])
      user.withLock { $0 = "bob" }
      #expect(try await unknown.value(of: request).value == "GET bob")
      #expect(server.requestCount == 3 && cache.memoryUsage == 0)
      let named = Self.downloader(session, cache) { _ in user.withLock { $0 } }
      for (name, count) in [("bob", 4), ("bob", 4), ("carol", 5), ("bob", 5), ("carol", 5)] {
        user.withLock { $0 = name }
        #expect(try await named.value(of: request).value == "GET \(name)")
        #expect(server.requestCount == count)
      }
      // A request without a name shares nothing, not even with another one.
      let nameless = Self.downloader(session, cache) { _ in nil }
      for count in 6...7 {
        #expect(try await nameless.value(of: request).value == "GET carol")
        #expect(server.requestCount == count)
      }
      await session.shutdown()
    }
  }

  @Test func `an image is not cached if its redirect target has other cookies`()
    async throws
  {
    try await withServer { request in
      guard request.path == "/old" else { return Self.answer(request) }
      let port = request.head.fields["Host"]?.text.split(separator: ":").last ?? ""
      return .response(
        HTTP.Response(302, headers: [.location: HTTP.FieldValue("http://localhost:\(port)/me")]))
    } _: { server, base in
      let cookies = HTTPSession.CookieStorage()
      let session = try HTTPSession(base) { $0.cookies = cookies }
      let downloader = Self.downloader(session, cache)
      for user in ["alice", "bob"] {
        try cookies.set("user", user, for: "http://localhost/")
        let value = try await downloader.value(of: .get(.reference(base + "old")))
        #expect(value.value == "GET user=\(user)")
      }
      await session.shutdown()
    }
  }

  @Test func `two requests with different Accept fields have separate cached images`() async throws
  {
    try await withServer { request in
      let type = request.head.fields[.accept]?.text ?? ""
      return .response(HTTP.Response(200, body: Array("image of \(type)".utf8)))
    } _: { server, base in
      let session = try HTTPSession(base)
      let downloader = Self.downloader(session, cache, varying: [.accept])
      for (type, count) in [("image/png", 1), ("image/webp", 2), ("image/png", 2)] {
        var request = HTTP.Request.get(.reference(base + "a"))
        request.headers[.accept] = HTTP.FieldValue(type)
        #expect(try await downloader.value(of: request).value == "image of \(type)")
        #expect(server.requestCount == count)
        #expect(downloader.cachedValue(of: request) == "image of \(type)")
        if count == 2, type == "image/png" {
          #expect(downloader.removeCachedValue(of: request))
          #expect(downloader.cachedValue(of: request) == nil)
        }
      }
      await session.shutdown()
    }
  }

  @Test func `a 206 or 304 response is not cached as the image of the URL`()
    async throws
  {
    try await withServer { request in
      let fields = request.head.fields
      guard fields[.range] == nil else {
        return .response(
          HTTP.Response(206, headers: ["Content-Range": "bytes 0-0/3"], body: [0x70]))
      }
      return .response(HTTP.Response(200, body: Array("all".utf8)))
    } _: { server, base in
      let session = try HTTPSession(base)
      let downloader = Self.downloader(session, cache)
      var part = HTTP.Request.get(.reference(base + "a"))
      part.headers[.range] = "bytes=0-0"
      let whole = HTTP.Request.get(.reference(base + "a"))
      #expect(try await values(of: [part, whole], downloader) == ["p", "all"])
      var conditional = whole
      conditional.headers[.ifNoneMatch] = "\"a\""
      #expect(downloader.cachedValue(of: conditional) == nil)
      #expect(downloader.cachedValue(of: whole) == "all")
      await session.shutdown()
    }
  }
}
