import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Resumed downloads together with cookies, challenges, proxies, retries and interceptors.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct DownloadPairsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { "\(folder.path)/f" }

  /// Downloads until the server breaks off, and returns the token of the kept part.
  private func token(_ session: HTTPSession) async throws -> HTTPSession.ResumeToken {
    var token: HTTPSession.ResumeToken?
    do {
      try await session.download(.get("f"), to: path, options: .resume)
      Issue.record("the download is whole")
    } catch let error as HTTPSessionError {
      token = error.resumeToken
    }
    return try #require(token)
  }

  private func expectWhole(_ server: RangeServer) throws {
    #expect(try Files.contents(of: path) == server.content.withLock(\.bytes))
    #expect(try Files.names(in: folder.path) == ["f"])
  }

  @Test func `a resumed download sends the current cookies of the session`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    let cookies = HTTPSession.CookieStorage()
    try await SessionFixture.with(server.handler) {
      $0.cookies = cookies
    } _: { fixture in
      try cookies.set("sid", "old", for: fixture.server.url)
      let token = try await token(fixture.session)
      try cookies.set("sid", "new", for: fixture.server.url)
      let download = try await fixture.session.download(resuming: token, to: path)
      #expect(download.resumedFrom == 400)
    }
    #expect(server.requests.map { $0[.cookie]?.text } == ["sid=old", "sid=new"])
    try expectWhole(server)
  }

  @Test func `a resumed download replies to a 401 challenge and keeps its Range field`()
    async throws
  {
    let challenge = HTTP.Response(401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
    let server = RangeServer([.cut(afterByteCount: 400), .response(challenge)])
    try await SessionFixture.with(server.handler) {
      $0.authentication.allowsSecretsInClear = true
      $0.authentication.onChallenge = { _ in
        .useCredential(.password(Authentication.Secret("pw"), user: "u"))
      }
    } _: { fixture in
      let token = try await token(fixture.session)
      let download = try await fixture.session.download(resuming: token, to: path)
      #expect(download.resumedFrom == 400)
    }
    #expect(server.requests.map { $0[.range]?.text } == [nil, "bytes=400-", "bytes=400-"])
    #expect(server.requests.map { $0.contains(.authorization) } == [false, false, true])
    try expectWhole(server)
  }

  @Test func `a retry of a resumed download sends the same Range field`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400), .response(HTTP.Response(503))])
    try await SessionFixture.with(server.handler) {
      $0.retry = .atOnce(2)
    } _: { fixture in
      let token = try await token(fixture.session)
      let download = try await fixture.session.download(resuming: token, to: path)
      #expect(download.resumedFrom == 400)
    }
    #expect(server.requests.map { $0[.range]?.text } == [nil, "bytes=400-", "bytes=400-"])
    try expectWhole(server)
  }

  @Test func `a download can be resumed through a proxy's tunnel`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.behind(
      .http { _, _ in .tunnel() }, tls: try .local(), server.handler
    ) { fixture, proxy in
      let token = try await token(fixture.session)
      let download = try await fixture.session.download(resuming: token, to: path)
      #expect(download.resumedFrom == 400 && proxy.heads.count == 2)
    }
    try expectWhole(server)
  }

  @Test func `a resumed download that fails in an interceptor can be resumed again`() async throws {
    struct Refused: Error {}
    let server = RangeServer([.cut(afterByteCount: 400)])
    let count = Lock(0)
    try await SessionFixture.with(server.handler) {
      $0.interceptors.append { request, next in
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == 2 { throw Refused() }
        return try await next(request)
      }
    } _: { fixture in
      let first = try await token(fixture.session)
      var second: HTTPSession.ResumeToken?
      do {
        try await fixture.session.download(resuming: first, to: path)
      } catch let error as HTTPSessionError {
        #expect(error.underlying is Refused)
        second = error.resumeToken
      }
      let download = try await fixture.session.download(
        resuming: try #require(second), to: path)
      #expect(download.resumedFrom == 400)
    }
    try expectWhole(server)
  }

  @Test func `a redirected resumed download sends a Range field and no credential`()
    async throws
  {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { other in
      let place = HTTP.Response(302, headers: ["Location": HTTP.FieldValue("\(other.server.url)f")])
      let first = RangeServer([.response(place), .response(place)])
      try await SessionFixture.with(first.handler) {
        $0.headers["X-Key"] = .sensitive("k")
      } _: { fixture in
        let token = try await token(fixture.session)
        let download = try await fixture.session.download(resuming: token, to: path)
        #expect(download.resumedFrom == 400)
      }
      #expect(first.requests.map { $0["X-Key"]?.text } == ["k", "k"])
    }
    #expect(server.requests.map { $0[.range]?.text } == [nil, "bytes=400-"])
    #expect(server.requests.allSatisfy { !$0.contains("X-Key") })
    try expectWhole(server)
  }
}
