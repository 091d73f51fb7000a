import ApusNames
import ApusTLS
import ApusTestServer
import ApusX509
import Testing

/// The description of a rejection.
@Suite struct TrustFailureTests {
  private func refusal(_ flaws: TLS.Danger) throws -> TLS.TrustFailure {
    let server = try #require(try TestServer.all.get().first { $0.flaws == flaws })
    let refusal = #expect(throws: TLS.TrustFailure.self) {
      try TLS.Policy().evaluate(
        server.presented, for: TestServer.host.get(), at: TestAuthority.moment,
        trusting: X509.Anchors([TestServer.root.get().root]))
    }
    return try #require(refusal)
  }

  @Test(
    arguments: [
      (.wrongHost, .badCertificate, ["is not valid for www.example.org", "RFC 9525 section 6.3"]),
      (
        .expired, .certificateExpired,
        ["expired", "the clock of this machine shows 2027-01-15T08:00:00Z", "check the clock"]
      ),
      (
        .untrusted, .unknownCA,
        ["CN=stranger", "is not a trusted root", "trust the root certificate if the root is yours"]
      ),
      (.selfSigned, .unknownCA, ["the certificate is self-signed, but is not a trusted root"]),
    ] as [(TLS.Danger, TLS.AlertDescription, [String])])
  func `a trust failure reports the host, the violated rule, the time and a hint`(
    flaws: TLS.Danger, alert: TLS.AlertDescription, words: [String]
  ) throws {
    let refusal = try refusal(flaws)
    #expect(refusal.alert == alert)
    #expect(refusal.host == (try TestServer.host.get()) && refusal.leaf != nil)
    #expect(refusal.description.utf8.starts(with: "the server www.example.org is rejected: ".utf8))
    for word in words { #expect(refusal.description.contains(word), "\(refusal)") }
    #expect(refusal.explanation.contains("path 1 of 1:"))
    #expect(refusal.explanation.contains("CN="))
  }

  @Test func `the error for a certificate that is not yet valid contains the local time`() throws {
    let root = try TestAuthority.alone("root")
    let early = UnixTime(secondsSinceEpoch: 1_000_000_000)
    let refusal = #expect(throws: TLS.TrustFailure.self) {
      try TLS.Policy().evaluate(
        [root.leaf("www.example.org")], for: TestServer.host.get(), at: early,
        trusting: X509.Anchors([root.root]))
    }
    #expect(
      refusal?.description.contains("the clock of this machine shows 2001-09-09T01:46:40Z") == true)
  }

  @Test func `the error for a missing pin lists the key pins of the server`() throws {
    let root = try TestAuthority.alone("root")
    let leaf = try root.leaf("www.example.org")
    var policy = TLS.Policy()
    policy.rules = try TLS.PinRules([
      TLS.PinRule("*.example.org", [TestPins.text(1)], backups: [TestPins.text(2)])
    ])
    let refusal = #expect(throws: TLS.TrustFailure.self) {
      try policy.evaluate(
        [leaf], for: TestServer.host.get(), at: TestAuthority.moment,
        trusting: X509.Anchors([root.root]))
    }
    #expect(refusal?.alert == .accessDenied)
    #expect(refusal?.description.contains("*.example.org must have one of 2 pinned keys") == true)
    #expect(refusal?.description.contains("\(leaf.pin), \(root.root.pin)") == true)
  }

  @Test func `a trust failure with a long certificate name has a truncated description`() throws {
    let long = try TestAuthority.alone(String(repeating: "\u{202e}", count: 20_000))
    let leaf = try long.leaf("www.example.org")
    let refusal = #expect(throws: TLS.TrustFailure.self) {
      try TLS.Policy().evaluate(
        [leaf, long.root], for: TestServer.host.get(), at: TestAuthority.moment,
        trusting: X509.Anchors([TestServer.root.get().root]))
    }
    #expect(try #require(refusal).description.utf8.count < 1_000)
    #expect(try #require(refusal).explanation.utf8.count < 4_000)
  }
}
