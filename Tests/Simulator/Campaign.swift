import ApusNet
import ApusTestServer
import Synchronization

/// Simulates a range of seeds one after another, and counts what has happened.
struct Campaign {
  let first: UInt64
  let count: UInt64
  /// The index of the only scenario; nil for all scenarios in turn.
  let scenario: Int?
  let folder: String
  /// A Boolean value that indicates whether the campaign ends at the first violation.
  let stopsAtFirst: Bool

  private struct Totals {
    var eventCount = 0
    var callCount = 0
    var failures = 0
    var counts: [String: Int] = [:]
    var pairs: [String: Int] = [:]
  }

  /// The maximum duration of a simulation in real seconds. The process then gives up.
  private static let patience = 60

  func run() async throws {
    var totals = Totals()
    let current = Lock(first)
    let watch = Task.detached {
      var (last, quiet) = (first, 0)
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(1))
        let now = current.withLock(\.self)
        (last, quiet) = (now, now == last ? quiet + 1 : 0)
        if quiet == Self.patience { fatalError("the simulation of seed \(now) hangs") }
      }
    }
    defer { watch.cancel() }
    let start = ContinuousClock.now
    for seed in first..<first + count {
      current.withLock { $0 = seed }
      let plan = Plan(seed, scenario: scenario)
      let outcome = await World.run(plan, in: folder)
      note(plan, outcome, &totals)
      if stopsAtFirst, totals.failures > 0 { break }
      // Every hundredth seed runs again, and must have the same trace.
      if seed % 100 == 0 {
        let again = await World.run(plan, in: folder)
        if again.hash != outcome.hash {
          report(plan, ["trace: the same seed has two traces"], &totals)
        }
      }
    }
    show(totals, after: ContinuousClock.now - start)
    let missing = scenario == nil && count >= 5_000 ? missingFaults(totals) : []
    if !missing.isEmpty { print("not injected: \(missing.joined(separator: ", "))") }
    guard missing.isEmpty else { throw Simulator.Failure.notInjected(missing.count) }
    guard totals.failures == 0 else { throw Simulator.Failure.violations(totals.failures) }
  }

  private func note(_ plan: Plan, _ outcome: World.Outcome, _ totals: inout Totals) {
    totals.eventCount += outcome.eventCount
    totals.callCount += plan.calls.count
    totals.counts.merge(outcome.counts, uniquingKeysWith: +)
    let features = plan.features.map(\.rawValue).sorted()
    for (index, feature) in features.enumerated() {
      for other in features[(index + 1)...] { totals.pairs["\(feature) \(other)", default: 0] += 1 }
    }
    if !outcome.violations.isEmpty { report(plan, outcome.violations, &totals) }
  }

  private func report(_ plan: Plan, _ violations: [String], _ totals: inout Totals) {
    totals.failures += 1
    guard totals.failures <= 30 else { return }
    print("seed \(plan.seed) (\(plan.scenario.name)):")
    for violation in violations.prefix(3) { print("  \(violation)") }
  }

  /// Prints the number of seeds of each pair of features.
  private func showPairs(_ pairs: [String: Int]) {
    let features = Feature.allCases.map(\.rawValue).sorted()
    for (index, feature) in features.dropLast().enumerated() {
      let counts = features[(index + 1)...].map { "\($0) \(pairs["\(feature) \($0)"] ?? 0)" }
      print("pairs of \(feature): \(counts.joined(separator: ", "))")
    }
  }

  /// Returns the kinds and places of faults that did not occur.
  private func missingFaults(_ totals: Totals) -> [String] {
    let links = ["reset", "cut", "stall", "late", "corrupt"].flatMap { fault in
      LinkDirection.allCases.map { "link \(fault) \($0)" }
    }
    let plain: [Call.Kind] = [.plain, .cache, .file, .events, .image]
    let servers = Call.Kind.allCases.filter { !plain.contains($0) }.map { "server \($0.rawValue)" }
    let others = [
      "server ends an idle connection", "server ends a file early", "server not modified",
      "server partial content", "proxy tunnel", "slow look-up", "slow reading", "slow writing",
      "slow update", "slow removal of a URL",
    ]
    return (links + servers + others).filter { totals.counts[$0, default: 0] == 0 }
  }

  private func show(_ totals: Totals, after time: Duration) {
    for (name, count) in totals.counts.sorted(by: { $0.key < $1.key }) {
      print("\(count)\t\(name)")
    }
    showPairs(totals.pairs)
    let least = totals.pairs.min { ($0.value, $0.key) < ($1.value, $1.key) }
    let possible = Feature.allCases.count * (Feature.allCases.count - 1) / 2
    print(
      """
      \(totals.pairs.count) of \(possible) pairs; the rarest is \(least?.key ?? "none"): \
      \(least?.value ?? 0) seeds
      """)
    print(
      """
      \(count) seeds, \(totals.callCount) calls, \(totals.eventCount) events in \(time): \
      \(totals.failures) with violations
      """)
  }
}
