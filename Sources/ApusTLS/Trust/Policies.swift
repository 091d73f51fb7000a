public import ApusNames

extension TLS {
  /// The trust policies for hosts: a standard policy, and policies for host patterns.
  public struct Policies: Sendable {
    /// The trust policy of every host that matches no host pattern.
    public let standard: Policy
    /// The trust policies of specific hosts, with the host patterns that select them.
    public let byHost: [(hosts: HostPattern, policy: Policy)]
    /// The precomputed digests of the standard policy and of the other policies.
    private let standardDigest: PolicyDigest
    private let digests: [PolicyDigest]

    /// Creates a set of trust policies from a standard policy and at most one policy per host
    /// pattern.
    ///
    /// - Parameters:
    ///   - standard: The trust policy of all other hosts.
    ///   - byHost: The trust policies of specific hosts, with their host patterns.
    public init(
      _ standard: Policy, _ byHost: [(hosts: HostPattern, policy: Policy)] = []
    ) throws(PolicyError) {
      var seen: Set<HostPattern> = []
      for (hosts, _) in byHost where !seen.insert(hosts).inserted { throw .duplicatePolicy(hosts) }
      self.standard = standard
      self.byHost = byHost
      standardDigest = PolicyDigest(standard)
      digests = byHost.map { PolicyDigest($0.policy) }
    }

    /// Creates a set with one trust policy for all hosts.
    ///
    /// - Parameter standard: The trust policy of every host.
    public init(_ standard: Policy) {
      self.standard = standard
      byHost = []
      standardDigest = PolicyDigest(standard)
      digests = []
    }

    /// Returns the trust policy with the most specific host pattern that matches a host.
    ///
    /// - Parameter host: The host in canonical form.
    public func policy(for host: CanonicalHost) -> Policy {
      place(of: host).map { byHost[$0].policy } ?? standard
    }

    /// Returns the digest of the trust policy with the most specific pattern that matches a host.
    package func digest(for host: CanonicalHost) -> PolicyDigest {
      place(of: host).map { digests[$0] } ?? standardDigest
    }

    private func place(of host: CanonicalHost) -> Int? {
      var closest: Int?
      for (place, entry) in byHost.enumerated() where entry.hosts.matches(host) {
        if let known = closest, !entry.hosts.isCloser(than: byHost[known].hosts) { continue }
        closest = place
      }
      return closest
    }
  }
}
