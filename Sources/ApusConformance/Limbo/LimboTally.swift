/// The number of expected and of different verification results.
struct LimboTally {
  /// The certificate path cases whose result deliberately differs in the web profile, with the
  /// reasons. The list is used only after the result is known.
  static let deviations: [String: String] = [
    "rfc5280::nc::permitted-dns-match-noncritical":
      "accepted: Baseline Requirements 7.1.2.10.8 allows uncritical name constraints, and they "
      + "are always checked",
    "rfc5280::ca-as-leaf": "rejected: the web forbids it, and webpki::ca-as-leaf requires that",
  ]

  private let deviations: [String: String]
  private var right: [String: Int] = [:]
  private var all: [String: Int] = [:]
  private var families: [String] = []
  private var expected: [String] = []
  private var defaultRight = 0
  private var differences: [String] = []

  /// Creates the counts with a list of deliberate differences.
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
      return .skipped("deliberately different")
    }
    let wish = limbo.isToSucceed ? "accepted" : "refused"
    return .failed("to be \(wish): web \(web.words), default \(other.words)")
  }

  var remarks: [String] {
    let scores = families.map { "web, \($0): \(right[$0] ?? 0) of \(all[$0] ?? 0)" }
    let count = all.values.reduce(0, +)
    return scores
      + ["web, deliberately different: \(expected.count)"] + expected
      + ["default: \(defaultRight) of \(count); where it differs from web:"] + differences
  }
}
