import ApusAuthentication
import ApusCookies
import ApusHTTP
import ApusNet
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Cookies of a session, as servers see them. RFC 6265bis section 5.
@Suite struct CookieStorageTests {
  /// The `Cookie` fields that a server has seen.
  private final class Log: Sendable {
    private let state = Lock<[String?]>([])
    var seen: [String?] { state.withLock { $0 } }
    func add(_ value: String?) { state.withLock { $0.append(value) } }
  }

  private func session(
    _ cookies: HTTPSession.CookieStorage?, _ log: Log,
    _ configure: (inout HTTPSession.Configuration) -> Void = { _ in }
  ) -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configuration.cookies = cookies
    configure(&configuration)
    return .stub("https://a.test/", configuration: configuration) { request in
      log.add(request.headers[.cookie]?.text)
      var response = HTTP.Response(200)
      if request.path == "/set" {
        response.headers.append(.setCookie, "one=1; Path=/; Secure")
        response.headers.append(.setCookie, "two=2")
      }
      return response
    }
  }

  @Test func `cookies that a server sets are sent with later requests to that server`() async throws
  {
    let (cookies, log) = (HTTPSession.CookieStorage(), Log())
    let session = session(cookies, log)
    try await session.send(.get("set"))
    try await session.send(.get("x"))
    try await session.get("y")
    try await session.send(.get("https://b.test/"))
    try await session.send(.get("http://a.test/"))
    #expect(log.seen == [nil, "one=1; two=2", "one=1; two=2", nil, "two=2"])
    #expect(cookies.cookies.map(\.name) == ["one", "two"])
    cookies.removeAll()
    try await session.send(.get("x"))
    #expect(log.seen.last == .some(nil))
  }

  @Test func `cookies of a sibling host do not remove the cookies of a host`() async throws {
    var configuration = HTTPSession.Configuration()
    configuration.cookies = HTTPSession.CookieStorage()
    let log = Log()
    let session = HTTPSession.stub("https://www.example.com/", configuration: configuration) {
      request in
      log.add(request.headers[.cookie]?.text)
      var response = HTTP.Response(200)
      if request.path == "/login" { response.headers.append(.setCookie, "sid=1; Path=/; Secure") }
      if request.path == "/evil" {
        for name in ["a", "b", "c"] {
          let value = String(repeating: "v", count: 4_000)
          response.headers.append(
            .setCookie, HTTP.FieldValue("\(name)=\(value); Domain=example.com; Path=/account"))
        }
      }
      return response
    }
    try await session.send(.get("login"))
    try await session.send(.get("https://evil.example.com/evil"))
    try await session.send(.get("account"))
    let field = try #require(log.seen.last ?? nil)
    #expect(field.utf8.suffix(7).elementsEqual("; sid=1".utf8))
    #expect(field.utf8.count <= 8_192)
  }

  @Test func `a session without a cookie storage sends no cookies`() async throws {
    let log = Log()
    let session = session(nil, log)
    try await session.send(.get("set"))
    try await session.send(.get("x"))
    #expect(log.seen == [nil, nil])
  }

  /// The names of the cookies that are kept of one whose domain is above its host.
  private static func names(
    of domain: String, _ cookies: HTTPSession.CookieStorage
  ) async throws -> [String] {
    var configuration = HTTPSession.Configuration()
    configuration.cookies = cookies
    let session = HTTPSession.stub("https://x.\(domain)/", configuration: configuration) { _ in
      HTTP.Response(200, headers: [.setCookie: "wide=1; Domain=\(domain)"])
    }
    try await session.send(.get(""))
    return cookies.cookies.map(\.name)
  }

  @Test func `a cookie for a public suffix of the built-in or a newer list is rejected`()
    async throws
  {
    #expect(try await Self.names(of: "replit.app", HTTPSession.CookieStorage()) == [])
    #expect(try await Self.names(of: "lent.test", HTTPSession.CookieStorage()) == ["wide"])
    let list = "// ===BEGIN PRIVATE DOMAINS===\nlent.test\n// ===END PRIVATE DOMAINS===\n"
    let rules = try PublicSuffixRules(parsing: Array(list.utf8))
    let cookies = HTTPSession.CookieStorage(CookieJar(suffixes: rules))
    #expect(try await Self.names(of: "lent.test", cookies) == [])
  }

  @Test func `sessions with the same cookie storage share its cookies`() async throws {
    let (cookies, log) = (HTTPSession.CookieStorage(), Log())
    let (first, second) = (session(cookies, log), session(cookies, log))
    try await first.send(.get("set"))
    try await second.send(.get("x"))
    #expect(log.seen == [nil, "one=1; two=2"])
  }

  @Test func `a request option disables the sending and the storing of cookies`() async throws {
    let (cookies, log) = (HTTPSession.CookieStorage(), Log())
    let session = session(cookies, log)
    var request = HTTP.Request.get("set")
    request.options.handlesCookies = false
    try await session.send(request)
    #expect(cookies.cookies.isEmpty)
    try cookies.set("own", "3", for: "https://a.test/")
    try await session.send(request)
    #expect(log.seen == [nil, nil])
  }

  @Test func `a Cookie field of the request or session replaces the stored cookies`() async throws {
    let (cookies, log) = (HTTPSession.CookieStorage(), Log())
    let byHand = session(cookies, log)
    let bySession = session(cookies, log) { $0.headers[.cookie] = "session=1" }
    try cookies.set("own", "3", for: "https://a.test/")
    var request = HTTP.Request.get("x")
    request.headers[.cookie] = "hand=1"
    try await byHand.send(request)
    try await bySession.send(.get("x"))
    #expect(log.seen == ["hand=1", "session=1"])
  }

  @Test func `redirect responses and error responses set cookies too`() async throws {
    let cookies = HTTPSession.CookieStorage()
    var configuration = HTTPSession.Configuration()
    configuration.cookies = cookies
    let session = HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      let isFirst = request.path == "/x"
      return HTTP.Response(
        isFirst ? 302 : 500,
        headers: isFirst ? [.location: "/y", .setCookie: "a=1"] : [.setCookie: "b=2"])
    }
    _ = try? await session.send(.get("x"))
    #expect(cookies.cookies.map(\.name) == ["a", "b"])
    #expect("\(session.configuration)".contains("a=1") == false)
  }

  @Test func `cookies that a 401 response sets are sent with the reply to its challenge`()
    async throws
  {
    let log = Log()
    var configuration = HTTPSession.Configuration()
    configuration.cookies = HTTPSession.CookieStorage()
    configuration.authentication.onChallenge = { _ in
      .useCredential(.password(Authentication.Secret("pw"), user: "u"))
    }
    let session = HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      log.add(request.headers[.cookie]?.text)
      if request.headers.contains(.authorization) { return HTTP.Response(200) }
      return HTTP.Response(
        401, headers: [.wwwAuthenticate: "Basic realm=\"r\"", .setCookie: "seen=1"])
    }
    try await session.send(.get("x"))
    #expect(log.seen == [nil, "seen=1"])
  }

  @Test func `an archived cookie storage can be restored with its cookies`() async throws {
    let cookies = HTTPSession.CookieStorage()
    try cookies.set("own", "3", for: "https://a.test/")
    let now = try #require(cookies.cookies.first?.created)
    let archive = cookies.withJar { $0.archive(at: now) }
    let again = HTTPSession.CookieStorage()
    let refusals = again.withJar { $0.restore(archive, at: now) }
    #expect(refusals.isEmpty)
    #expect(again.cookies(for: try HTTP.URL("https://a.test/")).map(\.value) == ["3"])
  }
}
