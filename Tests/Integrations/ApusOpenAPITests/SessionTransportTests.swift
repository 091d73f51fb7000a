import ApusHTTP
import ApusOpenAPI
import ApusSession
import ApusTestServer
import FoundationEssentials
import HTTPTypes
import OpenAPIRuntime
import Testing

/// The transport of generated clients on a network of its own.
@Suite(.timeLimit(.minutes(3))) struct SessionTransportTests {
  /// Runs a test with a server that describes each request in its response.
  private static func with(
    _ configure: @escaping @Sendable (inout HTTPSession.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (SessionTransport) async throws -> Void
  ) async throws {
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { request in
        let status: HTTP.Status =
          switch request.segments.last {
          case "moved": 307
          case "no": 404
          case "empty": 204
          case "same": 304
          default: 200
          }
        return .response(
          HTTP.Response(
            status,
            headers: [
              "Location": status == 307 ? "/v1/echo" : nil,
              "X-Target": HTTP.FieldValue(request.path),
              "X-Length": request.headers["Content-Length"] ?? HTTP.FieldValue("none"),
              "X-Coding": request.headers["Transfer-Encoding"] ?? HTTP.FieldValue("none"),
              "X-Latin": request.headers["X-Latin"] ?? HTTP.FieldValue(""),
            ], body: status == 204 || status == 304 ? [] : request.body))
      }
      let session = try network.session("https://api.example.com/") { configure(&$0) }
      try await body(SessionTransport(session))
    }
  }

  private static func head(_ method: String, _ path: String) throws -> HTTPRequest {
    HTTPRequest(
      method: try #require(HTTPRequest.Method(method)), scheme: nil, authority: nil, path: path)
  }

  private static func value(_ name: String, of response: HTTPResponse) throws -> String? {
    response.headerFields[try #require(HTTPField.Name(name))]
  }

  private static let server = URL(string: "https://api.example.com/v1/")!

  private static func send(
    _ transport: SessionTransport, _ head: HTTPRequest, _ body: HTTPBody?, to server: URL = server
  ) async throws -> (HTTPResponse, HTTPBody?) {
    // As a generated client calls it.
    let transport: any ClientTransport = transport
    return try await transport.send(head, body: body, baseURL: server, operationID: "echo")
  }

  @Test func `an OpenAPI body of known length is sent with Content-Length`() async throws {
    try await Self.with { transport in
      var head = try Self.head("POST", "/echo")
      let name = try #require(HTTPField.Name("content-length"))
      head.headerFields[name] = "3"
      let (response, body) = try await Self.send(transport, head, HTTPBody([1, 2, 3]))
      #expect(try Self.value("X-Target", of: response) == "/v1/echo")
      #expect(try Self.value("X-Length", of: response) == "3")
      #expect(try Self.value("X-Coding", of: response) == "none")
      let content = try #require(body)
      #expect(content.length == .known(3) && content.iterationBehavior == .single)
      #expect(try await [UInt8](collecting: content, upTo: 10) == [1, 2, 3])
    }
  }

  @Test func `an OpenAPI body of unknown length is sent in chunks`() async throws {
    try await Self.with { transport in
      let pieces = HTTPBody(Pieces(count: 3), length: .unknown, iterationBehavior: .single)
      let (response, body) = try await Self.send(transport, Self.head("PUT", "/echo"), pieces)
      #expect(try Self.value("X-Length", of: response) == "none")
      #expect(try Self.value("X-Coding", of: response) == "chunked")
      let content = try await [UInt8](collecting: try #require(body), upTo: 10)
      #expect(content == [0, 1, 2])
    }
  }

  @Test func `an OpenAPI body with a different length than announced fails the call`()
    async throws
  {
    try await Self.with { transport in
      let pieces = HTTPBody(Pieces(count: 3), length: .known(7), iterationBehavior: .single)
      await #expect(throws: HTTPSessionError.self) {
        try await Self.send(transport, Self.head("PUT", "/echo"), pieces)
      }
      let negative = HTTPBody(Pieces(count: 3), length: .known(-1), iterationBehavior: .single)
      let error = await #expect(throws: HTTPSessionError.self) {
        try await Self.send(transport, Self.head("PUT", "/echo"), negative)
      }
      #expect(error?.code == .invalidRequest)
    }
  }

  @Test func `a repeatable OpenAPI body is sent again after a 307 redirect`()
    async throws
  {
    try await Self.with { transport in
      let bodies = [
        HTTPBody([0, 1, 2]),
        HTTPBody(Pieces(count: 3), length: .unknown, iterationBehavior: .multiple),
      ]
      for body in bodies {
        let (response, content) = try await Self.send(
          transport, Self.head("POST", "/moved"), body)
        #expect(response.status == 200)
        #expect(try Self.value("X-Target", of: response) == "/v1/echo")
        #expect(try await [UInt8](collecting: try #require(content), upTo: 10) == [0, 1, 2])
      }
    }
  }

  @Test func `a single-use OpenAPI body is not sent again after a 307 redirect`()
    async throws
  {
    try await Self.with { transport in
      let body = HTTPBody(Pieces(count: 3), length: .known(3), iterationBehavior: .single)
      let error = await #expect(throws: HTTPSessionError.self) {
        try await Self.send(transport, Self.head("POST", "/moved"), body)
      }
      #expect(error?.code.name == "body-spent")
    }
  }

  @Test func `an OpenAPI client receives every status code, and missing content as nil`()
    async throws
  {
    try await Self.with { transport in
      let (missing, page) = try await Self.send(transport, Self.head("GET", "/no"), nil)
      #expect(missing.status == 404 && page != nil)
      let (empty, nothing) = try await Self.send(transport, Self.head("DELETE", "/empty"), nil)
      #expect(empty.status == 204 && nothing == nil)
      let (same, unchanged) = try await Self.send(transport, Self.head("GET", "/same"), nil)
      #expect(same.status == 304 && unchanged == nil)
      let (head, none) = try await Self.send(transport, Self.head("HEAD", "/echo"), nil)
      #expect(head.status == 200 && none == nil)
      let (whole, blank) = try await Self.send(transport, Self.head("GET", "/echo"), nil)
      #expect(whole.status == 200 && blank?.length == .known(0))
    }
  }

  @Test func `OpenAPI field values that are not UTF-8 are sent and received unchanged`()
    async throws
  {
    try await Self.with { transport in
      var head = try Self.head("GET", "/echo")
      let name = try #require(HTTPField.Name("X-Latin"))
      head.headerFields.append(HTTPField(name: name, value: [0x6d, 0xfc]))
      let (response, _) = try await Self.send(transport, head, nil)
      let field = try #require(response.headerFields.first { $0.name == name })
      #expect(unsafe field.withUnsafeBytesOfValue { unsafe Array($0) } == [0x6d, 0xfc])
    }
  }

  @Test(arguments: [
    ("https://api.example.com", "/users", "/users"),
    ("https://api.example.com/v1", "/users", "/v1/users"),
    ("https://api.example.com/v1/", "/users", "/v1/users"),
    // A server without a host is below the base of the session.
    ("/", "/users", "/users"), ("/v2", "/users", "/v2/users"),
    // An empty parameter at the start of a path does not name a host.
    ("/", "//evil.example/x", "//evil.example/x"),
    ("https://api.example.com/", "//evil.example/x", "//evil.example/x"),
  ])
  func `the path of an OpenAPI request is appended to the path of the server URL`(
    server: String, path: String, target: String
  ) async throws {
    try await Self.with { transport in
      let (response, _) = try await Self.send(
        transport, Self.head("GET", path), nil, to: try #require(URL(string: server)))
      #expect(try Self.value("X-Target", of: response) == target)
    }
  }

  @Test(arguments: [
    ("https://api.example.com", "@evil.example/"), ("https://api.example.com", ".evil.example/"),
    ("https://api.example.com", "https://evil.example/"), ("https://user@api.example.com", "/x"),
    ("https://api.example.com/?key=1", "/x"), ("https://api.example.com/#a", "/x"),
    ("ftp://api.example.com", "/x"), ("https://api.example.com/v1", "x"), ("/", "x"),
  ])
  func `an OpenAPI server URL or path that could change the host throws an error`(
    server: String, path: String
  ) async throws {
    try await Self.with { transport in
      let error = await #expect(throws: HTTPSessionError.self) {
        try await Self.send(
          transport, Self.head("GET", path), nil, to: try #require(URL(string: server)))
      }
      #expect(error?.code == .invalidRequest || error?.code == .invalidURL)
    }
  }

  @Test func `a network failure of an OpenAPI call is reported as an HTTPSessionError`()
    async throws
  {
    try await Self.with { transport in
      let server = try #require(URL(string: "https://unknown.example/"))
      let error = await #expect(throws: HTTPSessionError.self) {
        try await Self.send(transport, Self.head("GET", "/x"), nil, to: server)
      }
      #expect(
        error?.isTransient != nil && error?.request?.target.text == "https://unknown.example/x")
    }
  }
}

/// A sequence of single bytes, which can be read again.
struct Pieces: AsyncSequence, Sendable {
  let count: UInt8

  struct Iterator: AsyncIteratorProtocol {
    let count: UInt8
    var next: UInt8 = 0

    mutating func next() async -> ArraySlice<UInt8>? {
      guard next < count else { return nil }
      defer { next += 1 }
      return [next]
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(count: count) }
}
