import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// The URL and the links of responses, and small mistakes with their remedies.
@Suite(.timeLimit(.minutes(3))) struct ResponseFactsTests {
  private static let link: HTTP.Fields = [.link: "</items?page=2>; rel=\"next\""]

  private let session = HTTPSession.stub("https://a.test/v1/") { request in
    switch try HTTP.URL(request.target.text).path {
    case "/v1/moved": HTTP.Response(302, headers: [.location: "/v2/items"])
    case "/v1/none": HTTP.Response(404, headers: link)
    default:
      HTTP.Response(
        200, headers: [.link: "</items?page=2>; rel=\"next\"", .contentType: "application/json"],
        body: Array("[1]".utf8))
    }
  }

  @Test func `a response contains its final URL and its links`() async throws {
    let next = "https://a.test/items?page=2"
    let plain = try await session.get("moved")
    #expect(plain.url?.description == "https://a.test/v2/items")
    #expect(plain.links[.next]?.description == next)
    let value = try await session.get("items", as: HTTPSession.Response<[Int]>.self)
    #expect(value.links[.next]?.description == next && value.value == [1])
    let opened = try await session.open(.get("items"))
    #expect(opened.links[.next]?.description == next)
    let error = try #require(await session.failure(of: .get("none")))
    #expect(error.response?.url?.description == "https://a.test/v1/none")
    #expect(HTTP.Response(200).url == nil)
  }

  @Test func `a redirect closure receives the destination URL of the redirect`() async throws {
    var policy = HTTPSession.RedirectPolicy()
    let found = Lock<HTTP.URL?>(nil)
    policy.onRedirect = { redirect in
      found.withLock { $0 = redirect.destination }
      return redirect.request
    }
    _ = try await session.open(.get("moved"), redirects: policy)
    #expect(found.withLock(\.self)?.description == "https://a.test/v2/items")
  }

  @Test func `a header value may be a number, and a description lists all headers`() {
    var request = HTTP.Request.get("x")
    #expect("\(request)" == "GET x")
    request.headers["Depth"] = 1
    #expect("\(request)" == "GET x\nDepth: 1")
  }

  @Test func `the error for a missing upload file contains no download advice`() async throws {
    let server = try await TestServer { _ in .response(HTTP.Response(200)) }
    let session = try HTTPSession(server.url)
    let error = try #require(await session.failure(of: .put("x", .file("/nope/file"))))
    #expect("\(error)".contains("/nope/file") && !"\(error)".contains("createFolders"), "\(error)")
    await session.shutdown()
    await server.shutdown()
  }

  @Test(arguments: [
    ("", "the empty base URL"), ("127.0.0.1:8080", "did you mean http://127.0.0.1:8080?"),
    ("example.com:8080/v1", "did you mean https://example.com:8080/v1?"),
  ]) func `the error for a base that is not a URL contains a remedy`(base: String, words: String) {
    do {
      _ = try HTTPSession(base) { _ in }
      Issue.record("\(base) is a base")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }
}
