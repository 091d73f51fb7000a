import Apus
import ApusNet
import ApusTestServer
import Testing

// The regions between the marks are the recipes for services that depend on other servers.

// Snippet:
/// Stops the requests to a server that fails, until one of them succeeds again.
actor CircuitBreaker {
  /// The error of a request that was not sent.
  struct IsOpen: Error {}

  private let (limit, pause) = (5, Duration.seconds(10))
  private let now: @Sendable () -> ContinuousClock.Instant
  private var (failureCount, nextTry) = (0, ContinuousClock.now)

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  nonisolated var interceptor: HTTPSession.Interceptor {
    HTTPSession.Interceptor { request, next in
      guard !request.isForeignOrigin else { return try await next(request) }
      try await self.admit()
      do {
        let answer = try await next(request)
        await self.record(isFailure: answer.status.isServerError)
        return answer
      } catch {
        if !Task.isCancelled { await self.record(isFailure: true) }
        throw error
      }
    }
  }

  /// After each pause, one request tries the server, and the others fail at once.
  private func admit() throws {
    guard failureCount >= limit else { return }
    guard now() >= nextTry else { throw IsOpen() }
    nextTry = now() + pause
  }

  private func record(isFailure: Bool) {
    failureCount = isFailure ? failureCount + 1 : 0
    if failureCount >= limit { nextTry = now() + pause }
  }
}
// End.

// Snippet:
extension HTTPSession.Interceptor {
  /// Sends a GET again over another session if there is no response after a delay, and takes the
  /// first response. The request that is still in progress is cancelled.
  static func hedging(
    over session: HTTPSession, after delay: Duration,
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) -> HTTPSession.Interceptor {
    HTTPSession.Interceptor { request, next in
      guard request.method == .get, !request.isForeignOrigin else { return try await next(request) }
      let (copy, timeLeft) = (request.request, request.timeLeft)
      return try await withThrowingTaskGroup(of: HTTP.Response.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await session.send(copy, within: timeLeft, accepting: .any) }
        group.addTask {
          try await wait(delay)
          return try await session.send(copy, within: timeLeft, accepting: .any)
        }
        var failure: any Error = CancellationError()
        while let result = await group.nextResult() {
          switch result {
          case .success(let response): return HTTPSession.InterceptedAnswer(response)
          case .failure(let error): failure = error
          }
        }
        throw failure
      }
    }
  }
}
// End.

/// A request of the kind that frameworks for servers have.
struct ServerRequest: Sendable {
  var method: HTTP.Method
  var target: String
  var headers: HTTP.Fields
  var body: AsyncStream<[UInt8]>
}

/// A response of that kind: its content is read after the handler has returned.
struct ServerResponse: Sendable {
  var status: HTTP.Status
  var headers: HTTP.Fields = [:]
  var body: HTTPSession.ResponseContent?
}

// Snippet:
/// Forwards the requests of a server to another server, the base of a session.
struct ReverseProxy: Sendable {
  let upstream: HTTPSession

  /// The fields of one connection, which each side writes by itself. RFC 9110 section 7.6.1.
  private static let own: Set<HTTP.FieldName> = [
    "Connection", "Content-Length", "Host", "Keep-Alive", "Proxy-Authenticate",
    "Proxy-Authorization", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
  ]

  private func forwarded(_ fields: HTTP.Fields) -> HTTP.Fields {
    HTTP.Fields(
      fields.filter { field in
        !Self.own.contains(field.name)
          && !fields.list("Connection", contains: field.name.description)
      })
  }

  func respond(to received: ServerRequest) async throws -> ServerResponse {
    // The point keeps `//other.example/` a path of the upstream.
    guard received.target.utf8.first == 0x2f else { return ServerResponse(status: 400) }
    var request = HTTP.Request(received.method, .reference("." + received.target))
    request.headers = forwarded(received.headers)
    if let length = received.headers["Content-Length"]?.text {
      guard let byteCount = Int(length) else { return ServerResponse(status: 400) }
      request.body = try .sequence(received.body, byteCount: byteCount)
    } else if received.headers.contains("Transfer-Encoding") {
      request.body = .sequence(received.body)
    }
    let response = try await upstream.open(request, accepting: .any)
    return ServerResponse(
      status: response.status, headers: forwarded(response.headers), body: response.body)
  }
}
// End.

/// The recipes, on a network with a clock of its own.
@Suite(.timeLimit(.minutes(3))) struct UpstreamSnippets {
  @Test func `a circuit breaker sends a request to a failed server again after a pause`()
    async throws
  {
    try await TestNetwork.run { network in
      let isBroken = Lock(true)
      let server = try network.serve("https://api.example.com") { _ in
        .response(HTTP.Response(isBroken.withLock(\.self) ? 503 : 200))
      }
      let begin = ContinuousClock.now
      let breaker = CircuitBreaker { begin + network.elapsed }
      let api = try network.session("https://api.example.com/") {
        $0.interceptors.append(breaker.interceptor)
        $0.acceptedStatuses = .any
      }
      /// Returns the status of a response, or nil if the request was not sent.
      func status() async throws -> Int? {
        do {
          return try await api.get("x").status.code
        } catch let error as HTTPSessionError where error.underlying is CircuitBreaker.IsOpen {
          return nil
        }
      }
      for _ in 1...5 { #expect(try await status() == 503) }
      for _ in 1...3 { #expect(try await status() == nil) }
      #expect(server.requestCount == 5)
      try await network.sleep(for: .seconds(10))
      #expect(try await status() == 503 && server.requestCount == 6)
      #expect(try await status() == nil)
      isBroken.withLock { $0 = false }
      try await network.sleep(for: .seconds(9))
      #expect(try await status() == nil)
      try await network.sleep(for: .seconds(1))
      for _ in 1...2 { #expect(try await status() == 200) }
      isBroken.withLock { $0 = true }
      for _ in 1...4 { #expect(try await status() == 503) }
      isBroken.withLock { $0 = false }
      for _ in 1...2 { #expect(try await status() == 200) }
    }
  }

  @Test func `a circuit breaker sends one trial request at a time to a failed server`()
    async throws
  {
    try await TestNetwork.run { network in
      let server = try network.serve("https://api.example.com") { _ in
        .response(HTTP.Response(200), .silence)
      }
      let begin = ContinuousClock.now
      let breaker = CircuitBreaker { begin + network.elapsed }
      let api = try network.session("https://api.example.com/") {
        $0.interceptors.append(breaker.interceptor)
        $0.timeouts.firstByte = .seconds(2)
      }
      /// Returns the number of requests that reach the server, of several at once.
      func sent(_ count: Int) async throws -> Int {
        let before = server.requestCount
        await withDiscardingTaskGroup { group in
          for _ in 0..<count { group.addTask { _ = try? await api.get("x") } }
        }
        return server.requestCount - before
      }
      #expect(try await sent(5) == 5)
      try await network.sleep(for: .seconds(10))
      #expect(try await sent(5) == 1)
    }
  }

  @Test func `request hedging returns the faster of two responses`() async throws {
    try await TestNetwork.run { network in
      let count = Lock(0)
      let server = try network.serve("https://api.example.com") { request in
        let number = count.withLock { count in
          count += 1
          return count
        }
        let response = HTTP.Response(200, body: Array("\(number)".utf8))
        switch request.path {
        case "/fast": return .response(response)
        case "/slow": return .response(response, number == 1 ? .silence : nil)
        default: return .response(response, .reset(afterByteCount: 0))
        }
      }
      let plain = try network.session("https://api.example.com/")
      let api = try network.session("https://api.example.com/") {
        $0.callInterceptors = [
          .hedging(over: plain, after: .seconds(3)) { try await network.sleep(for: $0) }
        ]
      }
      #expect(try await api.get("slow").text == "2")
      #expect(network.elapsed >= .seconds(3) && network.elapsed < .seconds(4))
      #expect(server.requestCount == 2)
      #expect(try await api.get("fast").text == "3")
      #expect(network.elapsed < .seconds(4) && server.requestCount == 3)
      #expect(try await api.post("fast").text == "4")
      let error = await #expect(throws: HTTPSessionError.self) { try await api.get("broken") }
      // A request on a connection that was idle is sent once more by itself.
      #expect(error?.code == .connectionLost && server.requestCount >= 6)
      try await network.sleep(for: .seconds(1))
      #expect(plain.gauges.leased == 0)
    }
  }

  @Test func `a reverse proxy forwards each chunk of a response as it arrives`() async throws {
    try await TestNetwork.run { network in
      try network.serve("http://upstream.example") { request in
        #expect(request.path == "/base//other.example/x" && request.query == "a=1")
        #expect(request.headers["X-A"] == "1" && request.headers["X-Private"] == nil)
        #expect(request.headers["Host"] == "upstream.example")
        #expect(request.headers["Content-Length"] == "3" && request.body == [1, 2, 3])
        let headers: HTTP.Fields = ["Connection": "X-Hop", "X-Hop": "1", "Location": "/away"]
        return .stream(HTTP.ResponseHead(302, fields: headers)) { connection in
          for piece in ["one", "two"] {
            try await connection.writeChunk(Array(piece.utf8))
            try await connection.sleep(.seconds(5))
          }
        }
      }
      // Snippet:
      var settings = HTTPSession.Configuration()
      // The client of the proxy follows redirects and decodes the content.
      settings.redirects = .none
      settings.decodesContent = false
      // End.
      let upstream = try network.session("http://upstream.example/base/") { $0 = settings }
      let (body, input) = AsyncStream.makeStream(of: [UInt8].self)
      input.yield([1, 2, 3])
      input.finish()
      let headers: HTTP.Fields = [
        "Host": "proxy.example", "Connection": "x-private", "X-Private": "1", "X-A": "1",
        "Content-Length": "3",
      ]
      let response = try await ReverseProxy(upstream: upstream).respond(
        to: ServerRequest(
          method: .post, target: "//other.example/x?a=1", headers: headers, body: body))
      #expect(response.status == 302 && response.headers["Location"] == "/away")
      #expect(response.headers["X-Hop"] == nil && !response.headers.contains("Transfer-Encoding"))
      #expect(network.elapsed < .seconds(1))
      var pieces: [String] = []
      for try await piece in try #require(response.body) {
        let text = String(decoding: piece, as: UTF8.self)
        pieces.append("\(text) \(network.elapsed.components.seconds)")
      }
      #expect(pieces == ["one 0", "two 5"])
      let refused = try await ReverseProxy(upstream: upstream).respond(
        to: ServerRequest(
          method: .get, target: "http://other.example/", headers: [:], body: body))
      #expect(refused.status == 400)
    }
  }
}
