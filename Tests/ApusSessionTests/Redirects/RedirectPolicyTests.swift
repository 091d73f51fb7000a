import ApusHTTP
import Testing

@testable import ApusSession

/// Policies for redirects: of a session, and of a single call.
struct RedirectPolicyTests {
  /// A session whose server redirects by a table of paths.
  private func session(
    _ table: [String: (Int, String)],
    _ configure: (inout HTTPSession.Configuration) -> Void = { _ in }
  ) -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configure(&configuration)
    return HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      guard let (status, location) = table[try HTTP.URL(request.target.text).path] else {
        return HTTP.Response(200, body: Array("\(request.method) \(request.target.text)".utf8))
      }
      return HTTP.Response(
        HTTP.Status(status), headers: [.location: HTTP.FieldValue(location)])
    }
  }

  @Test func `a redirect closure can keep the POST method over 301 and 302 redirects`() async throws
  {
    let session = session(["/a": (301, "/b"), "/b": (302, "/c")]) {
      $0.redirects.onRedirect = { redirect in
        var next = redirect.request
        next.method = redirect.redirected.method
        next.body = redirect.redirected.body
        return next
      }
    }
    let response = try await session.send(.post("a", .text("content")))
    #expect(response.text == "POST https://a.test/c")
    #expect(response.redirects.count == 2)
  }

  @Test(arguments: [false, true])
  func `a redirect closure cannot send a POST body to another origin by default`(isAllowed: Bool)
    async
  {
    let session = session(["/a": (302, "https://b.test/b")]) {
      $0.redirects.sendsContentToOtherOrigins = isAllowed
      $0.redirects.onRedirect = { redirect in
        var next = redirect.request
        next.method = redirect.redirected.method
        next.body = redirect.redirected.body
        return next
      }
    }
    do {
      let response = try await session.send(.post("a", .text("content")))
      #expect(isAllowed && response.text == "POST https://b.test/b")
    } catch {
      #expect(!isAllowed && (error as? HTTPSessionError)?.code == .redirect)
    }
  }

  @Test func `the redirect policy of a call replaces that of the session`() async throws {
    let session = session(["/a": (302, "/b"), "/b": (302, "/c")])
    let first = try await session.open(.get("a"), accepting: .any, redirects: RedirectPolicy.none)
    #expect(first.status == 302)
    var once = HTTPSession.RedirectPolicy()
    once.onRedirect = { $0.count == 0 ? $0.request : nil }
    try await session.stream(.get("a"), accepting: .any, redirects: once) { head, _ in
      #expect(head.status == 302 && head.headers[.location] == "/c")
    }
    #expect(try await session.send(.get("a")).status == .ok)
  }

  private typealias RedirectPolicy = HTTPSession.RedirectPolicy

  /// A value that cannot be copied.
  private struct Unique: ~Copyable {
    let status: HTTP.Status
  }

  @Test func `a streaming closure may return a noncopyable value`() async throws {
    let session = session([:])
    let value = try await session.stream(.get("x")) { head, _ in Unique(status: head.status) }
    #expect(value.status == .ok)
  }
}
