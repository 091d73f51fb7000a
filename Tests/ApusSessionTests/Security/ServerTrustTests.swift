import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The trust of a session.
@Suite(.ownThread, .serialized) struct ServerTrustTests {
  /// Checks that a request was rejected for a reason, and that the server received no part of it.
  private func expectRefusal(
    _ fixture: SessionFixture, _ comment: String = "", _ judge: (TLS.TrustFailure) -> Bool
  ) async throws {
    let error = await fixture.failure(of: .post("echo", .bytes([1, 2, 3])))
    guard case .trust(let fault)? = error?.reason else {
      Issue.record("\(comment): \(String(describing: error))")
      return
    }
    #expect(judge(fault.policyFailure), "\(comment): \(fault)")
    #expect(error?.domain == "NSURLErrorDomain" && error?.number == -1202)
    #expect(fault.presented.first == fault.policyFailure.leaf)
    #expect(fixture.server.requestCount == 0 && fixture.server.handshakes.isEmpty)
    #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
  }

  @Test(arguments: FlawedServer.allCases)
  func
    `a server with a flaw is rejected by its rule, and gets no byte of the request`(
      flaw: FlawedServer
    ) async throws
  {
    let security = try flaw.security(TestAuthority())
    try await SessionFixture.with(tls: security, TestRoutes.answer) { fixture in
      try await expectRefusal(fixture) { refusal in
        #expect(refusal.host?.description.utf8.elementsEqual("localhost".utf8) == true)
        #expect("\(refusal)".contains("localhost") && refusal.hint != nil)
        if flaw == .expired { #expect("\(refusal)".contains("the clock of this machine shows")) }
        return flaw.isFault(refusal.pathFailure?.fault)
      }
      _ = await Pause.until { !fixture.server.tlsErrors.isEmpty }
      // The server gets an alert.
      guard case .alerted? = fixture.server.tlsErrors.first else {
        Issue.record("\(fixture.server.tlsErrors)")
        return
      }
    }
  }

  @Test(arguments: FlawedServer.allCases)
  func `each certificate flaw is accepted only with the danger option of the flaw`(
    flaw: FlawedServer
  ) async throws {
    let security = try flaw.security(TestAuthority())
    try await SessionFixture.with(tls: security, TestRoutes.answer) {
      $0.tls.policy.danger = flaw.danger
    } _: { fixture in
      try await fixture.session.send(.get("get"))
    }
    try await SessionFixture.with(tls: security, TestRoutes.answer) {
      $0.tls.policy.danger = .all.subtracting(flaw.danger)
    } _: { fixture in
      try await expectRefusal(fixture) { flaw.isFault($0.pathFailure?.fault) }
    }
  }

  /// Modes, pinned roots, invalid certificates, rules, evaluators and challenges that accept: none
  /// of these lifts a check.
  @Test(arguments: FlawedServer.allCases, TLS.Pinning.allCases)
  func `no evaluator, challenge or pinning mode accepts a flawed certificate`(
    flaw: FlawedServer, mode: TLS.Pinning
  ) async throws {
    let authority = try TestAuthority()
    let security = try flaw.security(authority)
    // Without pins, and with all flaws allowed, no session can be created.
    for options in 0..<8 where mode != .none || options & 1 == 0 {
      try await SessionFixture.with(tls: security, TestRoutes.answer) {
        var policy = TLS.Policy(mode, pinned: [authority.root])
        policy.allowsInvalidCertificates = options & 1 != 0
        if options & 2 != 0 {
          policy.evaluator = TLS.Evaluator("yes") { _ in .accept }
          $0.tls.challenge = HTTPSession.TrustChallenge("yes") { _ in .accept }
        }
        if options & 4 != 0 {
          policy.profile = .web
          let pins = (security.configuration.certificates + [authority.root]).map { "\($0.pin)" }
          $0.tls.pins = [.host("localhost", pins[0], backup: pins[1])]
          $0.tls.pinsCoverEveryHost = true
        }
        $0.tls.policy = policy
      } _: { fixture in
        try await expectRefusal(fixture, "\(flaw), \(mode), \(options)") { _ in true }
      }
    }
  }

  @Test func `a matching key pin is accepted, and the error names an unmet pin`()
    async throws
  {
    let authority = try TestAuthority()
    let security = try TestServer.Security(authority)
    let other = "\(try TestAuthority().root.pin)"
    for (pin, isMet) in [
      ("\(security.configuration.certificates[0].pin)", true), ("\(authority.root.pin)", true),
      (other, false),
    ] {
      let backup = "\(try TestAuthority().root.pin)"
      try await SessionFixture.with(tls: security, TestRoutes.answer) {
        $0.tls.pins = [.host("localhost", pin, backup: backup)]
      } _: { fixture in
        guard isMet else {
          return try await expectRefusal(fixture) { refusal in
            guard case .ruleNotMet(_, let found) = refusal.reason else { return false }
            return found.first == security.configuration.certificates[0].pin
          }
        }
        try await fixture.session.send(.get("get"))
        // A connection that is resumed is held to the pins too.
        fixture.server.closeConnections()
        try await fixture.expectNothingLeft()
        try await fixture.session.send(.get("get"))
        #expect(fixture.server.handshakes.map(\.isResumed) == [false, true])
      }
    }
  }

  @Test
  func `a trust challenge runs for each server and can overrule the TLS policy`()
    async throws
  {
    let asked = Lock(0)
    let strict = HTTPSession.TrustChallenge("strict") { evidence in
      asked.withLock { $0 += 1 }
      await Task.yield()
      return (try? evidence.verdict.get()) == nil ? .abide : .refuse("not today")
    }
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
      $0.tls.challenge = strict
    } _: { fixture in
      try await expectRefusal(fixture) { $0.reason == .refusedByEvaluator("strict", "not today") }
      let count = asked.withLock(\.self)
      #expect(count == 1)
    }
    let lenient = HTTPSession.TrustChallenge("lenient") { _ in .accept }
    let security = try FlawedServer.untrusted.security(TestAuthority())
    try await SessionFixture.with(tls: security, TestRoutes.answer) {
      $0.tls.challenge = lenient
      $0.tls.policy.danger = .overruled
    } _: { fixture in
      try await fixture.session.send(.get("get"))
    }
  }

  @Test func `a request's own trust challenge is called if the session has none`() async throws {
    let no = HTTPSession.TrustChallenge("no") { _ in .refuse("no") }
    let yes = HTTPSession.TrustChallenge("yes") { _ in .abide }
    for (session, isAnswered) in [(nil, false), (yes, true)]
      as [(HTTPSession.TrustChallenge?, Bool)]
    {
      try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
        $0.tls.challenge = session
      } _: { fixture in
        // A connection that the policy alone has accepted is not used for it.
        try await fixture.session.send(.get("get"))
        let error = await HTTPSession.TrustChallenge.$ofRequests.withValue(no) {
          await fixture.failure(of: .get("get"))
        }
        #expect((error == nil) == isAnswered)
        #expect(fixture.server.connectionCount == (isAnswered ? 1 : 2))
        try await fixture.session.send(.get("get"))
        #expect(fixture.server.requestCount == (isAnswered ? 3 : 2))
      }
    }
  }

  @Test func `a trust challenge that does not return ends with the handshake's timeout`()
    async throws
  {
    let silent = HTTPSession.TrustChallenge("silent") { _ in
      try? await Task.sleep(for: .seconds(3_600))
      return .accept
    }
    try await TestNetwork.run { network in
      let server = try network.serve(TestNetwork.secure, TestRoutes.answer)
      let session = try network.session(TestNetwork.secure) {
        $0.tls.challenge = silent
        $0.timeouts.tls = .seconds(20)
      }
      #expect(await session.failure()?.reason == .timedOut(.tls))
      #expect(network.elapsed == .seconds(20) && server.requestCount == 0)
    }
  }

  @Test func `a host can have its own TLS policy and its own server name in TLS`()
    async throws
  {
    let security = try FlawedServer.wrongHost.security(TestAuthority())
    try await SessionFixture.with(tls: security, TestRoutes.answer) {
      $0.tls.serverNames["localhost"] = "other.example"
    } _: { fixture in
      try await fixture.session.send(.get("get"))
      #expect(fixture.server.handshakes.first?.hostName == Array("other.example".utf8))
    }
    let expired = try FlawedServer.expired.security(TestAuthority())
    try await SessionFixture.with(tls: expired, TestRoutes.answer) {
      var lax = TLS.Policy()
      lax.danger = .expired
      $0.tls.policies["localhost"] = lax
    } _: { fixture in
      try await fixture.session.send(.get("get"))
    }
  }

  @Test func `invalid TLS settings throw an error when a session is created`() {
    func reason(_ change: (inout HTTPSession.Configuration) -> Void) -> String? {
      do {
        _ = try HTTPSession("https://localhost/") { change(&$0) }
        return nil
      } catch {
        return (error as? HTTPSessionError)?.code.name
      }
    }
    #expect(reason { _ in } == nil)
    #expect(reason { $0.tls.pins = [.host("localhost", "sha256/x")] } == "invalid-policy")
    #expect(reason { $0.tls.serverNames = ["": "a"] } == "invalid-setting")
    #expect(reason { $0.tls.versions = [] } == "invalid-setting")
  }
}
