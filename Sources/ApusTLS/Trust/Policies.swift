public import ApusNames

extension TLS {
  /// The policies of hosts.
  public struct Policies: Sendable {
    /// The policy of every host without a separate one.
    public let standard: Policy
    /// The policies of hosts, by their patterns.
    public let byHost: [(hosts: HostPattern, policy: Policy)]
    /// The hashes of these policies, in the same order.
    private let standardDigest: PolicyDigest
    private let digests: [PolicyDigest]

    /// Creates a default policy, and others for hosts, one for each pattern.
    ///
    /// - Parameters:
    ///   - standard: The policy of all other hosts.
    ///   - byHost: The policies by patterns of hosts.
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

    /// Creates one policy for all hosts.
    ///
    /// - Parameter standard: The policy of every host.
    public init(_ standard: Policy) {
      self.standard = standard
      byHost = []
      standardDigest = PolicyDigest(standard)
      digests = []
    }

    /// Returns the policy with the closest pattern for a host.
    ///
    /// - Parameter host: The host in canonical form.
    public func policy(for host: CanonicalHost) -> Policy {
      place(of: host).map { byHost[$0].policy } ?? standard
    }

    /// Returns the hash of that policy.
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
