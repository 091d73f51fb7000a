import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Challenges of a call to several servers and paths.
@Suite(.ownThread) struct ChallengesOnTheWayTests {
  private static let credential = Authentication.Credential.password(
    Authentication.Secret("pw"), user: "u")

  private static func challenge(_ text: String) -> HTTP.Response {
    HTTP.Response(401, headers: [.wwwAuthenticate: HTTP.FieldValue(text)])
  }

  @Test func `a redirect's target does not receive the reply to an earlier challenge`()
    async throws
  {
    let seen = Lock<[String?]>([])
    let configuration = HTTPSession.Configuration()
    try configuration.authentication.credentials.set(Self.credential, for: "https://a.test")
    let session = HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      let field = request.headers[.authorization]?.text
      seen.withLock { $0.append(field) }
      if request.target.text.hasPrefix("https://b.test") { return HTTP.Response(200) }
      guard field != nil else { return Self.challenge("Basic realm=\"r\"") }
      return HTTP.Response(302, headers: [.location: "https://b.test/x"])
    }
    let response = try await session.send(.get("x"))
    #expect(response.redirects.count == 1)
    #expect(seen.withLock { $0 } == [nil, "Basic dTpwdw==", nil])
  }

  @Test func `an authentication challenge after a redirect has the URL of the target`() async throws
  {
    let asked = Lock<[String]>([])
    var configuration = HTTPSession.Configuration()
    configuration.authentication.onChallenge = { challenge in
      asked.withLock { $0.append("\(challenge.url)") }
      return .useCredential(Self.credential)
    }
    let session = HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      if request.path == "/x" {
        return HTTP.Response(302, headers: [.location: "https://b.test/end"])
      }
      guard request.headers.contains(.authorization) else {
        return Self.challenge("Basic realm=\"r\"")
      }
      return HTTP.Response(200)
    }
    try await session.send(.get("x"))
    #expect(asked.withLock { $0 } == ["https://b.test/end"])
  }

  @Test func `the Digest challenge of one server is not used for another server`() async throws {
    let seen = Lock<[String]>([])
    let configuration = HTTPSession.Configuration()
    for (host, user) in [("a.test", "ada"), ("b.test", "bob")] {
      try configuration.authentication.credentials.set(
        .password(Authentication.Secret("pw"), user: user), for: "https://\(host)")
    }
    let session = HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      let host = request.target.text.dropFirst(8).prefix(6)
      guard let field = request.headers[.authorization]?.text else {
        return Self.challenge("Digest realm=\"r\", nonce=\"of \(host)\", qop=\"auth\"")
      }
      let user = field.contains("username=\"ada\"") ? "ada" : "bob"
      let isFirst = field.contains("nc=00000001")
      let isOwn = field.contains("nonce=\"of \(host)\"")
      seen.withLock { $0.append("\(host) \(user) \(isFirst) \(isOwn)") }
      if request.path == "/end" { return HTTP.Response(200) }
      return HTTP.Response(302, headers: [.location: "https://b.test/end"])
    }
    try await session.send(.get("x"))
    #expect(seen.withLock { $0 } == ["a.test ada true true", "b.test bob true true"])
  }

  @Test func `a reply to a challenge on a new connection does not count as a rejection`()
    async throws
  {
    let shown = Lock<[Bool]>([])
    try await SessionFixture.withConnections { connection in
      while let (head, _) = try await connection.readHead() {
        let isAnswered = head.fields.contains(.authorization)
        shown.withLock { $0.append(isAnswered) }
        // The server ends its first connection during the response.
        if isAnswered, connection.number == 1 { return }
        let demand = "401 No\r\nWWW-Authenticate: Basic realm=\"r\""
        try await connection.write(
          "HTTP/1.1 \(isAnswered ? "200 OK" : demand)\r\nContent-Length: 0\r\n\r\n")
      }
    } configure: {
      $0.authentication.allowsSecretsInClear = true
    } _: { fixture in
      let credentials = fixture.session.configuration.authentication.credentials
      try credentials.set(Self.credential, for: fixture.server.url)
      for path in ["one/x", "two/x"] {
        let response = try await fixture.session.send(.get(.reference(path)))
        #expect(response.status == .ok)
      }
      // The second call has a challenge of its own, and its credential was never rejected.
      #expect(shown.withLock { $0 } == [false, true, true, false, true])
    }
  }

  @Test func `a Digest request that is sent again has a new nonce count`() async throws {
    let shown = Lock<[String]>([])
    try await SessionFixture.withConnections { connection in
      while let (head, _) = try await connection.readHead() {
        guard let field = head.fields[.authorization]?.text else {
          shown.withLock { $0.append("none") }
          try await connection.write(
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\""
              + "\r\nContent-Length: 0\r\n\r\n")
          continue
        }
        let count = field.split(separator: "nc=").dropFirst().first.map { String($0.prefix(8)) }
        let counts = shown.withLock { shown in
          shown.append(count ?? "no count")
          return shown
        }
        // The server counts each, and ends its connections at the first and the third.
        if [2, 4].contains(counts.count) { return }
        let isSeen = counts.dropLast().contains(count ?? "")
        try await connection.write(
          isSeen
            ? "HTTP/1.1 400 Replay\r\nContent-Length: 0\r\n\r\n"
            : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    } _: { fixture in
      let credentials = fixture.session.configuration.authentication.credentials
      try credentials.set(Self.credential, for: fixture.server.url)
      for _ in 0..<2 {
        let response = try await fixture.session.send(.get("x"))
        #expect(response.status == .ok)
      }
      // The reply to the challenge, and then the credential ahead of one, are each sent twice.
      #expect(
        shown.withLock { $0 } == ["none", "00000001", "00000002", "00000003", "00000004"])
    }
  }

  @Test func `each request of a redirect chain replies to its own challenge`() async throws {
    let seen = Lock<[String]>([])
    var configuration = HTTPSession.Configuration()
    configuration.authentication.onChallenge = { _ in .useCredential(Self.credential) }
    let session = HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      let field = request.headers[.authorization]
      seen.withLock { $0.append(request.path + (field == nil ? "" : " answered")) }
      guard field != nil else { return Self.challenge("Basic realm=\"r\"") }
      guard let number = Int(request.path.dropFirst().prefix(1)), number < 4 else {
        return HTTP.Response(200)
      }
      return HTTP.Response(302, headers: [.location: HTTP.FieldValue("/\(number + 1)/x")])
    }
    let response = try await session.send(.get("1/x"))
    #expect(response.redirects.count == 3)
    #expect(seen.withLock { $0 } == (1...4).flatMap { ["/\($0)/x", "/\($0)/x answered"] })
  }

  @Test func `a request whose body was consumed is not sent again with a credential`() async throws
  {
    let asked = Lock(0)
    try await SessionFixture.with { _ in
      .response(Self.challenge("Basic realm=\"r\""))
    } configure: {
      $0.authentication.allowsSecretsInClear = true
      $0.authentication.onChallenge = { _ in
        asked.withLock { $0 += 1 }
        return .useCredential(Self.credential)
      }
    } _: { fixture in
      let pieces = AsyncStream<[UInt8]> { continuation in
        continuation.yield([1])
        continuation.finish()
      }
      let error = await fixture.failure(of: .post("x", .sequence(pieces)))
      #expect(error?.reason == .authentication(.contentSpent))
      #expect(fixture.server.requestCount == 1 && asked.withLock { $0 } == 0)
    }
  }

  @Test func `an interceptor does not hide the reason for a missing credential`() async throws {
    for isOfCall in [false, true] {
      var configuration = HTTPSession.Configuration()
      configuration.authentication.onChallenge = { _ in .performDefaultHandling }
      let pass = HTTPSession.Interceptor { request, next in try await next(request) }
      if isOfCall {
        configuration.callInterceptors.append(pass)
      } else {
        configuration.interceptors.append(pass)
      }
      let session = HTTPSession.stub("https://a.test/", configuration: configuration) { _ in
        Self.challenge("Basic realm=\"r\"")
      }
      let error = await #expect(throws: HTTPSessionError.self) { try await session.send(.get("x")) }
      #expect(error?.reason == .status(401))
      #expect(error?.underlying as? AuthenticationError == .noCredential)
    }
  }
}
