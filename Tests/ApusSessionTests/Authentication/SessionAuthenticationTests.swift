import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Challenges, and the replies of a session.
@Suite(.ownThread) struct SessionAuthenticationTests {
  /// A server that requires Basic below /private, and notes the received credentials.
  private final class Service: Sendable {
    let seen = Lock<[String?]>([])
    let challenges: [String]

    init(_ challenges: [String] = ["Basic realm=\"r\""]) { self.challenges = challenges }

    func answer(_ request: HTTP.Request) -> HTTP.Response {
      let fields = request.headers.values(of: .authorization).map(\.text)
      let field = fields.isEmpty ? nil : fields.joined(separator: ", ")
      seen.withLock { $0.append(field) }
      // "u:pw"
      if field == "Basic dTpwdw==" || !request.path.hasPrefix("/private") {
        return HTTP.Response(200)
      }
      var response = HTTP.Response(401)
      for challenge in challenges {
        response.headers.append(.wwwAuthenticate, HTTP.FieldValue(challenge))
      }
      return response
    }
  }

  private static let right = Authentication.Credential.password(
    Authentication.Secret("pw"), user: "u")
  private static let wrong = Authentication.Credential.password(
    Authentication.Secret("no"), user: "u")

  private func session(
    _ service: Service, _ base: String = "https://a.test/",
    _ configure: (inout HTTPSession.Configuration) throws -> Void = { _ in }
  ) rethrows -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    try configure(&configuration)
    return .stub(base, configuration: configuration) { service.answer($0) }
  }

  @Test func `a credential that a server accepted is sent at once to the paths below`()
    async throws
  {
    let service = Service()
    let session = try session(service) {
      try $0.authentication.credentials.set(Self.right, for: "https://a.test")
    }
    try await session.send(.get("private/x"))
    try await session.send(.get("private/y"))
    try await session.send(.get("public"))
    let basic = "Basic dTpwdw=="
    #expect(service.seen.withLock { $0 } == [nil, basic, basic, nil])
  }

  @Test
  func `a 401 error without a credential contains the response and a remedy`()
    async throws
  {
    let service = Service()
    let plain = try #require(await session(service).failure(of: .get("private/x")))
    #expect(plain.reason == .status(401) && plain.response?.headers[.wwwAuthenticate] != nil)
    let asked = session(service) {
      $0.authentication.onChallenge = { _ in .performDefaultHandling }
    }
    let error = try #require(await asked.failure(of: .get("private/x")))
    #expect(error.reason == .status(401))
    #expect(error.underlying as? AuthenticationError == .noCredential)
    #expect("\(error)".contains("no credential"))
  }

  @Test
  func `a challenge handler can reply, reject, cancel or fail the request`()
    async throws
  {
    struct Mine: Error {}
    let replies: [(HTTPSession.AuthenticationReply, HTTPSessionError.Reason?)] = [
      (.useCredential(Self.right), nil), (.performDefaultHandling, .status(401)),
      (.rejectProtectionSpace, .status(401)), (.cancel, .cancelled), (.fail(Mine()), .hook),
    ]
    for (reply, reason) in replies {
      let session = session(Service()) {
        $0.authentication.onChallenge = { challenge in
          #expect(challenge.challenges.map(\.realm) == ["r"])
          #expect(challenge.refusalCount == 0 && challenge.response.status.code == 401)
          #expect(challenge.url.path == "/private/x")
          return reply
        }
      }
      let error = await session.failure(of: .get("private/x"))
      #expect(error?.reason == reason)
      if reason == .hook { #expect(error?.underlying is Mine) }
    }
  }

  @Test
  func `a challenge handler gets the rejected credential and replies at most twice`()
    async throws
  {
    let counts = Lock<[Int]>([])
    let service = Service()
    let session = session(service) {
      $0.authentication.onChallenge = { challenge in
        counts.withLock { $0.append(challenge.refusalCount) }
        let password = "no\(challenge.refusalCount)"
        return .useCredential(.password(Authentication.Secret(password), user: "u"))
      }
    }
    let error = try #require(await session.failure(of: .get("private/x")))
    #expect(error.reason == .status(401))
    #expect(error.underlying as? AuthenticationError == .tooManyAnswers(limit: 2))
    #expect(counts.withLock { $0 } == [0, 1])
    #expect(service.seen.withLock { $0.count } == 3)
    #expect(!"\(error)".contains("no0"))
  }

  @Test func `after a handler rejects a protection space, it gets the next challenge`() async throws
  {
    let service = Service(["Digest realm=\"d\", nonce=\"n\", qop=\"auth\"", "Basic realm=\"b\""])
    let asked = Lock<[String?]>([])
    let session = session(service) {
      $0.authentication.onChallenge = { challenge in
        asked.withLock { $0.append(challenge.challenges.first?.realm) }
        if challenge.challenges.first?.scheme == .digest { return .rejectProtectionSpace }
        return .useCredential(Self.right)
      }
    }
    try await session.send(.get("private/x"))
    #expect(asked.withLock { $0 } == ["d", "b"])
  }

  @Test func `Basic credentials are sent without TLS only if the configuration allows it`()
    async throws
  {
    for isAllowed in [false, true] {
      let service = Service()
      let session = try session(service, "http://a.test/") {
        try $0.authentication.credentials.set(Self.right, for: "http://a.test")
        $0.authentication.allowsSecretsInClear = isAllowed
      }
      let error = await session.failure(of: .get("private/x"))
      #expect(error?.reason == (isAllowed ? nil : .status(401)))
      if !isAllowed {
        #expect(error?.underlying as? AuthenticationError == .secretInClear(.basic))
        #expect(service.seen.withLock { $0 } == [nil])
      }
    }
  }

  @Test func `the error for an NTLM or Negotiate challenge names the scheme`() async throws {
    for scheme in ["NTLM", "Negotiate"] {
      let session = session(Service([scheme])) {
        $0.authentication.onChallenge = { _ in .useCredential(Self.right) }
      }
      let error = try #require(await session.failure(of: .get("private/x")))
      #expect(error.reason == .status(401) && "\(error)".contains(scheme))
    }
  }

  @Test func `a connection with NTLM or Negotiate fields of the caller is not reused`() async throws
  {
    for (name, scheme, connections) in [
      (HTTP.FieldName.authorization, "NTLM x", 2), (.authorization, "negotiate y", 2),
      (.authorization, "Basic z", 1), (.proxyAuthorization, "NTLM x", 2),
    ] {
      try await SessionFixture.with { _ in
        .response(HTTP.Response(200))
      } _: { fixture in
        var request = HTTP.Request.get("x")
        request.headers[name] = HTTP.FieldValue(scheme)
        try await fixture.session.send(request)
        try await fixture.session.send(.get("x"))
        #expect(fixture.server.connectionCount == connections, "\(scheme)")
      }
    }
  }

  @Test func `the session does not replace a caller's Authorization field after a challenge`()
    async throws
  {
    let service = Service()
    let session = try session(service) {
      try $0.authentication.credentials.set(Self.right, for: "https://a.test")
    }
    var request = HTTP.Request.get("private/x")
    request.headers[.authorization] = "Basic own"
    // Neither before the credential has opened the path nor after that.
    for isOpen in [false, true] {
      if isOpen { try await session.send(.get("private/y")) }
      let error = await session.failure(of: request)
      #expect(error?.reason == .status(401))
    }
    #expect(
      service.seen.withLock { $0 } == ["Basic own", nil, "Basic dTpwdw==", "Basic own"])
  }

  @Test func `a cancelled call does not wait for its challenge handler`() async throws {
    let gate = Gate()
    let begun = Lock(false)
    let session = session(Service()) {
      $0.authentication.onChallenge = { _ in
        begun.withLock { $0 = true }
        await gate.pass()
        return .cancel
      }
    }
    let call = Task { await session.failure(of: .get("private/x")) }
    while !begun.withLock({ $0 }) { await Pause.brief() }
    call.cancel()
    #expect(await call.value?.reason == .cancelled)
    gate.open()
  }

  @Test func `Digest nonce counts of concurrent requests differ, a wrong proof is an error`()
    async throws
  {
    let counts = Lock<[String]>([])
    try await SessionFixture.with { request in
      let field = request.head.fields[.authorization]?.text ?? ""
      guard field.hasPrefix("Digest ") else {
        return .response(
          HTTP.Response(
            401,
            headers: [.wwwAuthenticate: "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""]))
      }
      let count = field.split(separator: "nc=")[1].prefix(8)
      counts.withLock { $0.append(String(count)) }
      #expect(field.contains("uri=\"\(request.head.target.text)\""))
      let isLying = request.path == "/lie"
      return .response(
        HTTP.Response(
          200,
          headers: isLying
            ? ["Authentication-Info": "rspauth=\"00\", cnonce=\"c\", nc=00000001, qop=auth"] : [:]))
    } configure: {
      $0.authentication.onChallenge = { _ in .useCredential(Self.right) }
    } _: { fixture in
      try await fixture.session.send(.get("x?q=1"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { try await fixture.session.send(.get("x?q=2")) } }
        try await group.waitForAll()
      }
      let seen = counts.withLock { $0 }
      #expect(seen.count == 21 && Set(seen).count == 21)
      let error = await fixture.failure(of: .get("lie"))
      #expect(error?.reason == .authentication(.wrongServerProof))
    }
  }

  @Test func `a streamed body fails if the Digest challenge offers only auth-int`() async throws {
    let service = Service(["Digest realm=\"r\", nonce=\"n\", qop=\"auth-int\""])
    let session = session(service) {
      $0.authentication.onChallenge = { _ in .useCredential(Self.right) }
    }
    let pieces = AsyncStream<[UInt8]> { $0.finish() }
    let error = await session.failure(of: .post("private/x", .sequence(pieces)))
    guard case .authentication = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
