import ApusNames
import ApusTLS
import Testing

/// Policies of hosts.
@Suite struct PoliciesTests {
  @Test func `of several matching host patterns, the most specific one selects the policy`() throws
  {
    func policy(_ danger: TLS.Danger) -> TLS.Policy {
      var policy = TLS.Policy()
      policy.danger = danger
      return policy
    }
    let entries = [
      (try TLS.HostPattern("**.example.org"), policy(.untrusted)),
      (try TLS.HostPattern("www.example.org"), policy(.expired)),
      (try TLS.HostPattern("*.example.org"), policy(.selfSigned)),
    ]
    for entries in [entries, entries.reversed()] {
      let policies = try TLS.Policies(policy([]), entries)
      func danger(_ host: String) throws -> TLS.Danger {
        let host = try CanonicalHost(host)
        let policy = policies.policy(for: host)
        let roots = TLS.Roots([])
        #expect(
          TLS.SecurityIdentity(policies.digest(for: host), roots: roots, clients: [])
            == TLS.SecurityIdentity(policy, roots: roots, clients: []))
        return policy.danger
      }
      #expect(try danger("www.example.org") == .expired)
      #expect(try danger("api.example.org") == .selfSigned)
      #expect(try danger("a.api.example.org") == .untrusted)
      #expect(try danger("example.org") == .untrusted)
      #expect(try danger("example.net") == [])
      #expect(try danger("192.0.2.1") == [])
    }
    let hosts = try TLS.HostPattern("*.example.org")
    #expect(throws: TLS.PolicyError.duplicatePolicy(hosts)) {
      try TLS.Policies(policy([]), [(hosts, policy([])), (hosts, policy(.expired))])
    }
  }
}
