import ApusHTTP
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The values that serializers make of a session's responses.
@Suite(.ownThread) struct SerializingTests {
  private struct User: Codable, Equatable, Sendable { var id: Int }

  private static let answer: TestServer.Handler = { request in
    let (status, type, body): (HTTP.Status, HTTP.FieldValue, String) =
      switch request.path {
      case "/user": (200, "application/json", #"{"id":7}"#)
      case "/gone": (404, "application/json", #"{"why":"moved"}"#)
      case "/page": (200, "text/html", "<p>")
      case "/gone-page": (404, "text/html", "<p>")
      case "/broken": (200, "application/json", "{")
      default: (204, "text/html", "")
      }
    return .response(
      HTTP.Response(status, headers: [.contentType: type], body: Array(body.utf8)))
  }

  @Test func `a call's own response serializer creates the value of its response`() async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      let session = fixture.session
      let user = try await session.send(.get("user"), using: DecodableResponseSerializer(User.self))
      #expect(user == User(id: 7))
      #expect(try await session.send(.get("user"), using: JSONResponseSerializer()) == ["id": 7])
      #expect(try await session.send(.get("page"), using: TextResponseSerializer()) == "<p>")
      #expect(try await session.send(.get("nothing"), using: JSONResponseSerializer()) == nil)
      let raw = try await session.send(.get("gone"), using: RawResponseSerializer())
      #expect(raw?.status == 404)
    }
  }

  @Test func `the fault that a response serializer finds is the error reason`() async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      func failure(_ target: String) async -> HTTPSessionError? {
        do {
          _ = try await fixture.session.send(
            .get(.reference(target)), using: JSONResponseSerializer())
          return nil
        } catch {
          return HTTPSessionError(of: error)
        }
      }
      let gone = await failure("gone")
      #expect(gone?.request?.target.text == "\(fixture.server.url)gone")
      #expect(gone?.reason == .status(404))
      #expect(gone?.response?.text == #"{"why":"moved"}"#)
      let page = await failure("page")
      #expect(page?.reason == .mediaType("text/html"))
      let both = await failure("gone-page")
      #expect(both?.reason == .status(404))
      let causes = (both?.underlying as? ResponseSerializationError)?.causes
      #expect(causes?.count == 2)
      let broken = await failure("broken")
      #expect(broken?.code.name == "serialization")
      #expect(broken?.response?.text == "{")
    }
  }

  @Test func `the server receives the request that the request serializer created`()
    async throws
  {
    try await SessionFixture.with { request in
      let fields = request.head.fields
      let text =
        "\(request.head.method) \(request.head.target) \(fields[.contentType]?.text ?? "-")"
      return .response(HTTP.Response(200, body: Array(text.utf8) + [0x0a] + request.body))
    } _: { fixture in
      let form = try HTTPRequestSerializer().request(.post, "x?y", ["a": [1, 2]])
      #expect(
        try await fixture.session.send(form).text
          == "POST /x?y application/x-www-form-urlencoded\na%5B%5D=1&a%5B%5D=2")
      let query = try HTTPRequestSerializer().request(.get, "x?y", ["a b": "é"])
      #expect(try await fixture.session.send(query).text == "GET /x?y&a%20b=%C3%A9 -\n")
      let json = try JSONRequestSerializer().request(.put, "x", ["a": 1])
      #expect(try await fixture.session.send(json).text == "PUT /x application/json\n{\"a\":1}")
      let empty = try HTTPRequestSerializer().request(.post, "x")
      #expect(
        try await fixture.session.send(empty).text
          == "POST /x application/x-www-form-urlencoded\n")
    }
  }

  @Test func `the User-Agent field names the process, the system and its kernel`() throws {
    let serializer = HTTPRequestSerializer.ofProcess(version: "1.2")
    let agent = try #require(serializer.headers[.userAgent]?.text)
    #expect(agent.utf8.contains(0x2f))
    let system = try #require(SystemFact.systemName.text)
    let kernel = try #require(SystemFact.kernelRelease.text)
    #expect(agent.hasSuffix("/1.2 (\(system); kernel \(kernel))"))
  }
}
