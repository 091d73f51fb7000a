import ApusHTTP
import ApusNet
import ApusSerialization
import ApusX509
import CApusSystem

/// Test cases of x509-limbo and BetterTLS for the verification of certificate paths.
///
/// The strict web profile verifies each case. The report contains the reason if the result is known
/// to differ from the expected result, and any other difference is a failure. The default profile
/// verifies each case too, and its differences are listed.
enum LimboSuite: Suite {
  static let name = "limbo"
  static let summary = "path building and validation, x509-limbo and BetterTLS, profile web"
  static let fileNameEndings = [".json", ".json.gz"]

  static func run(files: [String]) throws -> Report {
    var report = Report()
    var tally = LimboTally(deviations: LimboTally.deviations)
    for path in files {
      let document = try LimboCase.document(at: path)
      guard document["version"]?.int == 1, let cases = document["testcases"]?.array else {
        continue
      }
      try tally.judge(cases, into: &report)
    }
    report.remarks += tally.remarks
    return report
  }
}

/// Certificate paths of a user in the form of x509-limbo.
///
/// A file contains cases in the member `testcases` or is a single case. The strict web profile
/// verifies the cases, and each difference is a failure.
enum ChainsSuite: Suite {
  static let name = "chains"
  static let summary = "paths of your own in the form of x509-limbo, profile web"
  static let fileNameEndings = LimboSuite.fileNameEndings

  static func run(files: [String]) throws -> Report {
    var report = Report()
    var tally = LimboTally(deviations: [:])
    for path in files {
      let document = try LimboCase.document(at: path)
      if let cases = document["testcases"]?.array {
        try tally.judge(cases, into: &report)
      } else if document["peer_certificate"] != nil {
        try tally.judge([document], into: &report)
      } else {
        report.add(path, .skipped("the file has no cases in the form of x509-limbo"))
      }
    }
    report.remarks += tally.remarks
    return report
  }
}

extension LimboTally {
  /// Verifies certificate path cases with both profiles. A case without a time is verified at the
  /// current time.
  fileprivate mutating func judge(_ cases: [JSON.Value], into report: inout Report) throws {
    let now = UnixTime(secondsSinceEpoch: apus_wall_clock_seconds())
    for value in cases {
      do {
        let limbo = try LimboCase(value)
        let web = LimboJudgement(limbo.question, .web, now: now)
        let other = LimboJudgement(limbo.question, .default, now: now)
        report.add(limbo.id, verdict(on: limbo, web: web, default: other))
      } catch LimboCase.Unusable.skipped(let why) {
        report.add(value["id"]?.string ?? "?", .skipped(why))
      }
    }
  }
}

extension LimboCase {
  /// Returns the JSON document in a file, which is decompressed if the file name requires that.
  fileprivate static func document(at path: String) throws -> JSON.Value {
    guard path.hasSuffix(".gz") else { return try CorpusError.document(at: path) }
    let packed = try Files.contents(of: path)
    var limits = HTTP.DecodingLimits()
    limits.contentByteCount = 1 << 30
    let bytes = try HTTP.ContentDecoder.decode(packed.span, [.gzip], limits: limits)
    do throws(JSON.ParsingError) {
      return try JSON.Value(parsing: bytes.span)
    } catch {
      throw CorpusError.malformed(file: path, error)
    }
  }
}

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
