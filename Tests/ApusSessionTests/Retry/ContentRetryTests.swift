import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Requests that are sent again because the content of their response broke off.
@Suite(.ownThread) struct ContentRetryTests {
  private static let content = [UInt8](repeating: 0x61, count: 2_000)

  /// Runs a call against a server whose first responses break off after 1,000 bytes of content.
  private func run<Value: Sendable>(
    cuts: Int, _ base: String = TestNetwork.plain, attempts: Int = 3,
    _ configure: @Sendable (inout HTTPSession.Configuration) -> Void = { _ in },
    _ body: @Sendable (HTTPSession) async throws -> Value
  ) async throws -> (result: Result<Value, any Error>, requests: Int) {
    try await TestNetwork.run { network in
      let count = Lock(0)
      let server = try network.serve(base) { _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n".utf8.count
        var response = HTTP.Response(200, body: Self.content)
        response.headers["X"] = "y"
        return .response(
          response, number <= cuts ? .cut(afterByteCount: head + 1_000) : nil)
      }
      let session = try network.session(base) {
        $0.retry = .idempotent(attempts: attempts)
        configure(&$0)
      }
      let result: Result<Value, any Error>
      do { result = .success(try await body(session)) } catch { result = .failure(error) }
      return (result, server.requestCount)
    }
  }

  @Test(arguments: [TestNetwork.plain, TestNetwork.secure])
  func `a GET whose content is truncated is sent again if its response is collected`(base: String)
    async throws
  {
    let (result, count) = try await run(cuts: 2, base) { try await $0.get("a").body }
    #expect(try result.get() == Self.content && count == 3)
  }

  @Test func `the error of the last retry contains the received bytes and the attempts`()
    async throws
  {
    let (result, count) = try await run(cuts: 9) { try await $0.get("a") }
    guard case .failure(let error as HTTPSessionError) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(count == 3 && error.attempts == 3 && error.code == .connectionLost)
    #expect(error.isTransient && error.received?.expected == 2_000)
    let bytes = error.received?.byteCount ?? 0
    #expect(bytes > 900 && bytes < 1_100)
    #expect(
      "\(error)".hasPrefix(
        "GET http://api.example.com/a: the connection ended before the end of the "
          + "response, after ")
        && "\(error)".hasSuffix(" of 2,000 bytes of content, 3 attempts"))
  }

  @Test func `failures before the head and in the content count as attempts together`()
    async throws
  {
    try await TestNetwork.run { network in
      let server = try network.serve(TestNetwork.plain) { _ in
        .response(HTTP.Response(200, body: Self.content), .cut(afterByteCount: 0))
      }
      let session = try network.session(TestNetwork.plain) { $0.retry = .idempotent(attempts: 3) }
      #expect(await session.failure()?.attempts == 3 && server.requestCount == 3)
    }
  }

  @Test func `truncated content is not retried for a POST, a stream or without a policy`()
    async throws
  {
    let once = try await run(cuts: 1, attempts: 1) { try await $0.get("a").body }
    #expect(throws: HTTPSessionError.self) { try once.result.get() }
    #expect(once.requests == 1)
    let post = try await run(cuts: 1) { try await $0.post("a").body }
    #expect(post.requests == 1)
    let stream = try await run(cuts: 1) { session in
      try await session.stream(.get("a")) { _, body in
        for try await _ in body {}
      }
    }
    #expect(stream.requests == 1)
    #expect(throws: HTTPSessionError.self) { try stream.result.get() }
  }

  @Test func `the timeout of a call includes all of its retries`() async throws {
    let (result, count) = try await run(cuts: 9, attempts: 9) {
      $0.retry.delay = .seconds(4)
      $0.retry.delayLimit = .seconds(4)
    } _: {
      try await $0.get("a", within: .milliseconds(1)).body
    }
    #expect(throws: HTTPSessionError.self) { try result.get() }
    #expect(count < 9)
  }
}
