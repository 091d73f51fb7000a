import Apus
import FoundationEssentials
import TestSupport
import Testing

/// Foundation's URLs and dates in sessions and targets.
@Suite(.ownThread) struct HTTPSessionURLTests {
  @Test func `a Foundation URL can be the base URL of a session`() async throws {
    let url = try #require(URL(string: "https://api.example.com/v1"))
    var configuration = HTTPSession.Configuration()
    configuration.timeouts.connect = .seconds(3)
    let sessions = [
      try HTTPSession(url, configuration: configuration),
      try HTTPSession(url) { $0.timeouts.connect = .seconds(3) },
    ]
    for session in sessions {
      #expect(session.base?.description == "https://api.example.com/v1/")
      #expect(session.configuration.timeouts.connect == .seconds(3))
    }
    #expect(try HTTPSession(URL(string: "https://h/")!).base?.description == "https://h/")
    let base = try await withHTTPSession(url) { $0.base }
    #expect(base == sessions[0].base)
  }

  @Test func `a Foundation URL with the scheme ftp is rejected as a base URL`() async throws {
    let url = try #require(URL(string: "ftp://h/"))
    let error = #expect(throws: HTTPSessionError.self) { try HTTPSession(url) }
    #expect(error?.code.name == "invalid-url")
    await #expect(throws: HTTPSessionError.self) {
      try await withHTTPSession(url) { _ in Issue.record("it ran") }
    }
  }

  @Test func `a Foundation date has the same text in a path as in a query`() async throws {
    let api = HTTPSession.stub("https://h/") { request in
      HTTP.Response(200, body: Array(request.target.text.utf8))
    }
    let at = Date(timeIntervalSince1970: 0.5)
    let text = try await api.get("visits/\(at)", query: ["at": at]).text
    #expect(
      text == "https://h/visits/1970-01-01T00%3A00%3A00.500Z?at=1970-01-01T00%3A00%3A00.500Z")
    let late: HTTP.Target = "x/\(Date(timeIntervalSince1970: 1e15))"
    #expect(late.text == "x/1000000000000000")
  }

  @Test func `paged requests follow the next links relative to the last request's URL`()
    async throws
  {
    try await Service.with { _, api in
      var (next, paths): (HTTP.URL?, [String]) = (nil, [])
      var response = try await api.get("pages/old")
      for _ in 0..<5 {
        paths.append(response.text)
        next = response.links[.next]
        guard let url = next else { break }
        response = try await api.get(.url(url))
      }
      #expect(paths == ["/v1/pages/1", "/v1/pages/2?a=b", "/v1/pages/3"] && next == nil)
      let late = HTTPSession.stub("https://h/v1/") { _ in
        HTTP.Response(200, headers: ["Link": "<?page=2>; rel=next"])
      }
      #expect(try await late.get("users").links[.next]?.description == "https://h/v1/users?page=2")
      let status = try await late.stream(.get("users")) { head, _ in head.links[.next]?.query }
      #expect(status == "page=2")
    }
  }

  @Test func `the problem details of a failed call are parsed from its response`() async throws {
    let api = HTTPSession.stub("https://h/") { _ in
      HTTP.Response(
        403, headers: [.contentType: "application/problem+json"],
        body: Array(#"{"title":"no credit","balance":30}"#.utf8))
    }
    let error = await #expect(throws: HTTPSessionError.self) { try await api.get("x") }
    #expect(error?.problem?.title == "no credit")
    #expect(error?.problem?.extensions["balance"]?.int == 30)
    #expect(HTTPSessionError(.shutDown).problem == nil)
  }
}
