import ApusCaching
import ApusHTTP
import ApusSerialization

/// The test cases for a private cache according to RFC 9111, and random request sequences with a
/// small model.
///
/// The cases set the clock, and the origin server is a function, so no case waits. Optional
/// behaviour of the standard is tested and printed, and cannot fail.
enum CacheSuite: Suite {
  static let name = "cache"
  static let summary = "storage and reuse of responses in a private cache, by RFC 9111"

  /// The number of random request sequences that are tested.
  static let historyCount = 100_000

  /// The required cache cases whose result deliberately differs, each with the section of the
  /// standard.
  static let deviations: [String: String] = [
    "partial-use-headers": "parts are not made of stored wholes, RFC 9111 section 3.3",
    "partial-use-stored-headers": "parts are not made of stored wholes, RFC 9111 section 3.3",
  ]

  static func run(files: [String]) async throws -> Report {
    var report = Report()
    for path in files {
      let document = try CorpusError.document(at: path)
      for value in document["cases"]?.array ?? [] {
        let scenario = try CacheCase(value)
        let verdict = await scenario.run()
        report.add(scenario.id, judge(verdict, scenario))
        if scenario.kind != "required" {
          report.remarks.append("\(scenario.kind) \(scenario.id): \(verdict.answer)")
        }
      }
    }
    try await playHistories(into: &report)
    return report
  }

  /// Returns the verdict of a cache case in the report. An optional case cannot fail.
  static func judge(_ verdict: CacheCase.Verdict, _ scenario: CacheCase) -> Report.Verdict {
    switch (scenario.kind, verdict) {
    case (_, .passed): return .passed
    case ("required", .failed(let why)), ("required", .notTested(let why)):
      if let reason = deviations[scenario.id] { return .skipped(reason) }
      return .failed(why)
    case (_, .failed), (_, .notTested): return .skipped("optional in the standard, not done")
    }
  }

  private static func playHistories(into report: inout Report) async throws {
    var hitCount = 0
    for start in stride(from: 0, to: historyCount, by: 10_000) {
      var fault: String?
      for seed in start..<start + 10_000 where fault == nil {
        var history = CacheHistory(seed: UInt64(seed), isShared: seed % 4 == 0)
        fault = try await history.play(steps: 12).map { "seed \(seed): \($0)" }
        hitCount += history.hitCount
      }
      report.add("histories-\(start)", fault.map { .failed($0) } ?? .passed)
    }
    // The check excludes a cache that never reuses a response, because such a cache would violate
    // no rule.
    let isUsed = hitCount > historyCount / 3
    report.add("histories-hits", isUsed ? .passed : .failed("\(hitCount) hits"))
    report.remarks.append("\(historyCount) random histories with a model, \(hitCount) hits")
  }
}
