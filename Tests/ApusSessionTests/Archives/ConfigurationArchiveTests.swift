import ApusCrypto
import ApusHTTP
import ApusSerialization
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// CC rows: sessions and their configurations as values that are copied and kept.
///
/// Deviation: a copy has all of the original, including its serializers and policy, and an archive
/// lacks only secrets.
@Suite(.ownThread) struct ConfigurationArchiveTests {
  private struct Unknown: HTTPSession.Resolver {
    nonisolated(nonsending) func addresses(of name: String) async throws -> [String] { [] }
  }

  /// An archived session: its base, and its configuration.
  private struct Kept: Codable {
    var base: HTTP.URL?
    var configuration: HTTPSession.Configuration

    func session() throws -> HTTPSession {
      try HTTPSession(base?.description) { $0 = configuration }
    }
  }

  private func configuration() throws -> HTTPSession.Configuration {
    var configuration = HTTPSession.Configuration()
    configuration.timeouts.total = .milliseconds(2_500)
    configuration.timeouts.idle = .seconds(7)
    configuration.pool.connectionsPerHost = 3
    configuration.pool.maximumAge = .seconds(9)
    configuration.dns.overrides["db.internal"] = ["10.0.0.7"]
    configuration.dns.limit = 5
    configuration.egress = .publicOnly
    configuration.egress.denied = ["10.0.0.0/8"]
    configuration.sockets.keepAlive = HTTPSession.KeepAlive(
      idle: .seconds(1), interval: .seconds(2), count: 3)
    configuration.limits.collectedByteCount = 1_000
    configuration.limits.message.fieldCount = 9
    configuration.limits.decoding.ratio = nil
    configuration.headers["X-Tenant"] = "blue"
    configuration.acceptedStatuses = .any
    configuration.jsonTypes = nil
    var coder = JSONCoder()
    coder.keys = .snakeCase
    configuration.json = coder
    configuration.parameters.arrays = .indexed
    var serializer = JSONResponseSerializer()
    serializer.removesNulls = true
    configuration.responseSerializer = serializer
    configuration.decodesContent = false
    configuration.expectContinueByteCount = 9
    configuration.rateLimit = HTTPSession.RateLimit(2, per: .seconds(3), burst: 4)
    (configuration.keepsTimelines, configuration.sendsTraceContext) = (true, true)
    var policy = TLS.Policy()
    policy.danger = [.expired]
    configuration.tls.policies["*.example.com"] = policy
    let digests = try (1...2).map {
      try X509.Pin(digest: [UInt8](repeating: $0, count: 32)).description
    }
    configuration.tls.pins = [.host("api.example.com", digests[0], backup: digests[1])]
    configuration.origins = ["https://files.example.com"]
    configuration.tls.versions = [.tls13]
    configuration.tls.groups = [.x25519, .secp256r1]
    configuration.tls.suites = [.aes256GCM, .ecdheRSAWithAES256GCM]
    configuration.tls.signatureSchemes = [.ed25519]
    configuration.tls.certificateSchemes = []
    configuration.tls.brokenFilesLifetime = .seconds(7)
    configuration.tls.unlistedIdentities = .withheld
    configuration.tls.serverNames["10.0.0.7"] = "db.internal"
    configuration.tls.resumption = .off
    configuration.redirects.limit = 3
    configuration.redirects.allowsDowngrade = true
    configuration.redirects.sendsContentToOtherOrigins = true
    configuration.authentication.allowsSecretsInClear = true
    configuration.retry = .idempotent(attempts: 4, budget: nil)
    configuration.retry.statuses = [500]
    return configuration
  }

  private func text(_ configuration: HTTPSession.Configuration) throws -> String {
    String(decoding: try JSONCoder().encode(configuration), as: UTF8.self)
  }

  @Test func `a decoded configuration equals the configuration that was encoded`() throws {
    for configuration in [HTTPSession.Configuration(), try configuration()] {
      let text = try text(configuration)
      let again = try JSONCoder().decode(HTTPSession.Configuration.self, from: text)
      #expect(try self.text(again) == text)
      #expect(again.timeouts == configuration.timeouts && again.pool == configuration.pool)
      #expect(again.retry == configuration.retry)
      #expect(again.dns.overrides == configuration.dns.overrides)
      #expect(again.egress == configuration.egress && again.sockets == configuration.sockets)
      #expect(again.limits == configuration.limits)
      #expect(again.headers.map(\.value) == configuration.headers.map(\.value))
      #expect(again.origins == configuration.origins)
      #expect(again.acceptedStatuses == configuration.acceptedStatuses)
      #expect(again.jsonTypes == configuration.jsonTypes)
      #expect(again.parameters == configuration.parameters)
      #expect((again.responseSerializer == nil) == (configuration.responseSerializer == nil))
      #expect(again.decodesContent == configuration.decodesContent)
      #expect(again.expectContinueByteCount == configuration.expectContinueByteCount)
      #expect(again.rateLimit == configuration.rateLimit)
      #expect(again.keepsTimelines == configuration.keepsTimelines)
      #expect(again.sendsTraceContext == configuration.sendsTraceContext)
      #expect(again.tls.pins == configuration.tls.pins)
      #expect(again.tls.groups == configuration.tls.groups)
      #expect(again.tls.suites == configuration.tls.suites)
      #expect(again.tls.signatureSchemes == configuration.tls.signatureSchemes)
      #expect(again.tls.certificateSchemes == configuration.tls.certificateSchemes)
      #expect(again.tls.brokenFilesLifetime == configuration.tls.brokenFilesLifetime)
      #expect(again.tls.unlistedIdentities == configuration.tls.unlistedIdentities)
      #expect(again.tls.versions == configuration.tls.versions)
      #expect(again.tls.policies.keys == configuration.tls.policies.keys)
    }
  }

  @Test func `an encoded configuration never contains an identity, key log or credential`() throws {
    let authority = try TestAuthority()
    let identity = try authority.client("worker")
    var configuration = try configuration()
    configuration.tls.identity = .fixed(identity)
    configuration.tls.keyLog = .calling { _ in }
    configuration.tls.onHandshake = { _ in }
    configuration.onInformational = { _, _ in }
    configuration.headers[.authorization] = "Basic aHVudGVyMg=="
    configuration.headers["X-Key"] = .sensitive("hunter2")
    try configuration.requestSerializer.http.setBearerAuthorization("hunter2")
    let text = try text(configuration)
    #expect(!text.contains("hunter2") && !text.contains("aHVudGVyMg"))
    #expect(!text.contains("PRIVATE KEY") && !text.contains("worker"))
    // The archive without its secrets equals that of a configuration that never had any.
    #expect(text == (try self.text(self.configuration())))
    let again = try JSONCoder().decode(HTTPSession.Configuration.self, from: text)
    #expect(again.tls.identity == nil && again.tls.keyLog == nil)
    #expect(again.headers.map(\.name.text) == ["Accept", "User-Agent", "X-Tenant"])
  }

  @Test func `encoding a configuration with a trust setting or closure throws an error`() throws {
    let changes: [(inout HTTPSession.Configuration) throws -> Void] = [
      { $0.tls.roots = .only([]) },
      { $0.tls.roots = .system.adding(.only([])) },
      { $0.tls.challenge = HTTPSession.TrustChallenge("own") { _ in .accept } },
      { $0.tls.revocation = .provided(by: TLS.RevocationEvidence([])) },
      { $0.tls.policy.evaluator = TLS.Evaluator("own") { _ in .refuse("no") } },
      { $0.dns.resolver = Unknown() },
      { $0.responseSerializer = DecodableResponseSerializer([Int].self) },
      { $0.requestSerializer.http.query = { _, _ in "" } },
      { $0.interceptors.append { request, next in try await next(request) } },
      { $0.callInterceptors.append { request, next in try await next(request) } },
      { $0.proxies = .environment },
      { $0.strictTransport = HTTPSession.StrictTransport() },
      { $0.redirects.onRedirect = { $0.request } },
      { $0.authentication.onChallenge = { _ in .cancel } },
      { $0.downloads.place = { _, _ in nil } },
    ]
    for (index, change) in changes.enumerated() {
      var configuration = HTTPSession.Configuration()
      try change(&configuration)
      #expect(throws: JSON.EncodingError.self, "\(index)") {
        try JSONCoder().encode(configuration)
      }
    }
  }

  @Test(arguments: [
    ("\"versions\":[772]", "\"versions\":[768]"), ("\"groups\":[29,23]", "\"groups\":[29,1]"),
    ("\"publicAddresses\"", "\"everywhere\""),
    ("\"X-Tenant\"", "\"X\\r\\nTenant\""), ("\"json\":{\"_0\"", "\"evil\":{\"_0\""),
  ])
  func `decoding a configuration from malformed data throws an error`(
    _ part: String, _ other: String
  )
    throws
  {
    let text = try text(configuration())
    let broken = text.replacing(part, with: other)
    #expect(broken != text, "\(text)")
    #expect(throws: JSON.DecodingError.self) {
      try JSONCoder().decode(HTTPSession.Configuration.self, from: broken)
    }
  }

  @Test func `changing a copy of a configuration does not change the original`() throws {
    let original = try configuration()
    var copy = original
    copy.headers = [:]
    copy.requestSerializer = JSONRequestSerializer()
    copy.tls.pins = []
    #expect(original.headers.count == 3 && original.tls.pins.count == 1)
    #expect(original.requestSerializer is HTTPRequestSerializer)
  }

  @Test func `a copied session has the original's serializers and its own connections`()
    async throws
  {
    let answer: TestServer.Handler = { request in
      .response(
        HTTP.Response(
          200, headers: [.contentType: "text/plain"],
          body: Array("\(request.head.fields["X-Tenant"]?.text ?? "none")".utf8)))
    }
    try await SessionFixture.with(answer) { fixture in
      fixture.session.requestSerializer.http.headers["X-Tenant"] = "blue"
      fixture.session.responseSerializer = TextResponseSerializer()
      let copy = try HTTPSession(copying: fixture.session) { $0.timeouts.total = .seconds(60) }
      #expect(copy.base == fixture.session.base)
      #expect(copy.configuration.timeouts.total == .seconds(60))
      #expect(copy.configuration.timeouts.idle == fixture.session.configuration.timeouts.idle)
      let blue: String = try await copy.get("a")
      #expect(blue == "blue")
      copy.requestSerializer = HTTPRequestSerializer()
      let plain: String = try await copy.get("a")
      #expect(plain == "none")
      let still: String = try await fixture.session.get("a")
      #expect(still == "blue")
      #expect(fixture.server.connectionCount == 2)
      await copy.shutdown(within: .seconds(60))
      let last: String = try await fixture.session.get("a")
      #expect(last == "blue")
    }
    let fake = HTTPSession.stub("http://localhost/") { _ in HTTP.Response(200, body: [0x61]) }
    fake.responseSerializer = TextResponseSerializer()
    let other = try HTTPSession(copying: fake)
    let text: String = try await other.get("x")
    #expect(text == "a")
  }

  @Test func `a session restored from an archive has the archived settings and serializers`()
    async throws
  {
    try await SessionFixture.with { request in
      let target = request.head.target.text
      return .response((try? .json([target: nil as Int?])) ?? HTTP.Response(500))
    } configure: {
      $0.parameters.arrays = .indexed
      $0.responseSerializer = JSONResponseSerializer()
    } _: { fixture in
      let kept = Kept(base: fixture.session.base, configuration: fixture.session.configuration)
      let bytes = try JSONCoder().encode(kept)
      let again = try JSONCoder().decode(Kept.self, from: bytes).session()
      let value = try await again.get("x", query: ["a": [1]], as: JSON.Value.self)
      #expect(value == ["/x?a%5B0%5D=1": nil])
      await again.shutdown(within: .seconds(60))
    }
  }

  @Test func `each configuration property is encoded, rejected or deliberately omitted`() {
    func settings(_ value: Any) -> Set<String> {
      Set(Mirror(reflecting: value).children.compactMap(\.label))
    }
    let leftOut: Set = [
      "onInformational", "identity", "identities", "keyLog", "onHandshake", "onBrokenFile",
      "cookies", "cache", "monitors",
      // It is the style of the serializer when a configuration is read.
      "sessionStyle",
    ]
    let refused: Set = [
      "roots", "revocation", "challenge", "resolver", "interceptors", "callInterceptors",
      "proxies", "strictTransport",
    ]
    #expect(
      settings(HTTPSession.Configuration()).subtracting(leftOut).subtracting(refused) == [
        "timeouts", "pool", "dns", "tls", "egress", "sockets", "limits", "headers",
        "acceptedStatuses", "json", "jsonTypes", "requestSerializer", "responseSerializer",
        "decodesContent", "keepsTimelines", "rateLimit", "expectContinueByteCount",
        "sendsTraceContext", "origins",
        "redirects",
        "authentication", "retry", "downloads",
      ])
    #expect(
      settings(HTTPSession.TLSSettings()).subtracting(leftOut).subtracting(refused) == [
        "pins", "pinsCoverEveryHost", "pinsAllowClearText", "policy", "policies", "serverNames",
        "versions", "groups", "suites", "signatureSchemes", "certificateSchemes",
        "brokenFilesLifetime", "requiresExtendedMasterSecret", "resumption",
        "unlistedIdentities",
      ])
    #expect(
      settings(HTTPSession.HostNames()).subtracting(refused) == [
        "overrides", "lifetime", "unknownLifetime", "limit",
      ])
    #expect(
      settings(HTTPRequestSerializer()) == [
        "headers", "methodsWithQuery", "chosenStyle", "query", "options", "compression",
      ])
  }
}
