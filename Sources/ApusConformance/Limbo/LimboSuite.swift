import ApusHTTP
import ApusNet
import ApusSerialization
import ApusX509
import CApusSystem

/// Cases of x509-limbo and BetterTLS about the trust in a path.
///
/// The strict web profile checks all of them. If its result is known to differ from that of the
/// case, the score has the reason; any other difference is a failure. The default profile checks
/// them too, and its differences are listed.
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

/// A user's paths in the form of x509-limbo.
///
/// A file has cases in `testcases`, or is a single case. The strict web profile checks them, and
/// every difference is a failure.
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
  /// Checks cases with both profiles; a case without a time is checked as of now.
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
  /// Returns the JSON in a file, which is decompressed if its name requires it.
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
