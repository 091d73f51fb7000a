import ApusHTTP
import ApusSerialization
import ApusSession
import ApusTestServer
import TestSupport
import Testing

/// Values with the heads of their responses, and statuses and coders of single calls.
@Suite(.ownThread) struct ResponseValueTests {
  private struct User: Codable, Equatable { var id: Int }

  private static let json: TestServer.Handler = { request in
    let (status, type, body): (HTTP.Status, HTTP.FieldValue, String) =
      switch request.path {
      case "/box": (201, "application/json", String(decoding: request.body, as: UTF8.self))
      case "/user": (200, "application/json; charset=utf-8", #"{"id":7}"#)
      case "/broken": (200, "application/json", #"{"id":"#)
      case "/other": (200, "application/json", #"{"id":"seven"}"#)
      case "/page": (200, "text/html", "<p>")
      case "/gone-page": (410, "text/html", "<p>")
      case "/space": (200, "application/json", " ")
      case "/accept":
        (200, "application/json", "[\"\(request.head.fields[.accept]?.text ?? "none")\"]")
      default: (204, "text/html", "")
      }
    return .response(
      HTTP.Response(status, headers: [.contentType: type], body: Array(body.utf8)))
  }

  @Test func `a decoded value can be returned with the head and the URL of its response`()
    async throws
  {
    try await SessionFixture.with(Self.json) { fixture in
      let api = fixture.session
      let user = try await api.send(.get("user"), as: HTTPSession.Response<User>.self)
      #expect(user.value == User(id: 7) && user.status == .ok)
      #expect(user.headers[.contentType] == "application/json; charset=utf-8")
      #expect("\(user.url)".hasSuffix("/user"))
      let none: HTTPSession.Response<User?> = try await api.get("gone")
      #expect(none.value == nil && none.status == .noContent)
      api.responseSerializer = JSONResponseSerializer()
      let again: HTTPSession.Response<User> = try await api.get("user") { _ in }
      #expect(again.value == User(id: 7) && again.status == .ok)
      let nothing: HTTPSession.Response<User?> = try await api.delete("space")
      #expect(nothing.value == nil && nothing.status == .ok)
    }
  }

  @Test func `a call can accept other status codes than its session`() async throws {
    try await SessionFixture.with(Self.json) { fixture in
      let api = fixture.session
      let page = try await api.get("gone-page", accepting: .success.adding(410))
      #expect(page.status.code == 410 && page.text == "<p>")
      await #expect(throws: HTTPSessionError.self) { try await api.get("gone-page") }
      await #expect(throws: HTTPSessionError.self) {
        try await api.get("user", accepting: .codes(201...299, 400...499))
      }
      var request = HTTP.Request.get("gone-page")
      request.options.acceptedStatuses = .any
      #expect(try await api.send(request).status.code == 410)
      #expect(try await api.open(request).status.code == 410)
      #expect(try await api.start(.send(request)).value.status.code == 410)
      await #expect(throws: HTTPSessionError.self) {
        try await api.send(request, accepting: .success)
      }
      #expect(try await api.post("gone-page", .text("x"), accepting: .any).status.code == 410)
      let progress = try await api.upload("gone-page", .text("x"), accepting: .any) { _ in }
      #expect(progress.status.code == 410)
    }
  }

  @Test func `a call can use its own JSON coder`() async throws {
    var coder = JSONCoder()
    coder.keys = .snakeCase
    try await SessionFixture.with { _ in
      .response((try? .json(["user_id": 7])) ?? HTTP.Response(500))
    } _: { fixture in
      struct Named: Decodable { var userId: Int }
      let api = fixture.session
      await #expect(throws: HTTPSessionError.self) { try await api.get("x", as: Named.self) }
      #expect(try await api.send(.get("x"), as: Named.self, coder: coder).userId == 7)
      let whole: HTTPSession.Response<Named> = try await api.send(.get("x"), coder: coder)
      #expect(whole.value.userId == 7)
    }
  }
}
