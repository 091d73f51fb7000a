public import ApusASN1

extension X509 {
  /// Under which policies a path is valid, worked out certificate by certificate.
  ///
  /// The graph has a level for the anchor and one for each certificate below it, and on each level
  /// one node for a policy, however many ways lead there. RFC 5280 had a tree, in which each way
  /// was a node of its own: a path of a few kilobytes could make it larger than any memory. A graph
  /// grows by no more than what each certificate lists.
  ///
  /// Nodes that nothing stands below are not taken out as the path is walked; none of them is
  /// looked at again before `validPolicies`, which starts from the last level.
  ///
  /// RFC 5280 section 6.1, as RFC 9618 section 5 has it.
  public struct PolicyGraph: Sendable {
    /// How many policies a level may have.
    public static let nodeLimit = 1_024

    /// A policy that is valid as far as the path has been walked.
    private struct Node {
      let policy: OID
      /// The nodes on the level above that it comes from, at least one, except at the first level.
      let parents: [Int]
      /// What the next certificate may call the policy.
      var expected: [OID]

      init(_ policy: OID, _ parents: [Int], expected: [OID]? = nil) {
        self.policy = policy
        self.parents = parents
        self.expected = expected ?? [policy]
      }
    }

    private let acceptable: Set<OID>
    /// From the anchor downward; where the last one is empty, no policy is valid any more.
    private var levels: [[Node]] = [[Node(.anyPolicy, [])]]
    // How many certificates are left before each rule holds. `max` is never reached by counting.
    private var uncheckedCount: Int
    private var mappedCount: Int
    private var anyPolicyCount: Int

    /// Creates the graph of a path that has only its anchor yet.
    public init(_ inputs: PolicyInputs = PolicyInputs()) {
      acceptable = inputs.acceptable
      uncheckedCount = inputs.requiresPolicy ? 0 : .max
      mappedCount = inputs.inhibitsMapping ? 0 : .max
      anyPolicyCount = inputs.inhibitsAnyPolicy ? 0 : .max
    }

    /// Goes on to the next certificate, from the anchor downward.
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

    /// Returns the policies that the path is valid for, of those that are acceptable.
    ///
    /// They are as the first authority below the anchor calls them. It is anyPolicy where every one
    /// is valid, and none at all where the path has none and needs none.
    ///
    /// RFC 5280 section 6.1.5(g), as RFC 9618 section 5.5 has it.
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
  /// The level of the next certificate.
  ///
  /// RFC 5280 section 6.1.3(d) and (e), as RFC 9618 section 5.3 has them.
  private func children(
    for statement: X509.PolicyStatement, isLast: Bool
  ) throws(X509.PolicyFault) -> [Node] {
    guard let policies = statement.policies, let above = levels.last, !above.isEmpty else {
      return []
    }
    // Each policy that a node above expects, with all nodes that do.
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
    // What is named as well as expected has its node already, and anyPolicy has none yet.
    let named = Set(policies).subtracting([.anyPolicy])
    for policy in expected where !named.contains(policy) {
      try Self.add(Node(policy, parents[policy] ?? []), to: &level)
    }
    return level
  }

  /// Lets the policies of a level go by the names that they have from here on.
  ///
  /// RFC 5280 section 6.1.4(b), as RFC 9618 section 5.4 has it.
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

  /// Counts the certificate, and takes over what it asks of those below it.
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

  /// The policies directly below anyPolicy from which a way leads to the last level.
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
  /// Which policies a caller asks a path for; by default none.
  ///
  /// RFC 5280 section 6.1.1(c), (e), (f) and (g).
  public struct PolicyInputs: Hashable, Sendable {
    /// The policies that the caller accepts: anyPolicy among them stands for every one.
    public var acceptable: Set<OID> = [.anyPolicy]
    /// Whether the path must be valid for one of them, though no authority asks for it.
    public var requiresPolicy = false
    /// Whether policies of one authority may not stand for those of another.
    public var inhibitsMapping = false
    /// Whether anyPolicy means nothing from the first certificate on.
    public var inhibitsAnyPolicy = false

    /// Inputs that ask for nothing.
    public init() {}

    /// Inputs that ask for one of some policies.
    public init(requiring policies: Set<OID>) {
      acceptable = policies
      requiresPolicy = true
    }
  }
}
