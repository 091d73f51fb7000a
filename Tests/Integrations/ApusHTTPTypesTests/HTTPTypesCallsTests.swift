import ApusHTTP
import ApusHTTPTypes
import ApusSession
import ApusTestServer
import HTTPTypes
import Testing

/// Calls with the types of swift-http-types.
@Suite(.timeLimit(.minutes(3))) struct HTTPTypesCallsTests {
  private static func with(
    _ body: @escaping @Sendable (HTTPSession) async throws -> Void
  ) async throws {
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { request in
        let isFound = request.path == "/v1/echo" || request.path == "/echo"
        return .response(
          HTTP.Response(
            isFound ? 200 : 404,
            headers: [
              "X-Method": HTTP.FieldValue(request.method.name),
              "X-Latin": request.headers["X-Latin"] ?? HTTP.FieldValue(""),
            ], body: request.body))
      }
      try await body(network.session("https://api.example.com/v1/"))
    }
  }

  private static func post(_ path: String) throws -> HTTPRequest {
    var head = HTTPRequest(
      method: try #require(HTTPRequest.Method("POST")), scheme: nil, authority: nil, path: path)
    let name = try #require(HTTPField.Name("X-Latin"))
    head.headerFields.append(HTTPField(name: name, value: [0xfc]))
    return head
  }

  @Test func `an HTTPTypes request is sent, and its response is collected`() async throws {
    try await Self.with { session in
      let (response, body) = try await session.send(Self.post("echo"), body: .bytes([1, 2, 3]))
      #expect(response.status == 200 && body == [1, 2, 3])
      let name = try #require(HTTPField.Name("x-method"))
      #expect(response.headerFields[name] == "POST")
      let latin = try #require(response.headerFields.first { $0.name.canonicalName == "x-latin" })
      #expect(unsafe latin.withUnsafeBytesOfValue { unsafe Array($0) } == [0xfc])
    }
  }

  @Test func `an HTTPTypes path begins at the host, and an HTTPTypes authority is used`()
    async throws
  {
    try await Self.with { session in
      var head = try Self.post("/echo")
      #expect(try await session.send(head, body: .empty).response.status == 200)
      head.scheme = "https"
      head.authority = "api.example.com"
      #expect(try await session.send(head, body: .empty).response.status == 200)
    }
  }

  @Test func `an HTTPTypes request throws an error for status 404 like other calls`() async throws {
    try await Self.with { session in
      let error = await #expect(throws: HTTPSessionError.self) {
        try await session.send(Self.post("no"), body: .empty)
      }
      #expect(error?.code == .status(404))
      let (response, _) = try await session.send(Self.post("no"), body: .empty, accepting: .any)
      #expect(response.status == 404)
    }
  }

  @Test func `an opened response can be read after the call, a streamed one in its closure`()
    async throws
  {
    try await Self.with { session in
      let (response, content) = try await session.open(Self.post("echo"), body: .bytes([7, 8]))
      #expect(response.status == 200 && content.byteCount == 2)
      #expect(try await content.collect() == [7, 8])
      let count = try await session.stream(Self.post("echo"), body: .bytes([9])) { head, content in
        #expect(head.status == 200)
        return try await content.collect().count
      }
      #expect(count == 1)
    }
  }

  @Test func `a streamed response is closed when its closure returns`() async throws {
    try await Self.with { session in
      let kept = try await session.stream(Self.post("echo"), body: .bytes([9])) { _, content in
        content
      }
      let error = await #expect(throws: HTTPSessionError.self) { try await kept.collect() }
      #expect(error?.reason == .bodyOutOfScope && session.gauges.leased == 0)
      let (response, content) = try await session.open(Self.post("no"), accepting: .any)
      content.close()
      let status = try await session.stream(Self.post("no"), accepting: .any) { head, _ in
        head.status.code
      }
      #expect(response.status == 404 && status == 404)
    }
  }

  @Test func `each call with an HTTPTypes request has its own timeout`() async throws {
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in .response(HTTP.Response(200), .silence) }
      let session = try network.session("http://api.example.com/")
      let head = try Self.post("a")
      let calls: [@Sendable () async throws -> Void] = [
        { _ = try await session.send(head, within: .seconds(3)) },
        { _ = try await session.open(head, within: .seconds(3)) },
        { try await session.stream(head, within: .seconds(3)) { _, _ in } },
      ]
      for (number, call) in calls.enumerated() {
        let error = await #expect(throws: HTTPSessionError.self) { try await call() }
        #expect(error?.isTimeout == true)
        #expect(network.elapsed.components.seconds == Int64(number + 1) * 3)
      }
    }
  }

  @Test func `an HTTPTypes request that cannot be converted throws an invalid-request error`()
    async throws
  {
    try await Self.with { session in
      let error = await #expect(throws: HTTPSessionError.self) {
        try await session.send(Self.post("https://evil.example/"), body: .empty)
      }
      #expect(error?.code == .invalidRequest)
      #expect(error?.underlying as? HTTPConversionError == .path)
    }
  }

  @Test func `a response whose head cannot be converted is an invalid response`() async throws {
    let session = HTTPSession.stub("https://api.example.com/") { _ in
      HTTP.Response(200, headers: ["a b": "1"])
    }
    let error = await #expect(throws: HTTPSessionError.self) {
      try await session.send(Self.post("echo"), body: .empty)
    }
    #expect(error?.code == .invalidResponse)
    #expect(error?.underlying as? HTTPConversionError == .fieldName("a b"))
    await session.shutdown()
  }
}
