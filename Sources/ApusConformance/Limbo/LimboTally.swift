/// How many cases were answered as they expect, and how the others were.
struct LimboTally {
  /// Cases that the web profile answers otherwise on purpose, with the reason. This list is looked
  /// at when the answer is there, and never before.
  static let deviations: [String: String] = [
    "webpki::cn::punycode-not-in-san": "accepted: a common name is never looked at",
    "webpki::cn::case-mismatch": "accepted: a common name is never looked at",
    "rfc5280::nc::permitted-dns-match-noncritical":
      "accepted: the web lets name constraints be not critical, as 81 cases of BetterTLS do",
    "rfc5280::ca-as-leaf": "refused: the web forbids it, and webpki::ca-as-leaf asks for that",
  ]

  private var right: [String: Int] = [:]
  private var all: [String: Int] = [:]
  private var families: [String] = []
  private var expected: [String] = []
  private var defaultRight = 0
  private var differences: [String] = []

  mutating func verdict(
    on limbo: LimboCase, web: LimboJudgement, default other: LimboJudgement
  ) -> Report.Verdict {
    let family = limbo.id.hasPrefix("bettertls::") ? "BetterTLS" : "core"
    if all[family] == nil { families.append(family) }
    all[family, default: 0] += 1
    if other.isAccepted == limbo.isToSucceed { defaultRight += 1 }
    if other.isAccepted != web.isAccepted {
      let answer = other.isAccepted ? "accepts" : "refuses"
      let why = Self.reason(of: other) ?? Self.reason(of: web) ?? ""
      differences.append("  \(limbo.id): default \(answer), web does not: \(why)")
    }
    guard web.isAccepted != limbo.isToSucceed else {
      right[family, default: 0] += 1
      return .passed
    }
    if let why = Self.deviations[limbo.id] {
      expected.append("  \(limbo.id): \(why)")
      return .skipped("answered otherwise on purpose")
    }
    return .failed(
      Self.reason(of: web).map { "refused, to be accepted: \($0)" } ?? "accepted, to be refused")
  }

  private static func reason(of judgement: LimboJudgement) -> String? {
    if case .refused(let why) = judgement { why } else { nil }
  }

  var remarks: [String] {
    let scores = families.map { "web, \($0): \(right[$0] ?? 0) of \(all[$0] ?? 0)" }
    let count = all.values.reduce(0, +)
    return scores
      + ["web, answered otherwise on purpose: \(expected.count)"] + expected
      + ["default: \(defaultRight) of \(count); where it differs from web:"] + differences
  }
}
