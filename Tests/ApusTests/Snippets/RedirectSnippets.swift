import Apus
import TestSupport
import Testing

/// The regions between the marks are the code of the article on redirects, cookies and
/// authentication.
@Suite(.ownThread) struct RedirectSnippets {
  private let base = "https://api.example.com/"

  @Test func `a redirect hook can keep the method POST`() async throws {
    var configuration = HTTPSession.Configuration()
    // Snippet:
    configuration.redirects.onRedirect = { redirect in
      // 303 asks for a GET.
      guard redirect.response.status != 303 else { return redirect.request }
      var next = redirect.request
      next.method = redirect.redirected.method
      next.body = redirect.redirected.body
      return next
    }
    // End.
    let api = HTTPSession.stub(base, configuration: configuration) { request in
      request.path == "/old"
        ? HTTP.Response(302, headers: [.location: "/new"])
        : HTTP.Response(200, body: Array("\(request.method)".utf8) + (request.body.bytes ?? []))
    }
    #expect(try await api.post("old", .bytes([0x21])).text == "POST!")
  }

  @Test func `a session follows redirects up to its limit`() async throws {
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.redirects.limit = 5
    configuration.redirects.onRedirect = { redirect in
      // Nil does not follow it: a verb throws `.status(302)`, and the error has the redirect.
      redirect.request.target.text.hasPrefix("https://api.example.com/") ? redirect.request : nil
    }
    // End.
    let api = HTTPSession.stub(base, configuration: configuration) { request in
      switch request.path {
      case "/old": HTTP.Response(301, headers: [.location: "/new"])
      case "/away": HTTP.Response(302, headers: [.location: "https://example.org/"])
      default: HTTP.Response(200)
      }
    }
    // Snippet:
    let response = try await api.send(.get("old"))
    let way = response.redirects.map { "\($0.status.code) to \($0.destination)" }
    // End.
    #expect(way == ["301 to https://api.example.com/new"])
    let error = await #expect(throws: HTTPSessionError.self) { try await api.send(.get("away")) }
    #expect(error?.code == .status(302))
  }

  @Test func `a session can require TLS for a host and its subdomains`() async throws {
    // Snippet:
    let strict = HTTPSession.StrictTransport()
    var configuration = HTTPSession.Configuration()
    configuration.strictTransport = strict
    try strict.add("api.example.com", includingSubdomains: true)
    // End.
    let api = HTTPSession.stub(nil, configuration: configuration) { request in
      HTTP.Response(200, body: Array(request.target.text.utf8))
    }
    let response = try await api.send(.get("http://www.api.example.com/a"))
    #expect(response.text == "https://www.api.example.com/a")
  }

  @Test func `sessions with the same cookie storage share their cookies`() async throws {
    // Snippet:
    let cookies = HTTPSession.CookieStorage()
    var configuration = HTTPSession.Configuration()
    configuration.cookies = cookies
    try cookies.set("language", "en", for: "https://api.example.com")
    // End.
    let api = HTTPSession.stub(base, configuration: configuration) { request in
      HTTP.Response(
        200, headers: [.setCookie: "seen=1"],
        body: request.headers[.cookie].map { Array($0.bytes) } ?? [])
    }
    let first = try await api.send(.get("x")).text
    let second = try await api.send(.get("x")).text
    #expect(first == "language=en" && second == "language=en; seen=1")
    // Snippet:
    var request = HTTP.Request.get("public/news")
    request.options.handlesCookies = false
    // End.
    let third = try await api.send(request).text
    #expect(third.isEmpty && cookies.cookies.count == 2)
    // Snippet:
    let kept = try JSONCoder().encode(CookieArchive(cookies: cookies.cookies))
    let later = HTTPSession.CookieStorage()
    for cookie in try JSONCoder().decode(CookieArchive.self, from: kept).cookies {
      try later.insert(cookie)
    }
    // End.
    #expect(later.cookies == cookies.cookies && later.cookies.count == 2)
  }

  /// A service that wants a name and a password.
  private func service(_ configuration: HTTPSession.Configuration) -> HTTPSession {
    .stub(base, configuration: configuration) { request in
      // "ada:secret"
      if request.headers[.authorization]?.text == "Basic YWRhOnNlY3JldA==" {
        return HTTP.Response(200)
      }
      return HTTP.Response(401, headers: [.wwwAuthenticate: "Basic realm=\"api\""])
    }
  }

  @Test func `a configured credential answers the challenges of its server`() async throws {
    let password = "secret"
    // Snippet:
    let configuration = HTTPSession.Configuration()
    try configuration.authentication.credentials.set(
      .password(Authentication.Secret(password), user: "ada"), for: "https://api.example.com")
    // End.
    let response = try await service(configuration).send(.get("x"))
    #expect(response.status == .ok)
  }

  @Test func `a challenge handler provides a missing credential`() async throws {
    let askPassword: @Sendable (HTTP.URL) async throws -> String = { _ in "secret" }
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.authentication.onChallenge = { challenge in
      guard challenge.refusalCount == 0 else { return .performDefaultHandling }
      let password = try await askPassword(challenge.url)
      return .useCredential(.password(Authentication.Secret(password), user: "ada"))
    }
    // End.
    let response = try await service(configuration).send(.get("x"))
    #expect(response.status == .ok)
  }
}
