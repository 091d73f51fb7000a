import Apus
import ApusNet
import ApusTestServer
import TestSupport
import Testing

/// The regions between the marks are the code of the articles on trailers and on reachability.
@Suite(.ownThread) struct MessageSnippets {
  @Test func `trailers follow the content of a request and of a response`() async throws {
    let server = try await TestServer { request in
      var response = HTTP.Response(200, body: request.body)
      response.trailers = ["X-Sum": request.trailers["X-Sum"] ?? "none"]
      return .response(response)
    }
    let api = try HTTPSession(server.url)
    let rows = AsyncStream<[UInt8]> { continuation in
      continuation.yield([1, 2, 3])
      continuation.finish()
    }
    // Snippet:
    var request = HTTP.Request.post("rows")
    request.body = .sequence(rows)
    request.body.trailers = ["X-Sum": "6"]
    let response = try await api.send(request)
    print(response.trailers["X-Sum"] ?? "")
    // End.
    #expect(response.trailers["X-Sum"] == "6" && response.body == [1, 2, 3])
    await api.shutdown(within: .seconds(60))
    await server.shutdown()
  }

  @Test func `informational responses precede the final one`() async throws {
    let server = try await TestServer { _ in
      .response(HTTP.Response(200), .informational(count: 2))
    }
    let base = server.url
    let hints = Lock<[HTTP.Status]>([])
    // Snippet:
    let api = try HTTPSession(base) {
      $0.onInformational = { request, head in
        hints.withLock { $0.append(head.status) }
      }
    }
    // End.
    try await api.get("page")
    #expect(hints.withLock { $0 } == [103, 103])
    await api.shutdown(within: .seconds(60))
    await server.shutdown()
  }

  @Test func `the route to this machine exists`() async throws {
    var isReachable = false
    // Snippet:
    let reachability = try Reachability(host: "localhost")
    reachability.startMonitoring()
    for await status in reachability.changes where status != .unknown {
      isReachable = status.isReachable
      break
    }
    reachability.stopMonitoring()
    // End.
    #expect(isReachable)
  }
}
