/// How many cases were answered as they expect, and how the others were.
struct LimboTally {
  /// Cases that the web profile answers otherwise on purpose, with the reason. This list is looked
  /// at when the answer is there, and never before.
  static let deviations: [String: String] = [
    "rfc5280::nc::permitted-dns-match-noncritical":
      "accepted: Baseline Requirements 7.1.2.10.8 lets name constraints be not critical, and they "
      + "are judged all the same",
    "rfc5280::ca-as-leaf": "refused: the web forbids it, and webpki::ca-as-leaf asks for that",
  ]

  private let deviations: [String: String]
  private var right: [String: Int] = [:]
  private var all: [String: Int] = [:]
  private var families: [String] = []
  private var expected: [String] = []
  private var defaultRight = 0
  private var differences: [String] = []

  /// Counts cases, of which those named may be answered otherwise.
  init(deviations: [String: String]) { self.deviations = deviations }

  mutating func verdict(
    on limbo: LimboCase, web: LimboJudgement, default other: LimboJudgement
  ) -> Report.Verdict {
    let family = limbo.id.hasPrefix("bettertls::") ? "BetterTLS" : "core"
    if all[family] == nil { families.append(family) }
    all[family, default: 0] += 1
    if other.isAccepted == limbo.isToSucceed { defaultRight += 1 }
    if other.isAccepted != web.isAccepted {
      differences.append("  \(limbo.id): default \(other.words), web \(web.words)")
    }
    guard web.isAccepted != limbo.isToSucceed else {
      right[family, default: 0] += 1
      return .passed
    }
    if let why = deviations[limbo.id] {
      expected.append("  \(limbo.id): \(why); web \(web.words), default \(other.words)")
      return .skipped("answered otherwise on purpose")
    }
    let wish = limbo.isToSucceed ? "accepted" : "refused"
    return .failed("to be \(wish): web \(web.words), default \(other.words)")
  }

  var remarks: [String] {
    let scores = families.map { "web, \($0): \(right[$0] ?? 0) of \(all[$0] ?? 0)" }
    let count = all.values.reduce(0, +)
    return scores
      + ["web, answered otherwise on purpose: \(expected.count)"] + expected
      + ["default: \(defaultRight) of \(count); where it differs from web:"] + differences
  }
}
