public import ApusASN1

extension X509 {
  /// The policies for which a path is valid, computed certificate by certificate.
  ///
  /// The graph has a level for the anchor and one for each certificate below it, and on each level
  /// one node for a policy, for any number of ways to it. RFC 5280 has a tree, in which each way
  /// has separate nodes: a path of a few kilobytes could make it larger than any memory. The graph
  /// is no larger than the lists in the certificates.
  ///
  /// Nodes without children are not removed during the walk; they are not visited again before
  /// `validPolicies`, which starts from the last level.
  ///
  /// RFC 5280 section 6.1, as changed by RFC 9618 section 5.
  public struct PolicyGraph: Sendable {
    /// The largest number of policies of a level.
    public static let nodeLimit = 1_024

    /// A policy that is valid for the path so far.
    private struct Node {
      let policy: OID
      /// The parent nodes on the level above, at least one, except at the first level.
      let parents: [Int]
      /// The identifiers for the policy in the next certificate.
      var expected: [OID]

      init(_ policy: OID, _ parents: [Int], expected: [OID]? = nil) {
        self.policy = policy
        self.parents = parents
        self.expected = expected ?? [policy]
      }
    }

    private let acceptable: Set<OID>
    /// The levels, from the anchor downward; if the last one is empty, no policy is valid any more.
    private var levels: [[Node]] = [[Node(.anyPolicy, [])]]
    // The number of certificates before each rule is in force. Counting never reaches `max`.
    private var uncheckedCount: Int
    private var mappedCount: Int
    private var anyPolicyCount: Int

    /// Creates the graph of a path with only its anchor.
    ///
    /// - Parameter inputs: The required policies and the restrictions at the start.
    public init(_ inputs: PolicyInputs = PolicyInputs()) {
      acceptable = inputs.acceptable
      uncheckedCount = inputs.requiresPolicy ? 0 : .max
      mappedCount = inputs.inhibitsMapping ? 0 : .max
      anyPolicyCount = inputs.inhibitsAnyPolicy ? 0 : .max
    }

    /// Adds the next certificate, from the anchor downward.
    ///
    /// - Parameters:
    ///   - certificate: The next certificate, issued by the one before.
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

    /// Returns the acceptable policies for which the path is valid.
    ///
    /// They have the identifiers of the first authority below the anchor. The result is anyPolicy
    /// if every policy is valid, and empty if the path has none and requires none.
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

/// The steps, in the order of the RFC.
extension X509.PolicyGraph {
  /// Returns the level of the next certificate.
  ///
  /// RFC 5280 section 6.1.3(d) and (e), as changed by RFC 9618 section 5.3.
  private func children(
    for statement: X509.PolicyStatement, isLast: Bool
  ) throws(X509.PolicyFault) -> [Node] {
    guard let policies = statement.policies, let above = levels.last, !above.isEmpty else {
      return []
    }
    // Each policy that nodes above expect, with all of these nodes.
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
    // A policy that is both named and expected has its node already, and anyPolicy has none yet.
    let named = Set(policies).subtracting([.anyPolicy])
    for policy in expected where !named.contains(policy) {
      try Self.add(Node(policy, parents[policy] ?? []), to: &level)
    }
    return level
  }

  /// Maps the policies of a level to their identifiers in the certificates below.
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

  /// Counts the certificate, and applies its limits to the certificates below it.
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

  /// Returns the policies directly below anyPolicy with a way to the last level.
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
  /// The caller's requirements for the policies of a path; none by default.
  ///
  /// RFC 5280 section 6.1.1(c), (e), (f) and (g).
  public struct PolicyInputs: Hashable, Sendable {
    /// The policies that the caller accepts; anyPolicy accepts every policy.
    public var acceptable: Set<OID> = [.anyPolicy]
    /// A Boolean value that indicates whether the path must be valid for one of them.
    ///
    /// By default only an authority can require this.
    public var requiresPolicy = false
    /// A Boolean value that indicates whether policies cannot be mapped to other policies.
    public var inhibitsMapping = false
    /// A Boolean value that indicates whether anyPolicy is ignored from the first certificate on.
    public var inhibitsAnyPolicy = false

    /// Creates inputs without requirements.
    public init() {}

    /// Creates inputs that require one of some policies.
    ///
    /// - Parameter policies: The identifiers of the policies, one of which is enough.
    public init(requiring policies: Set<OID>) {
      acceptable = policies
      requiresPolicy = true
    }
  }
}
