import ApusNames
import ApusTLS
import ApusTestServer
import ApusX509
import Synchronization
import Testing

/// The effects of rules for the hashes of keys.
@Suite struct PinRulesTests {
  private let root: TestAuthority
  private let leaf: X509.Certificate
  private let host: CanonicalHost

  init() throws {
    root = try TestAuthority.alone("root")
    leaf = try root.leaf("www.example.org")
    host = try CanonicalHost("www.example.org")
  }

  private func rule(
    _ hosts: String, _ pin: X509.Pin, backup: X509.Pin? = nil, expires: String? = nil,
    isReportOnly: Bool = false
  ) throws -> TLS.PinRule {
    try TLS.PinRule(
      hosts, ["\(pin)"], backups: ["\(try backup ?? TestPins.pin(9))"], expires: expires,
      isReportOnly: isReportOnly)
  }

  private func evaluate(
    _ rules: [TLS.PinRule], coversEveryHost: Bool = false, for host: CanonicalHost?,
    _ change: (inout TLS.Policy) -> Void = { _ in }
  ) throws -> TLS.TrustedChain {
    var policy = TLS.Policy()
    policy.rules = try TLS.PinRules(rules, coversEveryHost: coversEveryHost)
    change(&policy)
    return try policy.evaluate(
      [leaf], for: host, at: TestAuthority.moment, trusting: X509.Anchors([root.root]))
  }

  private func reason(
    _ rules: [TLS.PinRule], coversEveryHost: Bool = false, for other: CanonicalHost? = nil
  ) throws -> TLS.TrustFailure.Reason? {
    do {
      _ = try evaluate(rules, coversEveryHost: coversEveryHost, for: other ?? host)
      return nil
    } catch let error as TLS.TrustFailure {
      return error.reason
    }
  }

  private var found: [X509.Pin] { [leaf.pin, root.root.pin] }

  @Test func `a pinned key, backup key or root key in the path satisfies a pin rule`() throws {
    let wrong = try rule("www.example.org", TestPins.pin(1))
    #expect(try reason([wrong]) == .ruleNotMet(wrong, found: found))
    #expect(try reason([rule("*.example.org", leaf.pin)]) == nil)
    #expect(try reason([rule("**.example.org", root.root.pin)]) == nil)
    #expect(try reason([rule("www.example.org", TestPins.pin(1), backup: leaf.pin)]) == nil)
    #expect(try reason([rule("other.example.org", TestPins.pin(1))]) == nil)
    let chain = try evaluate([rule("*.example.org", leaf.pin)], for: host)
    #expect(chain.rule == (try rule("*.example.org", leaf.pin)))
  }

  @Test func `disabling all checks still enforces pin rules`() throws {
    let wrong = try rule("www.example.org", TestPins.pin(1))
    #expect(throws: TLS.TrustFailure.self) { try evaluate([wrong], for: host) { $0.danger = .all } }
    #expect(throws: TLS.TrustFailure.self) {
      try evaluate([wrong], for: host) {
        $0.danger = .all
        $0.pinning = .publicKey
        $0.pinnedCertificates = [leaf]
      }
    }
  }

  @Test func `the pin rule with the most specific host pattern applies, in any order`() throws {
    let rules = [
      try rule("**.example.org", TestPins.pin(1)), try rule("*.example.org", TestPins.pin(2)),
      try rule("www.example.org", leaf.pin),
    ]
    for rules in [rules, rules.reversed()] {
      #expect(try reason(rules) == nil)
      let wider = rules.filter { "\($0.hosts)" != "www.example.org" }
      let narrow = try #require(rules.first { "\($0.hosts)" == "*.example.org" })
      #expect(try reason(wider) == .ruleNotMet(narrow, found: found))
    }
  }

  @Test func `an expired pin rule is only reported, and the next matching rule applies`() throws {
    let ended = try rule("www.example.org", TestPins.pin(1), expires: "2027-01-15T07:59:59Z")
    let chain = try evaluate([ended], for: host)
    let expiry = UnixTime(secondsSinceEpoch: 1_799_999_999)
    #expect(chain.rule == nil && chain.reports.map(\.cause) == [.expired(expiry)])
    let wider = try rule("*.example.org", TestPins.pin(2))
    #expect(try reason([ended, wider]) == .ruleNotMet(wider, found: found))
    #expect(throws: TLS.PolicyError.expiredRule(ended.hosts, expiry)) {
      try TLS.PinRules([ended]).expectInForce(at: expiry)
    }
    let before = UnixTime(secondsSinceEpoch: 1_799_999_998)
    #expect(throws: Never.self) { try TLS.PinRules([ended]).expectInForce(at: before) }
  }

  @Test func `a violated report-only pin rule is reported, and the server is accepted`() throws {
    let reported = try rule("www.example.org", TestPins.pin(1), isReportOnly: true)
    let heard = Mutex<[TLS.PinReport]>([])
    let hear = { @Sendable (report: TLS.PinReport) in heard.withLock { $0.append(report) } }
    let chain = try evaluate([reported], for: host) { $0.onReport = hear }
    #expect(chain.reports.map(\.cause) == [.notMet(found: found)])
    #expect(heard.withLock { $0 } == chain.reports)
    #expect("\(chain.reports[0])".contains("\(leaf.pin)"))
    let enforced = try rule("www.example.org", TestPins.pin(2))
    #expect(try reason([reported, enforced]) == .ruleNotMet(enforced, found: found))
    let met = try rule("www.example.org", leaf.pin, isReportOnly: true)
    #expect(try evaluate([met], for: host).reports.isEmpty)
  }

  @Test func `coversEveryHost rejects hosts with only report-only or expired rules`() throws {
    #expect(try reason([], coversEveryHost: true) == .noRule)
    let reported = try rule("www.example.org", leaf.pin, isReportOnly: true)
    #expect(try reason([reported], coversEveryHost: true) == .noRule)
    let ended = try rule("www.example.org", leaf.pin, expires: "2020-01-01")
    #expect(try reason([ended], coversEveryHost: true) == .noRule)
    #expect(try reason([rule("*.example.org", leaf.pin)], coversEveryHost: true) == nil)
    #expect(try reason([rule("*.example.net", leaf.pin)], coversEveryHost: true) == .noRule)
  }

  @Test func `a policy with pin rules rejects a server if no host name is given`() throws {
    let rules = [try rule("*.example.net", leaf.pin)]
    let refusal = #expect(throws: TLS.TrustFailure.self) { try evaluate(rules, for: nil) }
    #expect(refusal?.reason == .noHostForRules)
  }

  @Test func `two pin rules for one host pattern and too many rules are rejected`() throws {
    let one = try rule("*.example.org", TestPins.pin(1))
    let again = try rule("*.Example.org", TestPins.pin(2))
    #expect(throws: TLS.PolicyError.duplicateRule(one.hosts)) { try TLS.PinRules([one, again]) }
    let reported = try rule("*.example.org", TestPins.pin(2), isReportOnly: true)
    #expect(throws: Never.self) { try TLS.PinRules([one, reported]) }
    let many = try (0..<TLS.PinRules.limit).map { try rule("a\($0).example.org", TestPins.pin(1)) }
    #expect(throws: Never.self) { try TLS.PinRules(many) }
    #expect(throws: TLS.PolicyError.tooManyRules(limit: TLS.PinRules.limit)) {
      try TLS.PinRules(many + [one])
    }
  }
}
