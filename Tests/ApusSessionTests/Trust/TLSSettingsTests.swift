import ApusHTTP
import ApusNames
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The parts of a session's trust, in their settings and their archive.
@Suite(.ownThread) struct TLSSettingsTests {
  private static let moment = UnixTime(secondsSinceEpoch: 1_800_000_000)
  private let (one, two): (String, String)

  init() throws {
    func text(_ number: UInt8) throws -> String {
      "\(try X509.Pin(digest: [UInt8](repeating: number, count: 32)))"
    }
    (one, two) = (try text(1), try text(2))
  }

  private func error(_ change: (inout HTTPSession.TLSSettings) -> Void) -> TLS.PolicyError? {
    var settings = HTTPSession.TLSSettings()
    change(&settings)
    do throws(TLS.PolicyError) {
      _ = try settings.resolved(at: Self.moment)
      return nil
    } catch {
      return error
    }
  }

  @Test func `invalid key pins are rejected when a session is created`() throws {
    let hosts = try TLS.HostPattern("*.example.org")
    #expect(error { $0.pins = [.host("*.example.org", one, backup: two)] } == nil)
    #expect(error { $0.pins = [.host("*.example.org", one)] } == .missingBackup(hosts))
    #expect(error { $0.pins = [.host("*.example.org", one, backup: one)] } == .missingBackup(hosts))
    #expect(error { $0.pins = [.host("*.example.org", backup: two)] } == .missingPin(hosts))
    #expect(error { $0.pins = [.host("*.org", one, backup: two)] } == .boundlessHosts("*.org"))
    #expect(error { $0.pins = [.host("a.b", "one", backup: two)] } == .malformedPin("one"))
    let ended = error { $0.pins = [.host("a.b", one, backup: two, expires: "2026-01-01")] }
    let end = try #require(UnixTime(rfc3339: "2026-01-01T00:00:00Z"))
    #expect(ended == .expiredRule(try TLS.HostPattern("a.b"), end))
    let twice = HTTPSession.PinnedHosts.host("*.example.org", one, backup: two)
    #expect(error { $0.pins = [twice, twice] } == .duplicateRule(hosts))
    guard case .malformedHosts("*", _) = error({ $0.policies = ["*": TLS.Policy()] }) else {
      Issue.record("not refused")
      return
    }
  }

  /// Returns the error of creating a session.
  private func reason(
    _ change: (inout HTTPSession.TLSSettings) throws -> Void
  ) async throws -> HTTPSessionError.Reason? {
    do {
      let session = try HTTPSession("https://a.example/") { try change(&$0.tls) }
      await session.shutdown()
      return nil
    } catch let error as HTTPSessionError {
      return error.reason
    }
  }

  @Test func `impossible TLS settings are rejected when a session is created`()
    async throws
  {
    for (change, setting, words) in [
      ({ $0.groups = [] }, "tls.groups", "a group such as .x25519"),
      ({ $0.groups.append(.x25519) }, "tls.groups", "a list that has each group only once"),
      (
        { ($0.versions, $0.groups) = ([.tls12], [.x25519MLKEM768]) }, "tls.groups",
        "a list with a group of TLS 1.2"
      ),
      ({ $0.suites = [.aes128GCM] }, "tls.suites", "because tls.versions contains"),
      (
        { $0.signatureSchemes = [] }, "tls.signatureSchemes",
        "a list with a signature scheme such as"
      ),
      ({ $0.brokenFilesLifetime = .seconds(-1) }, "tls.brokenFilesLifetime", "a time"),
      ({ $0.versions = [] }, "tls.versions", ".tls13, .tls12 or both"),
      ({ $0.roots = .only([]) }, "tls.roots", "at least one root certificate"),
      ({ $0.roots = .only([]).adding(.only([])) }, "tls.roots", "at least one root certificate"),
      ({ $0.serverNames["a b"] = "a" }, "tls.serverNames", "a host"),
    ] as [((inout HTTPSession.TLSSettings) -> Void, String, String)] {
      guard case .setting(let found)? = try await reason(change) else {
        Issue.record("\(setting) is not refused")
        continue
      }
      #expect(found.name == setting && found.expected.contains(words))
    }
    for change in [
      { $0.groups = [.secp256r1] }, { ($0.versions, $0.groups) = ([.tls12], [.x25519]) },
      { $0.groups = [.x25519MLKEM768] }, { $0.versions = [.tls13] }, { _ in },
      { ($0.versions, $0.suites) = ([.tls13], [.aes128GCM]) },
    ] as [(inout HTTPSession.TLSSettings) -> Void] {
      let found = try await reason(change)
      #expect(found == nil)
    }
  }

  @Test func `a session with its own trust check needs no root certificates`()
    async throws
  {
    let own = try TestAuthority().root
    let changes: [(inout HTTPSession.TLSSettings) -> Void] = [
      {
        $0.policy = TLS.Policy(.certificate, pinned: [own])
        $0.policy.allowsInvalidCertificates = true
      },
      { $0.policy.danger = .untrusted }, { $0.policy.danger = .selfSigned },
      { $0.policy.danger = .overruled }, { $0.roots = $0.roots.adding(.only([own])) },
      {
        var lax = TLS.Policy()
        lax.danger = .untrusted
        $0.policies["b.example"] = lax
      },
    ]
    for change in changes {
      let found = try await reason {
        $0.roots = .only([])
        change(&$0)
      }
      #expect(found == nil)
    }
    let pinned = try await reason {
      $0.roots = .only([])
      $0.policy = TLS.Policy(.certificate, pinned: [own])
    }
    #expect(pinned?.code == .invalidSetting)
  }

  @Test func `a trust policy that no server can satisfy is rejected at creation`()
    async throws
  {
    let rule = HTTPSession.PinnedHosts.host("a.example", one, backup: two)
    let report = HTTPSession.PinnedHosts.host("a.example", one, backup: two, isReportOnly: true)
    for (change, expected) in [
      ({ $0.policy = TLS.Policy(.certificate, pinned: []) }, .noPinnedCertificates(.certificate)),
      ({ $0.policy = TLS.Policy(.publicKey, pinned: []) }, .noPinnedCertificates(.publicKey)),
      ({ $0.policy.allowsInvalidCertificates = true }, .nothingToJudgeBy),
      (
        { $0.policies["b.example"] = TLS.Policy(.publicKey, pinned: []) },
        .noPinnedCertificates(.publicKey)
      ),
      ({ $0.pinsCoverEveryHost = true }, .noRule),
      ({ ($0.pinsCoverEveryHost, $0.pins) = (true, [report]) }, .noRule),
      ({ ($0.pinsCoverEveryHost, $0.pins) = (true, [rule]) }, nil),
      ({ $0.pins = [report] }, nil),
      (
        {
          $0.pinsCoverEveryHost = true
          $0.policy.danger = .overruled
        }, nil
      ),
      (
        {
          $0.policy = TLS.Policy(.publicKey, pinned: [])
          $0.policy.danger = .overruled
        }, nil
      ),
    ] as [((inout HTTPSession.TLSSettings) -> Void, TLS.TrustFailure.Reason?)] {
      let found = try await reason(change)
      #expect(found == expected.map { .policy(.refusesEverybody($0)) })
    }
    let error = TLS.PolicyError.refusesEverybody(.noRule)
    #expect(
      error.description.contains(
        "would reject every server: the policy requires a key pin rule for every host"))
    #expect(error.description.hasSuffix("; add a key pin rule for the host"))
  }

  @Test func `the key pins of a session apply to each of its TLS policies`() throws {
    var settings = HTTPSession.TLSSettings()
    settings.pins = [.host("**.example.org", one, backup: two)]
    settings.pinsCoverEveryHost = true
    var lax = TLS.Policy()
    lax.danger = .all
    settings.policies = ["www.example.org": lax]
    let policies = try settings.resolved(at: Self.moment)
    for (host, danger) in [("www.example.org", TLS.Danger.all), ("example.org", [])] {
      let policy = policies.policy(for: try CanonicalHost(host))
      #expect(policy.danger == danger)
      #expect(policy.rules.rules.count == 1 && policy.rules.coversEveryHost)
    }
    #expect(settings.description.contains("www.example.org: DANGER: "))
  }

  @Test func `a session can configure its cipher suites and signature schemes`() async throws {
    func outcome(
      _ change: (inout HTTPSession.TLSSettings) -> Void
    ) async throws -> (suite: TLS.CipherSuite?, error: HTTPSessionError?) {
      var outcome: (TLS.CipherSuite?, HTTPSessionError?) = (nil, nil)
      try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
        change(&$0.tls)
      } _: { fixture in
        do {
          outcome.0 = try await fixture.session.send(.get("get")).tls?.facts.suite
        } catch let error as HTTPSessionError {
          outcome.1 = error
        }
      }
      return outcome
    }
    for suite in [TLS.CipherSuite.chaCha20Poly1305, .aes256GCM] {
      let found = try await outcome { ($0.versions, $0.suites) = ([.tls13], [suite]) }
      #expect(found.suite == suite, "\(String(describing: found.error))")
    }
    // The server's key is one of P-256.
    let refused = try await outcome { $0.signatureSchemes = [.ed25519, .ecdsaSECP384R1SHA384] }
    #expect(refused.error?.code.name == "tls")
    let taken = try await outcome { $0.signatureSchemes = [.ecdsaSECP256R1SHA256] }
    #expect(taken.suite != nil)
  }

  private static func pin(_ letter: Character) -> String {
    "sha256/" + String(repeating: letter, count: 43) + "="
  }

  @Test func `a session with pins connects without TLS only if the settings allow that`()
    async throws
  {
    func configure(_ configuration: inout HTTPSession.Configuration, allowed: Bool) {
      configuration.tls.pins = [.host("a.test", Self.pin("A"), backup: Self.pin("E"))]
      configuration.tls.pinsAllowClearText = allowed
    }
    let error = #expect(throws: HTTPSessionError.self) {
      try HTTPSession("http://a.test/") { configure(&$0, allowed: false) }
    }
    #expect("\(try #require(error))".contains("tls.pins"))
    for allowed in [false, true] {
      try await SessionFixture.with { _ in
        .response(HTTP.Response(200))
      } _: { fixture in
        let session = try HTTPSession("https://a.test/") { configure(&$0, allowed: allowed) }
        let target = fixture.server.url
        let origin = try HTTP.URL(target).origin
        do {
          try await session.send(.get(.reference(target)))
          #expect(allowed)
        } catch let error as HTTPSessionError {
          #expect(!allowed && error.reason == .clearText(origin))
          #expect(fixture.server.requestCount == 0)
        }
        await session.shutdown()
      }
    }
  }
}
