import Apus
import ApusNet
import ApusTestServer
import TestSupport
import Testing

// Snippet:
/// A service that responds to queries of GraphQL.
struct GraphQL: Sendable {
  let api: HTTPSession

  struct Failure: Error, Decodable { var message: String }

  private struct Answer<Value: Decodable>: Decodable {
    var data: Value?
    var errors: [Failure]?
  }

  func query<Value: Decodable & SendableMetatype>(
    _ text: String, _ variables: KeyValuePairs<String, (any Encodable & Sendable)?> = [:],
    as type: Value.Type
  ) async throws -> Value {
    let answer = try await api.post(
      "graphql", .json(["query": text, "variables": .object(variables)]), as: Answer<Value>.self)
    if let error = answer.errors?.first { throw error }
    guard let data = answer.data else { throw Failure(message: "the response has no data") }
    return data
  }
}
// End.

/// The regions between the marks are the code of the articles on trailers and on reachability, and
/// of a recipe.
@Suite(.ownThread) struct MessageSnippets {
  @Test func `trailer fields follow the content of requests and responses`() async throws {
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

  @Test func `informational 1xx responses precede the final response`() async throws {
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

  @Test func `a GraphQL query is sent with variables of several types`() async throws {
    struct Viewer: Decodable { var name: String }
    let api = HTTPSession.stub("https://api.example.com/") { request in
      let content = try request.json(as: JSON.Value.self)
      guard content["query"] == "viewer" else {
        return try .json(["errors": [["message": "no such query"]]] as JSON.Value)
      }
      let variables = content["variables"]
      let name = "\(variables?["first"]?.int ?? 0) \(variables?["login"]?.string ?? "")"
      return try .json(["data": ["name": JSON.Value(name)]] as JSON.Value)
    }
    let service = GraphQL(api: api)
    let viewer = try await service.query("viewer", ["first": 2, "login": "ada"], as: Viewer.self)
    #expect(viewer.name == "2 ada")
    let failure = await #expect(throws: GraphQL.Failure.self) {
      try await service.query("other", as: Viewer.self)
    }
    #expect(failure?.message == "no such query")
  }

  @Test func `the reachability of the machine's own address is reported`() async throws {
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
