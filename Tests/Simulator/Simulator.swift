/// A simulator of sessions, servers and networks, which a seed decides completely.
///
///     run FOLDER FIRST COUNT [SCENARIO]
///                                  simulates seeds, and prints the violations and the counts
///     find FOLDER FIRST COUNT [SCENARIO]
///                                  the same, until the first violation
///     replay FOLDER SEED [CALLS]   prints the trace of a seed, or of some of its calls
///     shrink FOLDER SEED           finds a small plan with the same violation
@main
enum Simulator {
  enum Failure: Error {
    case usage
    /// Invariants were violated in this number of simulations.
    case violations(Int)
    /// This number of faults did not occur.
    case notInjected(Int)
  }

  static func main() async throws {
    let words = CommandLine.arguments.dropFirst().map(\.self)
    guard words.count >= 3, let seed = UInt64(words[2]) else { throw Failure.usage }
    let (folder, last) = (words[1], words.dropFirst(3).first)
    switch words[0] {
    case "run", "find":
      guard let count = last.flatMap(UInt64.init) else { throw Failure.usage }
      let name = words.dropFirst(4).first
      try await Campaign(
        first: seed, count: count,
        scenario: Scenario.all.firstIndex { $0.name == name }, folder: folder,
        stopsAtFirst: words[0] == "find"
      ).run()
    case "replay":
      var plan = Plan(seed)
      let calls = (last ?? "").split(separator: ",").compactMap { Int($0) }
      if !calls.isEmpty { plan.calls.removeAll { !calls.contains($0.id) } }
      await Shrinker.show(plan, in: folder)
      if words.last == "twice" { await Shrinker.show(plan, in: folder) }
    case "shrink": await Shrinker(folder: folder).run(Plan(seed))
    default: throw Failure.usage
    }
  }
}
