import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// The conformance suite of the Swift HTTP API proposal has 39 situations. Each is a test of this
/// folder, with a server of ours: 12 of the framing of responses, 14 of content, and 13 of calls.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct FramingSituationsTests {
  /// Sends a request to a server that responds with bytes and closes the connection.
  private func send(
    _ method: HTTP.Method = .get, answeredBy text: String
  ) async throws -> Result<HTTP.Response, HTTPSessionError> {
    var result: Result<HTTP.Response, HTTPSessionError>?
    try await SessionFixture.with { _ in
      .bytes(Array(text.utf8))
    } configure: {
      $0.acceptedStatuses = .any
    } _: { fixture in
      do {
        result = .success(try await fixture.session.send(HTTP.Request(method, "x")))
      } catch {
        result = .failure(HTTPSessionError(of: error))
      }
    }
    return try #require(result)
  }

  private func reason(answeredBy text: String) async throws -> HTTPSessionError.Reason? {
    guard case .failure(let error) = try await send(answeredBy: text) else { return nil }
    return error.reason
  }

  @Test func `a response that does not begin with the HTTP version fails the call`() async throws {
    let reason = try await reason(answeredBy: "FOOBAR\r\n\r\n")
    guard case .response(.notHTTP(let bytes)) = reason else {
      Issue.record("\(reason as Any)")
      return
    }
    #expect(bytes.starts(with: "FOOBAR".utf8))
  }

  @Test func `a response with a mixed-case protocol name fails the call`() async throws {
    let reason = try await reason(answeredBy: "Http/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    guard case .response(.notHTTP) = reason else {
      Issue.record("\(reason as Any)")
      return
    }
  }

  @Test func `a status line without a reason phrase is valid`() async throws {
    let response = try await send(answeredBy: "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n").get()
    #expect(response.status == .ok && response.body.isEmpty)
  }

  @Test func `a 204 response with a Content-Length field has no content`() async throws {
    let text = "HTTP/1.1 204 No Content\r\nContent-Length: 1000\r\n\r\n"
    let response = try await send(answeredBy: text).get()
    #expect(response.status == .noContent && response.body.isEmpty)
  }

  @Test func `a 304 response with a Content-Length field has no content`() async throws {
    let text = "HTTP/1.1 304 Not Modified\r\nContent-Length: 1000\r\n\r\n"
    let response = try await send(answeredBy: text).get()
    #expect(response.status == .notModified && response.body.isEmpty)
  }

  @Test func `response content that is shorter than its declared length fails the call`()
    async throws
  {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
    let reason = try await reason(answeredBy: head + "1234")
    #expect(reason == .response(.truncated(.body, at: head.utf8.count + 4)))
  }

  @Test func `response content without a length ends when the connection closes`() async throws {
    let response = try await send(answeredBy: "HTTP/1.1 200 OK\r\n\r\n1234").get()
    #expect(response.status == .ok && response.text == "1234")
  }

  @Test func `a response with two different Content-Length fields fails the call`() async throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nContent-Length: 4\r\n\r\n1234"
    #expect(try await reason(answeredBy: text) == .response(.invalidContentLength))
  }

  @Test func `a response to HEAD has a Content-Length field and no content`() async throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
    let response = try await send(.head, answeredBy: text).get()
    #expect(response.status == .ok && response.body.isEmpty && response.trailers.isEmpty)
    #expect(response.headers[.contentLength] == "1000")
  }

  @Test func `a 404 response is returned if its status code is accepted`() async throws {
    let text = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    let response = try await send(answeredBy: text).get()
    #expect(response.status == .notFound && response.body.isEmpty)
  }

  @Test func `a response with the status code 999 is returned if the code is accepted`()
    async throws
  {
    let text = "HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n"
    let response = try await send(answeredBy: text).get()
    #expect(response.status.code == 999 && response.body.isEmpty)
  }

  @Test func `repeated response header fields are kept as separate values`() async throws {
    let text = "HTTP/1.1 200 OK\r\nX-Test: one\r\nX-Test: two\r\nContent-Length: 0\r\n\r\n"
    let response = try await send(answeredBy: text).get()
    #expect(response.headers.values(of: "X-Test") == ["one", "two"])
  }
}
