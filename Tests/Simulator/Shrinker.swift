/// Removes parts of a plan as long as the same invariant is violated.
struct Shrinker {
  let folder: String

  /// Prints the smallest plan that was found, with its trace.
  func run(_ plan: Plan) async {
    guard let name = await violation(of: plan) else {
      return print("seed \(plan.seed) has no violation")
    }
    var plan = plan
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for smaller in candidates(plan) where await violation(of: smaller) == name {
        (plan, hasChanged) = (smaller, true)
        break
      }
    }
    await Self.show(plan, in: folder)
  }

  /// Returns the name of the first invariant that a plan violates.
  private func violation(of plan: Plan) async -> String? {
    let outcome = await World.run(plan, in: folder)
    return outcome.violations.first?.split(separator: ":").first.map(String.init)
  }

  /// Returns plans that lack a part of the given plan, the smallest first.
  private func candidates(_ plan: Plan) -> [Plan] {
    var found: [Plan] = []
    func add(_ change: (inout Plan) -> Void) {
      var smaller = plan
      change(&smaller)
      found.append(smaller)
    }
    var size = plan.calls.count / 2
    while size > 0 {
      for start in stride(from: 0, to: plan.calls.count, by: size) {
        add { $0.calls.removeSubrange(start..<min(start + size, plan.calls.count)) }
      }
      size /= 2
    }
    if plan.faultRate > 0 { add { $0.faultRate = 0 } }
    if plan.delay > 0 { add { $0.delay = 0 } }
    if plan.pieceByteCount < 65_536 { add { $0.pieceByteCount = 65_536 } }
    if plan.shutdown != nil { add { $0.shutdown = nil } }
    for feature in plan.features { add { $0.features.remove(feature) } }
    for index in plan.calls.indices {
      if plan.calls[index].cancellation != nil { add { $0.calls[index].cancellation = nil } }
      if plan.calls[index].limit != nil { add { $0.calls[index].limit = nil } }
      if !plan.calls[index].steps.isEmpty { add { $0.calls[index].steps.removeLast() } }
      if plan.calls[index].user > 0 { add { $0.calls[index].user = 0 } }
    }
    return found
  }

  /// Prints a plan and the trace of its simulation.
  static func show(_ plan: Plan, in folder: String) async {
    print("seed \(plan.seed), scenario \(plan.scenario.name), secure: \(plan.isSecure)")
    print("features: \(plan.features.map(\.rawValue).sorted().joined(separator: " "))")
    print("faults \(plan.faultRate), delay \(plan.delay), pieces \(plan.pieceByteCount)")
    if let shutdown = plan.shutdown { print("shutdown at \(shutdown) ms") }
    for call in plan.calls { print(call) }
    let outcome = await World.run(plan, in: folder, printsTrace: true)
    for violation in outcome.violations { print("violated \(violation)") }
  }
}
