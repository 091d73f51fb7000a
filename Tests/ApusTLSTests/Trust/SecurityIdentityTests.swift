import ApusTLS
import ApusTestServer
import ApusX509
import Testing

/// Connections of one policy are not used with another.
@Suite struct SecurityIdentityTests {
  @Test func `a change of any trust setting changes the security identity`() throws {
    let root = try TestAuthority.alone("root").root
    let other = try TestAuthority.alone("root").root
    let client = try TestAuthority.alone("root").client("worker", key: .ed25519)
    guard case .held(let key) = client.key else {
      Issue.record("not held")
      return
    }
    let rule = try TLS.PinRule("a.b", [TestPins.text(1)], backups: [TestPins.text(2)])
    let swapped = try TLS.PinRule("a.b", [TestPins.text(2)], backups: [TestPins.text(1)])
    let otherPin = try TLS.PinRule("a.b", [TestPins.text(3)], backups: [TestPins.text(2)])
    let otherBackup = try TLS.PinRule("a.b", [TestPins.text(1)], backups: [TestPins.text(3)])
    let ending = try TLS.PinRule(
      "a.b", [TestPins.text(1)], backups: [TestPins.text(2)], expires: "1970-01-01")
    let changes: [(inout TLS.Policy) throws -> Void] = [
      { _ in }, { $0.pinning = .publicKey }, { $0.pinning = .certificate },
      { $0.allowsInvalidCertificates = true }, { $0.danger = .expired }, { $0.danger = .wrongHost },
      { $0.profile = .web }, { $0.leastRSABitCount = 3_072 }, { $0.pinnedCertificates = [root] },
      { $0.pinnedCertificates = [other] }, { $0.pinnedCertificates = [root, other] },
      { $0.rules = try TLS.PinRules([rule]) }, { $0.rules = try TLS.PinRules([swapped]) },
      { $0.rules = try TLS.PinRules([otherPin]) }, { $0.rules = try TLS.PinRules([otherBackup]) },
      { $0.rules = try TLS.PinRules([ending]) },
      { $0.rules = try TLS.PinRules([rule], coversEveryHost: true) },
      { $0.revocation = try X509.Revocation(.required) },
      { $0.revocation = try X509.Revocation(.required, of: .leaf) },
      { $0.revocation = .off },
      { $0.evaluator = TLS.Evaluator("own") { _ in .abide } },
      { $0.evaluator = TLS.Evaluator("own") { _ in .abide } },
    ]
    var seen: Set<TLS.SecurityIdentity> = []
    let roots = [
      TLS.Roots([root]), TLS.Roots([other]),
      TLS.Roots(X509.Anchors([root]), generation: 1, digest: TLS.Roots([root]).digest),
    ]
    let later = try TLS.Identity(client.chain, key, generation: 1)
    for change in changes {
      var policy = TLS.Policy()
      try change(&policy)
      for roots in roots {
        for clients in [[], [client], [later], [client, later], [later, client]] {
          let one = TLS.SecurityIdentity(policy, roots: roots, clients: clients)
          #expect(seen.insert(one).inserted, "\(policy)")
          let again = TLS.SecurityIdentity(policy, roots: roots, clients: clients)
          #expect(again == one && again.hashValue == one.hashValue)
        }
      }
    }
    #expect(seen.count == changes.count * 15)
  }

  @Test func `onReport does not change the security identity`() {
    var policy = TLS.Policy()
    let one = TLS.SecurityIdentity(policy, roots: TLS.Roots([]), clients: [])
    policy.onReport = { _ in }
    #expect(TLS.SecurityIdentity(policy, roots: TLS.Roots([]), clients: []) == one)
    #expect(one.description.utf8.count == 16)
  }
}
