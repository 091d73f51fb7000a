import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The test server's default responses, received by a session.
@Suite(.ownThread) struct TestRoutesTests {
  private func with(_ body: (HTTPSession) async throws -> Void) async throws {
    try await SessionFixture.with(TestRoutes.answer) {
      $0.acceptedStatuses = .any
      $0.redirects = .none
    } _: { fixture in
      try await body(fixture.session)
    }
  }

  @Test func `the echo route of the test server returns the request as JSON`() async throws {
    try await with { session in
      var request = HTTP.Request.post("post?a=b&c=%22", .bytes(Array("hi\n".utf8)))
      request.headers["X-Y"] = "z"
      let response = try await session.send(request)
      for part in [
        #""method":"POST""#, #""a":"b""#, #""c":"\"""#, #""X-Y":"z""#, #""data":"hi\u000a""#,
      ] {
        #expect(response.body.contains(Array(part.utf8)), "\(response.text)")
      }
      let wrong = try await session.send(.get("post"))
      #expect(wrong.status == 405)
      for verb in ["put", "patch", "delete", "get"] {
        let method = HTTP.Method(String(decoding: verb.utf8.map { $0 & 0xdf }, as: UTF8.self))
        let answer = try await session.send(HTTP.Request(method, .reference(verb)))
        #expect(answer.status == .ok)
      }
    }
  }

  @Test func `invalid numbers in a request do not stop the test server`() async throws {
    try await with { session in
      let paths = [
        "delay/-1e300", "delay/nan", "stream/-5", "bytes/-1", "events/-1", "status/-7",
        "redirect/-1",
        "drip?numbytes=-1&duration=nan", "drip?numbytes=1&duration=-1e300", "range/-1",
        "status/99999999999999999999", "redirect-to?url=a&status_code=-1",
      ]
      // Some of the responses are rejected; the server continues after each.
      for path in paths { _ = try? await session.send(.get(.reference(path))) }
      let answer = try await session.send(.get("get"))
      #expect(answer.status == .ok)
    }
  }

  @Test func `the test server sends status codes, redirects and challenges on request`()
    async throws
  {
    try await with { session in
      for code in [200, 204, 304, 404, 418, 500, 599] {
        let response = try await session.send(.get("status/\(code)"))
        #expect(response.status.code == code)
      }
      let redirect = try await session.send(.get("redirect/3"))
      #expect(redirect.status == 302)
      #expect(redirect.headers[.location] == "/redirect/2")
      let elsewhere = try await session.send(.get("redirect-to?url=%2Fget&status_code=308"))
      #expect(elsewhere.status == 308)
      #expect(elsewhere.headers[.location] == "/get")
      let refused = try await session.send(.get("basic-auth/u/p"))
      #expect(refused.status == 401)
      var request = HTTP.Request.get("basic-auth/u/p")
      request.headers[.authorization] = .sensitive("Basic dTpw")
      let accepted = try await session.send(request)
      #expect(accepted.status == .ok)
    }
  }

  @Test func `the test server sends content whole, in parts, slowly and encoded`()
    async throws
  {
    try await with { session in
      let bytes = try await session.send(.get("bytes/300"))
      #expect(bytes.body == TestRoutes.bytes(300))
      var request = HTTP.Request.get("range/100")
      request.headers[.range] = "bytes=10-19"
      let part = try await session.send(request)
      #expect(part.status == .partialContent)
      #expect(part.body == Array(TestRoutes.bytes(100)[10...19]))
      request.headers[.range] = "bytes=100-"
      let beyond = try await session.send(request)
      #expect(beyond.status == 416)
      let stream = try await session.send(.get("stream/3"))
      #expect(stream.text == "{\"id\":0}\n{\"id\":1}\n{\"id\":2}\n")
      let drip = try await session.send(.get("drip?numbytes=4&duration=0.02"))
      #expect(drip.text == "****")
      var tagged = HTTP.Request.get("etag/x")
      tagged.headers[.ifNoneMatch] = "\"x\""
      let unchanged = try await session.send(tagged)
      #expect(unchanged.status == .notModified)
      let cookies = try await session.send(.get("cookies/set?a=b&c=d"))
      #expect(cookies.headers.values(of: .setCookie).map(\.text) == ["a=b; Path=/", "c=d; Path=/"])
    }
  }

  @Test func `the test server's events and encoded content match their declared form`() async throws
  {
    try await with { session in
      let count = try await session.events(.get("events/4")) { events in
        var count = 0
        for try await event in events {
          count += 1
          #expect(event == .init(data: "event \(count)", id: "\(count)"))
        }
        return count
      }
      #expect(count == 4)
      let deflated = try await session.send(.get("deflate"))
      #expect(deflated.headers[.contentEncoding] == nil)
      #expect(deflated.text.utf8.starts(with: #"{"method":"GET""#.utf8))
      let decoded = try await session.send(.get("gzip"))
      #expect(decoded.headers[.contentEncoding] == nil)
      #expect(decoded.body.starts(with: Array("{\"method\":\"GET\"".utf8)))
      var request = HTTP.Request.get("gzip")
      request.headers[.acceptEncoding] = "gzip"
      let response = try await session.send(request)
      #expect(response.headers[.contentEncoding] == "gzip")
      let text = try HTTP.ContentDecoder.decode(response.body.span, [.gzip])
      #expect(text.starts(with: Array("{\"method\":\"GET\"".utf8)))
    }
  }
}
