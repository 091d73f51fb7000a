public import ApusASN1

extension X509 {
  /// The policies for which a certificate path is valid, computed certificate by certificate.
  ///
  /// The policy graph has a level for the trust anchor and a level for each certificate below. Each
  /// level has at most one node for each policy. The policy tree of RFC 5280 can have many nodes
  /// for one policy, so a path of a few kilobytes could exhaust the memory. The policy graph is
  /// never larger than the policy lists in the certificates.
  ///
  /// Nodes without children are not removed while the graph is built. The graph does not visit
  /// these nodes again, because `validPolicies` starts from the last level.
  ///
  /// RFC 5280 section 6.1, as changed by RFC 9618 section 5.
  public struct PolicyGraph: Sendable {
    /// The maximum number of policies on a level of the policy graph.
    public static let nodeLimit = 1_024

    /// A policy that is valid for the certificate path so far.
    private struct Node {
      let policy: OID
      /// The indices of the parent nodes on the level above. Every node below the first level has
      /// at least one parent node.
      let parents: [Int]
      /// The policies that are equivalent to the node's policy in the next certificate.
      var expected: [OID]

      init(_ policy: OID, _ parents: [Int], expected: [OID]? = nil) {
        self.policy = policy
        self.parents = parents
        self.expected = expected ?? [policy]
      }
    }

    private let acceptable: Set<OID>
    /// The levels of the graph, from the trust anchor downward. If the last level is empty, no
    /// policy is valid any more.
    private var levels: [[Node]] = [[Node(.anyPolicy, [])]]
    // The number of certificates before each policy restriction applies. The counter cannot reach
    // the maximum integer.
    private var uncheckedCount: Int
    private var mappedCount: Int
    private var anyPolicyCount: Int

    /// Creates the policy graph of a path that has only its trust anchor.
    ///
    /// - Parameter inputs: The required policies and the initial restrictions.
    public init(_ inputs: PolicyInputs = PolicyInputs()) {
      acceptable = inputs.acceptable
      uncheckedCount = inputs.requiresPolicy ? 0 : .max
      mappedCount = inputs.inhibitsMapping ? 0 : .max
      anyPolicyCount = inputs.inhibitsAnyPolicy ? 0 : .max
    }

    /// Adds the next certificate to the policy graph, from the trust anchor downward.
    ///
    /// - Parameters:
    ///   - certificate: The next certificate, issued by the previous certificate.
    ///   - isLast: A Boolean value that indicates whether the certificate ends the path.
    public mutating func step(
      _ certificate: Certificate, isLast: Bool
    ) throws(PolicyFault) {
      let statement: PolicyStatement
      do throws(X509Error) {
        statement = try PolicyStatement(certificate)
      } catch {
        throw .unreadable(error)
      }
      try step(statement, isLast: isLast)
    }

    mutating func step(_ statement: PolicyStatement, isLast: Bool) throws(PolicyFault) {
      var level = try children(for: statement, isLast: isLast)
      guard uncheckedCount > 0 || !level.isEmpty else {
        throw .noValidPolicy(among: statement.policies ?? [])
      }
      if isLast {
        if uncheckedCount > 0 { uncheckedCount -= 1 }
        if statement.requireExplicitPolicy == 0 { uncheckedCount = 0 }
      } else {
        try map(statement.mappings, on: &level)
        count(statement)
      }
      levels.append(level)
    }

    /// Returns the acceptable policies for which the certificate path is valid.
    ///
    /// The set of valid policies contains the policy identifiers of the first authority below the
    /// trust anchor. The set contains anyPolicy if every policy is valid and the caller accepts
    /// every policy. The set of valid policies is empty if the path has no policy and requires no
    /// policy.
    ///
    /// RFC 5280 section 6.1.5(g), as changed by RFC 9618 section 5.5.
    public func validPolicies() throws(PolicyFault) -> Set<OID> {
      let valid = authorityPolicies()
      let isAny = valid.contains(.anyPolicy)
      let policies =
        acceptable.contains(.anyPolicy)
        ? valid : isAny ? acceptable : valid.intersection(acceptable)
      guard uncheckedCount > 0 || !policies.isEmpty else {
        throw .noAcceptablePolicy(valid: valid, acceptable: acceptable)
      }
      return policies
    }
  }
}

/// The processing steps of the policy graph, in the order of the RFC.
extension X509.PolicyGraph {
  /// Returns the level of the policy graph for the next certificate.
  ///
  /// RFC 5280 section 6.1.3(d) and (e), as changed by RFC 9618 section 5.3.
  private func children(
    for statement: X509.PolicyStatement, isLast: Bool
  ) throws(X509.PolicyFault) -> [Node] {
    guard let policies = statement.policies, let above = levels.last, !above.isEmpty else {
      return []
    }
    // The dictionary maps each expected policy to the nodes of the previous level that expect the
    // policy.
    var parents: [OID: [Int]] = [:]
    var expected: [OID] = []
    for (index, node) in above.enumerated() {
      for policy in node.expected {
        if parents[policy] == nil { expected.append(policy) }
        parents[policy, default: []].append(index)
      }
    }
    let any = parents[.anyPolicy]
    var level: [Node] = []
    for policy in policies where policy != .anyPolicy {
      guard let origin = parents[policy] ?? any else { continue }
      try Self.add(Node(policy, origin), to: &level)
    }
    let isAnyHeeded = anyPolicyCount > 0 || statement.isSelfIssued && !isLast
    guard isAnyHeeded, policies.contains(.anyPolicy) else { return level }
    // A policy that the certificate names and the previous level expects already has its node. The
    // policy anyPolicy does not have a node yet.
    let named = Set(policies).subtracting([.anyPolicy])
    for policy in expected where !named.contains(policy) {
      try Self.add(Node(policy, parents[policy] ?? []), to: &level)
    }
    return level
  }

  /// Maps the policies of a level to their equivalent policies in the certificates below.
  ///
  /// RFC 5280 section 6.1.4(b), as changed by RFC 9618 section 5.4.
  private func map(
    _ mappings: [X509.PolicyMappings.Mapping], on level: inout [Node]
  ) throws(X509.PolicyFault) {
    guard !mappings.isEmpty else { return }
    guard mappedCount > 0 else {
      let mapped = Set(mappings.map(\.issuerPolicy))
      level.removeAll { mapped.contains($0.policy) }
      return
    }
    var places = Dictionary(
      level.enumerated().map { ($1.policy, $0) }, uniquingKeysWith: { first, _ in first })
    let any = places[.anyPolicy].map { level[$0].parents }
    var seen: Set<X509.PolicyMappings.Mapping> = []
    var renamed: Set<OID> = []
    for mapping in mappings where seen.insert(mapping).inserted {
      let policy = mapping.issuerPolicy
      if let place = places[policy] {
        if renamed.insert(policy).inserted { level[place].expected = [] }
        level[place].expected.append(mapping.subjectPolicy)
      } else if let any {
        places[policy] = level.count
        renamed.insert(policy)
        try Self.add(Node(policy, any, expected: [mapping.subjectPolicy]), to: &level)
      }
    }
  }

  /// Counts a certificate of the path, and applies its policy restrictions to the certificates
  /// below.
  ///
  /// RFC 5280 section 6.1.4(h), (i) and (j).
  private mutating func count(_ statement: X509.PolicyStatement) {
    if !statement.isSelfIssued {
      uncheckedCount = max(0, uncheckedCount - 1)
      mappedCount = max(0, mappedCount - 1)
      anyPolicyCount = max(0, anyPolicyCount - 1)
    }
    uncheckedCount = min(uncheckedCount, statement.requireExplicitPolicy ?? .max)
    mappedCount = min(mappedCount, statement.inhibitPolicyMapping ?? .max)
    anyPolicyCount = min(anyPolicyCount, statement.inhibitAnyPolicy ?? .max)
  }

  /// Returns the policies whose nodes are children of anyPolicy and are connected to the last level
  /// of the graph.
  private func authorityPolicies() -> Set<OID> {
    var policies: Set<OID> = []
    guard let last = levels.last else { return policies }
    if last.contains(where: { $0.policy == .anyPolicy }) { policies.insert(.anyPolicy) }
    var isReached = Array(repeating: true, count: last.count)
    for depth in levels.indices.dropFirst().reversed() {
      let above = levels[depth - 1]
      var isParent = Array(repeating: false, count: above.count)
      for (node, isReached) in zip(levels[depth], isReached) where isReached {
        for parent in node.parents {
          isParent[parent] = true
          if node.policy != .anyPolicy, above[parent].policy == .anyPolicy {
            policies.insert(node.policy)
          }
        }
      }
      isReached = isParent
    }
    return policies
  }

  private static func add(_ node: Node, to level: inout [Node]) throws(X509.PolicyFault) {
    guard level.count < nodeLimit else { throw .tooManyPolicies(limit: nodeLimit) }
    level.append(node)
  }
}

extension X509 {
  /// The caller's requirements for the policies of a certificate path; none by default.
  ///
  /// RFC 5280 section 6.1.1(c), (e), (f) and (g).
  public struct PolicyInputs: Hashable, Sendable {
    /// The policies that the caller accepts. The policy anyPolicy accepts every policy.
    public var acceptable: Set<OID> = [.anyPolicy]
    /// A Boolean value that indicates whether the path must be valid for one of the acceptable
    /// policies.
    ///
    /// By default, only a certificate authority can require a policy.
    public var requiresPolicy = false
    /// A Boolean value that indicates whether policies cannot be mapped to other policies.
    public var inhibitsMapping = false
    /// A Boolean value that indicates whether the policy anyPolicy is ignored from the first
    /// certificate on.
    public var inhibitsAnyPolicy = false

    /// Creates policy inputs without requirements.
    public init() {}

    /// Creates policy inputs that require one of the given policies.
    ///
    /// - Parameter policies: The object identifiers of the policies, one of which is enough.
    public init(requiring policies: Set<OID>) {
      acceptable = policies
      requiresPolicy = true
    }
  }
}
