import Apus
import ApusNet
import ApusTestServer
import TestSupport
import Testing

private typealias User = Service.User

/// The regions between the marks are the code of the article on retries.
@Suite(.ownThread) struct RetrySnippets {
  /// Runs a snippet with a server that responds 503 first, and with the keys that it has received.
  private func withServer(
    _ body: (_ base: String, _ keys: () -> [String]) async throws -> Void
  ) async throws {
    let keys = Lock<[String]>([])
    let server = try await TestServer { request in
      let count = keys.withLock { keys in
        keys.append(request.head.fields["Idempotency-Key"]?.text ?? "none")
        return keys.count
      }
      let user = try? HTTP.Response.json(User(id: 1, name: "Ada"))
      return .response(count == 1 ? HTTP.Response(503) : user ?? HTTP.Response(500))
    }
    do {
      try await body(server.url, { keys.withLock { $0 } })
    } catch {
      await server.shutdown()
      throw error
    }
    await server.shutdown()
  }

  @Test func `a request is retried after a temporary status code`() async throws {
    try await withServer { base, keys in
      // Snippet:
      let api = try HTTPSession(base) { $0.retry = .idempotent(attempts: 3) }
      let user = try await api.get("users/1", as: User.self)
      // End.
      #expect(user.name == "Ada" && keys().count == 2)
      await api.shutdown(within: .seconds(60))
    }
  }

  @Test func `a POST request is retried only with an idempotency key`() async throws {
    try await withServer { base, keys in
      let api = try HTTPSession(base) { $0.retry = .idempotent(attempts: 3) }
      let new = User(id: 1, name: "Ada")
      // Snippet:
      let order = HTTP.Request.post("orders", .json(new)).withIdempotencyKey()
      let response = try await api.send(order)
      // End.
      #expect(response.status == .ok && keys().count == 2)
      #expect(keys()[0] == keys()[1] && keys()[0] != "none")
      await api.shutdown(within: .seconds(60))
    }
    try await withServer { base, keys in
      let api = try HTTPSession(base) { $0.retry = .idempotent(attempts: 3) }
      await #expect(throws: HTTPSessionError.self) { try await api.post("orders", .text("7")) }
      #expect(keys() == ["none"])
      await api.shutdown(within: .seconds(60))
    }
  }

  @Test func `a retry policy can have conditions, delays and a retry budget`() async throws {
    // Snippet:
    var policy = HTTP.RetryPolicy.idempotent(attempts: 5, budget: 0.1)
    policy.statuses = [429, 503]
    policy.failures = [.connecting, .broken]
    policy.delay = .milliseconds(50)
    policy.delayLimit = .seconds(2)
    policy.retryAfterLimit = .seconds(10)
    // End.
    try await TestNetwork.run { [policy] network in
      let server = try network.serve("https://api.example.com") { _ in
        .response(HTTP.Response(503, headers: ["Retry-After": "11"]))
      }
      let api = try network.session("https://api.example.com/") { $0.retry = policy }
      await #expect(throws: HTTPSessionError.self) { try await api.get("users/1") }
      #expect(server.requestCount == 1)
    }
  }
}
