import ApusX509

/// RFC 5280 section 6.1 word for word: a tree that holds every way to a policy on its own.
///
/// It is here to be compared with, on paths that are small enough for it.
final class PolicyTree {
  private final class Node {
    let policy: Int
    var expected: Set<Int>
    var children: [Node] = []

    init(_ policy: Int, _ expected: Set<Int>) {
      self.policy = policy
      self.expected = expected
    }

    /// The nodes so many levels below.
    func nodes(at depth: Int) -> [Node] {
      depth == 0 ? [self] : children.flatMap { $0.nodes(at: depth - 1) }
    }

    /// Removes nodes that do not reach a depth, and returns whether any are left.
    func prune(to depth: Int) -> Bool {
      guard depth > 0 else { return true }
      children.removeAll { !$0.prune(to: depth - 1) }
      return !children.isEmpty
    }
  }

  private var root: Node? = Node(0, [0])

  /// Returns the valid policies of the path, or nil if it is invalid.
  func policies(_ path: PolicyPath, acceptable: Set<Int>, requires: Bool) -> Set<Int>? {
    let count = path.steps.count
    var explicit = requires ? 0 : count + 1
    var mapping = count + 1
    var inhibitAny = count + 1
    for (index, step) in path.steps.enumerated() {
      let depth = index + 1
      let isLast = depth == count
      if let policies = step.policies {
        grow(policies, depth, heedsAny: inhibitAny > 0 || !isLast && step.isSelfIssued)
      } else {
        root = nil
      }
      guard explicit > 0 || root != nil else { return nil }
      if isLast {
        explicit = max(0, explicit - 1)
        if step.requireExplicit == 0 { explicit = 0 }
      } else {
        map(step.mappings, depth, isAllowed: mapping > 0)
        if !step.isSelfIssued {
          explicit = max(0, explicit - 1)
          mapping = max(0, mapping - 1)
          inhibitAny = max(0, inhibitAny - 1)
        }
        explicit = min(explicit, step.requireExplicit ?? explicit)
        mapping = min(mapping, step.inhibitMapping ?? mapping)
        inhibitAny = min(inhibitAny, step.inhibitAny ?? inhibitAny)
      }
    }
    let valid = authorityPolicies(count)
    let user =
      acceptable.contains(0)
      ? valid : valid.contains(0) ? acceptable : valid.intersection(acceptable)
    return explicit > 0 || !user.isEmpty ? user : nil
  }

  private func grow(_ policies: [Int], _ depth: Int, heedsAny: Bool) {
    guard let root else { return }
    let above = root.nodes(at: depth - 1)
    for policy in policies where policy != 0 {
      let matching = above.filter { $0.expected.contains(policy) }
      for node in matching { node.children.append(Node(policy, [policy])) }
      guard matching.isEmpty else { continue }
      for node in above where node.policy == 0 { node.children.append(Node(policy, [policy])) }
    }
    if policies.contains(0), heedsAny {
      for node in above {
        for policy in node.expected where !node.children.contains(where: { $0.policy == policy }) {
          node.children.append(Node(policy, [policy]))
        }
      }
    }
    if !root.prune(to: depth) { self.root = nil }
  }

  private func map(_ mappings: [(Int, Int)], _ depth: Int, isAllowed: Bool) {
    guard let root, !mappings.isEmpty else { return }
    let parents = root.nodes(at: depth - 1)
    for policy in Set(mappings.map(\.0)) {
      let subjects = Set(mappings.filter { $0.0 == policy }.map(\.1))
      guard isAllowed else {
        for parent in parents { parent.children.removeAll { $0.policy == policy } }
        continue
      }
      let nodes = root.nodes(at: depth).filter { $0.policy == policy }
      for node in nodes { node.expected = subjects }
      guard nodes.isEmpty else { continue }
      for parent in parents
      where parent.policy == 0 && parent.children.contains(where: { $0.policy == 0 }) {
        parent.children.append(Node(policy, subjects))
      }
    }
    if !root.prune(to: depth) { self.root = nil }
  }

  private func authorityPolicies(_ count: Int) -> Set<Int> {
    guard let root else { return [] }
    var policies: Set<Int> = []
    for depth in 0..<count {
      for parent in root.nodes(at: depth) where parent.policy == 0 {
        for child in parent.children where child.policy != 0 || depth == count - 1 {
          policies.insert(child.policy)
        }
      }
    }
    return policies
  }
}
