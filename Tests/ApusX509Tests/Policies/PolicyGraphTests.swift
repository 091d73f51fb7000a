import ApusX509
import Testing

/// Under which policies a path is valid. RFC 5280 section 6.1 and RFC 9618 section 5.
@Suite struct PolicyGraphTests {
  private let required = PolicyPath.inputs(requires: true)

  @Test func `a path without policies is valid unless a policy is required`() throws {
    let path = PolicyPath(.silent, .silent)
    #expect(try path.outcome() == .policies())
    #expect(try path.outcome(required) == .noneOf())
    #expect(try PolicyPath(.init(1), .silent, .init(1)).outcome() == .policies())
    #expect(try PolicyPath(.init(1), .silent, .init(1)).outcome(required) == .noneOf())
  }

  @Test func `a path with only a trust anchor is valid for every policy`() throws {
    #expect(try PolicyPath().outcome(required) == .policies(0))
    #expect(try PolicyPath().outcome(PolicyPath.inputs([1], requires: true)) == .policies(1))
  }

  @Test func `a path is valid for a policy if every certificate has the policy`() throws {
    #expect(try PolicyPath(.init(1), .init(1, 2), .init(2, 1)).outcome(required) == .policies(1))
    #expect(try PolicyPath(.init(1, 2), .init(1, 2)).outcome(required) == .policies(1, 2))
    #expect(try PolicyPath(.init(1), .init(2)).outcome(required) == .noneOf(2))
    #expect(try PolicyPath(.init(1), .init(2)).outcome() == .policies())
    // A lost policy does not return.
    #expect(try PolicyPath(.init(1), .init(2), .init(1)).outcome() == .policies())
  }

  @Test func `anyPolicy in a certificate matches every policy`() throws {
    #expect(try PolicyPath(.init(0), .init(0)).outcome(required) == .policies(0))
    #expect(try PolicyPath(.init(0), .init(1)).outcome(required) == .policies(1))
    #expect(try PolicyPath(.init(1), .init(0)).outcome(required) == .policies(1))
    #expect(try PolicyPath(.init(1), .init(0), .init(2)).outcome(required) == .noneOf(2))
    #expect(try PolicyPath(.init(1, 0), .init(1, 2)).outcome(required) == .policies(1, 2))
    #expect(try PolicyPath(.init(1, 0), .init(0)).outcome(required) == .policies(0, 1))
  }

  @Test func `a path is valid only for policies that the caller accepts`() throws {
    let path = PolicyPath(.init(1, 2), .init(1, 2))
    #expect(try path.outcome(PolicyPath.inputs([2, 3], requires: true)) == .policies(2))
    #expect(try path.outcome(PolicyPath.inputs([3])) == .policies())
    #expect(
      try path.outcome(PolicyPath.inputs([3], requires: true))
        == .fault(
          .noAcceptablePolicy(
            valid: [PolicyPath.oid(1), PolicyPath.oid(2)], acceptable: [PolicyPath.oid(3)])))
    let any = PolicyPath(.init(0), .init(0))
    #expect(try any.outcome(PolicyPath.inputs([3, 4], requires: true)) == .policies(3, 4))
    #expect(
      try path.outcome(X509.PolicyInputs(requiring: [PolicyPath.oid(1)])) == .policies(1))
  }
}

/// Mapping. RFC 5280 section 6.1.4(b).
extension PolicyGraphTests {
  @Test func `a policy mapped from 1 to 2 requires policy 2 below and is reported as 1`() throws {
    let mapped = PolicyPath.Step(1).mapping((1, 2))
    #expect(try PolicyPath(mapped, .init(2)).outcome(required) == .policies(1))
    #expect(try PolicyPath(mapped, .init(1)).outcome(required) == .noneOf(1))
    let twice = PolicyPath(mapped, .init(2).mapping((2, 3)), .init(3))
    #expect(try twice.outcome(required) == .policies(1))
    #expect(try twice.outcome(PolicyPath.inputs([3], requires: true)) != .policies(3))
  }

  @Test func `one policy can map to several policies, and several policies can map to one`() throws
  {
    let split = PolicyPath.Step(1).mapping((1, 2), (1, 3), (1, 2))
    #expect(try PolicyPath(split, .init(2, 3)).outcome(required) == .policies(1))
    #expect(try PolicyPath(split, .init(3)).outcome(required) == .policies(1))
    #expect(try PolicyPath(split, .init(0), .init(3)).outcome(required) == .policies(1))
    let joined = PolicyPath.Step(1, 2).mapping((1, 3), (2, 3))
    #expect(try PolicyPath(joined, .init(3)).outcome(required) == .policies(1, 2))
    #expect(
      try PolicyPath(joined, .init(3)).outcome(PolicyPath.inputs([2], requires: true))
        == .policies(2))
    let swapped = PolicyPath.Step(1, 2).mapping((1, 2), (2, 1))
    #expect(try PolicyPath(swapped, .init(1)).outcome(required) == .policies(2))
  }

  @Test func `a mapping of an absent policy takes effect only if anyPolicy is present`() throws {
    let any = PolicyPath.Step(0).mapping((1, 2))
    #expect(try PolicyPath(any, .init(2)).outcome(required) == .policies(1))
    #expect(try PolicyPath(any, .init(3)).outcome(required) == .policies(3))
    #expect(try PolicyPath(any, .init(0)).outcome(required) == .policies(0, 1))
    #expect(
      try PolicyPath(.init(3).mapping((1, 2)), .init(2)).outcome(required) == .noneOf(2))
  }

  @Test func `a mapped policy becomes invalid if policy mapping is inhibited`() throws {
    let mapped = PolicyPath.Step(1, 3).mapping((1, 2))
    let inputs = PolicyPath.inputs(requires: true, inhibitsMapping: true)
    #expect(try PolicyPath(mapped, .init(2)).outcome(inputs) == .noneOf(2))
    #expect(try PolicyPath(mapped, .init(1)).outcome(inputs) == .noneOf(1))
    #expect(try PolicyPath(mapped, .init(1, 3)).outcome(inputs) == .policies(3))
    for (count, isAllowed) in [(0, false), (1, true)] {
      let path = PolicyPath(.init(1).inhibitingMapping(after: count), mapped, .init(2))
      #expect(try path.outcome(required) == (isAllowed ? .policies(1) : .noneOf(2)))
    }
    // A limit of the certificate itself applies to the ones below it.
    let own = PolicyPath(mapped.inhibitingMapping(after: 0), .init(2))
    #expect(try own.outcome(required) == .policies(1))
  }

  @Test func `a policy that does not reach the last certificate is not valid`() throws {
    let path = PolicyPath(.init(1, 2).mapping((1, 3), (2, 4)), .init(3, 4), .init(4))
    #expect(try path.outcome(required) == .policies(2))
  }
}

/// Counting. RFC 5280 sections 6.1.4(h) to (j) and 6.1.5(a) and (b).
extension PolicyGraphTests {
  @Test func `requireExplicitPolicy takes effect after the given number of certificates`() throws {
    for (count, isValid) in [(0, false), (1, false), (2, true)] {
      let leaf = PolicyPath(.init(1).requiring(after: count), .silent)
      #expect(try (leaf.outcome() == .policies()) == isValid, "\(count)")
    }
    for (count, isValid) in [(1, false), (2, false), (3, true)] {
      let below = PolicyPath(.init(1).requiring(after: count), .silent, .silent)
      #expect(try (below.outcome() == .policies()) == isValid, "\(count)")
    }
    // The smallest count holds, wherever it is.
    let least = PolicyPath(.init(1).requiring(after: 0), .init(1).requiring(after: 9), .silent)
    #expect(try least.outcome() == .noneOf())
  }

  @Test func `the last certificate can require a policy with requireExplicitPolicy 0`() throws {
    let fault = PolicyPath.Outcome.fault(
      .noAcceptablePolicy(valid: [], acceptable: [.anyPolicy]))
    #expect(try PolicyPath(.silent, .silent.requiring(after: 0)).outcome() == fault)
    #expect(try PolicyPath(.silent, .silent.requiring(after: 1)).outcome() == .policies())
    #expect(try PolicyPath(.init(1), .init(1).requiring(after: 0)).outcome() == .policies(1))
  }

  @Test func `inhibitAnyPolicy takes effect after the given number of certificates`() throws {
    let inputs = PolicyPath.inputs(requires: true, inhibitsAny: true)
    #expect(try PolicyPath(.init(0), .init(1)).outcome(inputs) == .noneOf(0))
    #expect(try PolicyPath(.init(1), .init(1)).outcome(inputs) == .policies(1))
    for (count, isHeeded) in [(0, false), (1, true)] {
      let path = PolicyPath(.init(1).inhibitingAny(after: count), .init(0), .init(1))
      #expect(try path.outcome(required) == (isHeeded ? .policies(1) : .noneOf(0)))
    }
  }

  @Test func `self-issued certificates do not count for policy limits and can use anyPolicy`()
    throws
  {
    let start = PolicyPath.Step(1).inhibitingAny(after: 0)
    #expect(
      try PolicyPath(start, .init(0).selfIssued, .init(1)).outcome(required) == .policies(1))
    #expect(try PolicyPath(start, .init(0).selfIssued).outcome(required) == .noneOf(0))
    let late = PolicyPath(.init(1).requiring(after: 2), .silent.selfIssued, .silent)
    #expect(try late.outcome() == .policies())
    let counted = PolicyPath(.init(1).requiring(after: 2), .silent, .silent)
    #expect(try counted.outcome() != .policies())
    // At the end it counts.
    let last = PolicyPath(.init(1).requiring(after: 1), .silent.selfIssued)
    #expect(try last.outcome() != .policies())
    let mapped = PolicyPath(
      .init(1).inhibitingMapping(after: 1), .init(1).selfIssued, .init(1).mapping((1, 2)), .init(2))
    #expect(try mapped.outcome(required) == .policies(1))
  }
}

/// The cost of hostile paths. RFC 9618 section 3.
extension PolicyGraphTests {
  @Test func `16 to the 14th paths to one policy need only a small policy graph`()
    throws
  {
    let policies = Array(1...16)
    let everywhere = policies.flatMap { one in policies.map { (one, $0) } }
    var step = PolicyPath.Step(policies: policies)
    step.mappings = everywhere
    // 16 to the 14th ways lead to each policy of the leaf.
    let path = PolicyPath(Array(repeating: step, count: 14) + [PolicyPath.Step(policies: [7])])
    #expect(try path.outcome(required) == .valid(Set(policies.map { PolicyPath.oid($0) })))
    let lost = PolicyPath(Array(repeating: step, count: 14) + [PolicyPath.Step(policies: [17])])
    #expect(try lost.outcome(required) == .noneOf(17))
    let any = PolicyPath(Array(repeating: step, count: 14) + [PolicyPath.Step(policies: [0])])
    #expect(try any.outcome(required) == .valid(Set(policies.map { PolicyPath.oid($0) })))
  }

  @Test func `a level of the policy graph with too many policies is an error`() throws {
    func step(_ start: Int, _ policyCount: Int, mappings: Int) -> PolicyPath.Step {
      var step = PolicyPath.Step(policies: [0] + (start..<(start + policyCount)))
      step.mappings = (0..<mappings).map { (start + 300 + $0, start + 600 + $0) }
      return step
    }
    // 256, 255 + 256 + 256 and 255 + 767 policies, and anyPolicy on each level.
    for (count, isAllowed) in [(1, true), (2, false)] {
      let path = PolicyPath(
        step(10_000, 0, mappings: 256), step(20_000, 255, mappings: 256),
        step(30_000, 255, mappings: count), step(40_000, 0, mappings: 0))
      let outcome = try path.outcome(required)
      if case .valid = outcome {
        #expect(isAllowed)
      } else {
        #expect(outcome == .fault(.tooManyPolicies(limit: X509.PolicyGraph.nodeLimit)))
        #expect(!isAllowed)
      }
    }
  }

  @Test func `the policy graph has the same result as the policy tree for any path`() throws {
    var random = Random(seed: 0x9618)
    var validCount = 0
    for round in 0..<400 {
      let path = PolicyPath((0..<(1 + random.below(4))).map { _ in random.step() })
      let acceptable =
        random.below(2) == 0 ? Set([0]) : Set((0..<2).map { _ in 1 + random.below(4) })
      let requires = random.below(2) == 0
      let expected = PolicyTree().policies(path, acceptable: acceptable, requires: requires)
      let outcome = try path.outcome(
        PolicyPath.inputs(Array(acceptable), requires: requires))
      if let expected {
        #expect(
          outcome == .valid(Set(expected.map { PolicyPath.oid($0) })), "\(round): \(path.steps)")
        if !expected.isEmpty { validCount += 1 }
      } else if case .valid = outcome {
        Issue.record("\(round): \(path.steps)")
      }
    }
    #expect(validCount > 100)
  }

  @Test func `malformed policies are a fault, and each policy fault has a description`() throws {
    let bad = try Sample.certificate([X509.Extension(.other(.certificatePolicies, [0x30, 0]))])
    var graph = X509.PolicyGraph()
    #expect(throws: X509.PolicyFault.self) { try graph.step(bad, isLast: true) }
    let many = Set((1...12).map { PolicyPath.oid($0) })
    for (fault, text) in [
      (.unreadable(.noCertificate), "PEM"),
      (.noValidPolicy(among: []), "the certificate has no policy"),
      (.noValidPolicy(among: [.anyPolicy]), "anyPolicy"),
      (
        .noAcceptablePolicy(valid: [], acceptable: many),
        "and 4 more is required, but no policy is valid"
      ),
      (
        .noAcceptablePolicy(valid: [.anyPolicy], acceptable: []),
        "only these policies are valid: anyPolicy"
      ),
      (.tooManyPolicies(limit: 3), "more than 3"),
    ] as [(X509.PolicyFault, String)] {
      #expect(fault.description.contains(text), "\(fault)")
      #expect(fault.section.contains("section"))
    }
  }
}

/// Paths out of a number, the same on every machine.
private struct Random {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  /// A certificate with few policies out of few, so that they meet often.
  mutating func step() -> PolicyPath.Step {
    let policies = (0...4).filter { _ in below(2) == 0 }
    var step = PolicyPath.Step(policies: policies.isEmpty ? nil : policies)
    if below(2) == 0 {
      step.mappings = (0..<(1 + below(4))).map { _ in (1 + below(4), 1 + below(4)) }
    }
    if below(6) == 0 { step.requireExplicit = below(4) }
    if below(6) == 0 { step.inhibitMapping = below(4) }
    if below(6) == 0 { step.inhibitAny = below(4) }
    step.isSelfIssued = below(4) == 0
    return step
  }
}
