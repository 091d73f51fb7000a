import Apus
import ApusNet
import TestSupport
import Testing

// The regions between the marks are the code of the article on interceptors.

// Snippet:
extension HTTPSession.Interceptor {
  /// Names each call, so that its line in the service's log can be found.
  static let identifying = HTTPSession.Interceptor { request, next in
    var request = request
    let identifier = String(UInt64.random(in: .min ... .max), radix: 16)
    request.headers["X-Request-ID"] = HTTP.FieldValue(identifier)
    return try await next(request)
  }

  /// Writes a line with the result and the duration of each call.
  static func timing(_ write: @escaping @Sendable (String) -> Void) -> HTTPSession.Interceptor {
    HTTPSession.Interceptor { request, next in
      let begin = ContinuousClock.now
      let what = "\(request.method) \(request.url.path)"
      do {
        let answer = try await next(request)
        write("\(what): \(answer.status.code) in \(ContinuousClock.now - begin)")
        return answer
      } catch {
        write("\(what): \(error) in \(ContinuousClock.now - begin)")
        throw error
      }
    }
  }
}
// End.

// Snippet:
extension HTTPSession.Interceptor {
  /// Responds to all requests with 503 during the maintenance of a service.
  static func maintenance(
    _ isInProgress: @escaping @Sendable () -> Bool
  ) -> HTTPSession.Interceptor {
    HTTPSession.Interceptor { request, next in
      guard isInProgress() else { return try await next(request) }
      return HTTPSession.InterceptedAnswer(HTTP.Response(503, headers: ["Retry-After": "60"]))
    }
  }
}
// End.

// Snippet:
/// The trace that a task is part of, such as that of the request that it answers.
enum Trace {
  @TaskLocal static var identifier = "4bf92f3577b34da6a3ce929d0e0e4736"
}

extension HTTPSession.Interceptor {
  /// Tells our own servers which trace a request belongs to. W3C Trace Context.
  static let tracing = HTTPSession.Interceptor { request, next in
    guard !request.isForeignOrigin else { return try await next(request) }
    var request = request
    let random = String(UInt64.random(in: 1 ... .max), radix: 16)
    let span = String(repeating: "0", count: 16 - random.utf8.count) + random
    request.headers["traceparent"] = HTTP.FieldValue("00-\(Trace.identifier)-\(span)-01")
    return try await next(request)
  }
}
// End.

// Snippet:
extension HTTPSession.Interceptor {
  /// Signs each request to one server with a key that only the two know.
  static func signed(for server: String, key: [UInt8]) throws -> HTTPSession.Interceptor {
    try .signing(for: server) { request in
      let identifier = request.headers["X-Request-ID"]?.text ?? ""
      let text = "\(request.method) \(request.url.requestTarget) \(identifier)"
      let code = HashAlgorithm.sha256.code(of: Array(text.utf8), key: key)
      request.headers["X-Signature"] = HTTP.FieldValue(HashAlgorithm.hex(code))
    }
  }
}
// End.

/// The interceptors of the article, in its configuration.
@Suite(.ownThread) struct ExampleInterceptorsTests {
  @Test func `the five example interceptors of the article behave as the article states`()
    async throws
  {
    let seen = Lock<[HTTP.Fields]>([])
    let lines = Lock<[String]>([])
    let log: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
    let key: [UInt8] = [1, 2, 3]
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.callInterceptors = [.timing(log), .identifying]
    configuration.interceptors = [
      .tracing, try .signed(for: "https://api.example.com", key: key),
    ]
    // End.
    let session = HTTPSession.stub("https://api.example.com/", configuration: configuration) {
      request in
      seen.withLock { $0.append(request.headers) }
      guard request.path == "/old" else { return HTTP.Response(200) }
      return HTTP.Response(302, headers: [.location: "https://files.example.com/new"])
    }
    try await session.send(.get("users/7"))
    try await session.send(.get("old"))
    let fields = seen.withLock { $0 }
    #expect(fields.count == 3)
    #expect(fields.map { $0.contains("X-Request-ID") } == [true, true, false])
    #expect(fields.map { $0.contains("traceparent") } == [true, true, false])
    let identifier = fields[0]["X-Request-ID"]?.text ?? ""
    let text = "GET /users/7 \(identifier)"
    let code = HashAlgorithm.sha256.code(of: Array(text.utf8), key: key)
    #expect(fields[0]["X-Signature"]?.text == HashAlgorithm.hex(code))
    #expect(fields[1].contains("X-Signature") && !fields[2].contains("X-Signature"))
    #expect(fields[0]["traceparent"]?.bytes.count == 55)
    #expect(fields[0]["traceparent"]?.text != fields[1]["traceparent"]?.text)
    #expect(lines.withLock { $0.count } == 2)
    #expect(lines.withLock { $0.allSatisfy { $0.contains(": 200 in ") } })
  }

  @Test func `the maintenance interceptor responds without a request to the server`() async throws {
    let count = Lock(0)
    let isInProgress = Lock(true)
    var configuration = HTTPSession.Configuration()
    configuration.interceptors = [.maintenance { isInProgress.withLock(\.self) }]
    let session = HTTPSession.stub("https://api.example.com/", configuration: configuration) { _ in
      count.withLock { $0 += 1 }
      return HTTP.Response(200)
    }
    let error = await #expect(throws: HTTPSessionError.self) { try await session.get("x") }
    #expect(error?.status == 503 && error?.response?.headers["Retry-After"] == "60")
    #expect(count.withLock(\.self) == 0)
    isInProgress.withLock { $0 = false }
    try await session.get("x")
    #expect(count.withLock(\.self) == 1)
    await session.shutdown()
  }

  @Test func `the example bearer interceptor fetches one token for two requests`() async throws {
    let fetched = Lock(0)
    let login: @Sendable () async throws -> String = {
      fetched.withLock { $0 += 1 }
      return "t1"
    }
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.interceptors.append(
      try .bearer(for: "https://api.example.com") {
        let text = try await login()
        return Authentication.Secret(text)
      })
    // End.
    let session = HTTPSession.stub("https://api.example.com/", configuration: configuration) {
      request in
      HTTP.Response(request.headers[.authorization]?.text == "Bearer t1" ? 200 : 401)
    }
    for _ in 0..<2 { try await session.send(.get("x")) }
    #expect(fetched.withLock { $0 } == 1)
    await session.shutdown()
  }
}
