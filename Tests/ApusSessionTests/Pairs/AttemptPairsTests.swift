import ApusAuthentication
import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Redirects, retries, cookies, credentials and HSTS together.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct AttemptPairsTests {
  @Test func `a retry after a redirect repeats only the redirected request`() async throws {
    let service = PairService { request, count in
      switch request.method {
      case .post: HTTP.Response(303, headers: ["Location": "/status"])
      default: HTTP.Response(count < 2 ? 503 : 200)
      }
    }
    let session = service.session { $0.retry = .atOnce(3) }
    #expect(try await session.send(.post("orders", .bytes([1]))).status == 200)
    #expect(service.requests.map(\.method) == [.post, .get, .get])
  }

  @Test func `a retry sends the cookie that the failed response has set`() async throws {
    let service = PairService { _, count in
      count == 0
        ? HTTP.Response(503, headers: ["Set-Cookie": "node=2; Secure"]) : HTTP.Response(200)
    }
    let session = service.session {
      $0.retry = .atOnce(2)
      $0.cookies = HTTPSession.CookieStorage()
    }
    #expect(try await session.send(.get("x")).status == 200)
    #expect(service.values(.cookie) == [nil, "node=2"])
  }

  @Test func `a response that an interceptor makes sets no cookie for another site`() async throws {
    let service = PairService { _, _ in HTTP.Response(200) }
    let cookies = HTTPSession.CookieStorage()
    let session = service.session {
      $0.cookies = cookies
      $0.interceptors.append { request, next in
        guard request.url.path == "/made" else { return try await next(request) }
        var response = HTTP.Response(200)
        response.headers.append(.setCookie, "mine=1; Secure")
        response.headers.append(.setCookie, "other=1; Secure; Domain=b.test")
        return HTTPSession.InterceptedAnswer(response)
      }
    }
    try await session.send(.get("made"))
    #expect(cookies.cookies.map(\.name) == ["mine"])
    try await session.send(.get("https://b.test/"))
    try await session.send(.get("x"))
    #expect(service.values(.cookie) == [nil, "mine=1"])
  }

  @Test func `a request upgraded by HSTS uses only the credential of the HTTPS origin`()
    async throws
  {
    let service = PairService { request, _ in
      request.headers.contains(.authorization)
        ? HTTP.Response(200)
        : HTTP.Response(401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
    }
    let hosts = HTTPSession.StrictTransport()
    try hosts.add("a.test", for: .seconds(600))
    func session(_ space: String) throws -> HTTPSession {
      try service.session("http://a.test/") {
        $0.strictTransport = hosts
        $0.acceptedStatuses = .any
        $0.authentication.allowsSecretsInClear = true
        try $0.authentication.credentials.set(
          .password(Authentication.Secret("pw"), user: "u"), for: space)
      }
    }
    #expect(try await session("https://a.test/").send(.get("x")).status == 200)
    #expect(try await session("http://a.test/").send(.get("x")).status == 401)
    #expect(service.urls.allSatisfy { $0 == "https://a.test/x" })
  }

  @Test func `interceptors see the URL that HSTS upgraded for every attempt`() async throws {
    let hosts = HTTPSession.StrictTransport()
    try hosts.add("a.test", for: .seconds(600))
    let seen = Lock<[String]>([])
    let service = PairService { _, count in HTTP.Response(count == 0 ? 503 : 200) }
    let session = service.session("http://a.test/") {
      $0.strictTransport = hosts
      $0.retry = .atOnce(2)
      $0.interceptors.append { request, next in
        seen.withLock { $0.append("\(request.url.scheme)") }
        return try await next(request)
      }
    }
    try await session.send(.get("x"))
    #expect(seen.withLock(\.self) == ["https", "https"])
    #expect(service.urls == ["https://a.test/x", "https://a.test/x"])
  }

  @Test func `a retry after a redirect repeats neither the redirect nor its credential`()
    async throws
  {
    let service = PairService { request, count in
      switch request.target.text {
      case "https://a.test/x": HTTP.Response(307, headers: ["Location": "https://b.test/y"])
      default: HTTP.Response(count < 3 ? 503 : 200)
      }
    }
    let session = try service.session {
      $0.retry = .atOnce(3)
      try $0.authentication.credentials.set(
        .token(Authentication.Secret("t")), for: "https://a.test/")
    }
    #expect(try await session.send(.get("x")).status == 200)
    #expect(service.urls.filter { $0 == "https://a.test/x" }.count == 1)
    #expect(service.values(.authorization).dropFirst().allSatisfy { $0 == nil })
  }
}
