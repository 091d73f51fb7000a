import ApusHTTP
import ApusNet
import ApusSerialization
import ApusX509
import CApusSystem

/// Cases of x509-limbo and BetterTLS: whether a path is to be believed.
///
/// The strict web profile judges every one of them. Where its answer is known to differ from that
/// of the case, the score says so and why; any other difference is a failure. The default profile
/// judges them too, and what it answers otherwise is listed.
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

/// Paths of anybody's in the form of x509-limbo: whether each is to be believed.
///
/// A file has cases in `testcases`, or is one case by itself. The strict web profile judges them,
/// and no difference is on purpose: one that there is fails.
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
  /// Judges cases under both profiles; what names no time is judged as of now.
  fileprivate mutating func judge(_ cases: [JSONValue], into report: inout Report) throws {
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
  /// The JSON in a file, which is unpacked where its name says so.
  fileprivate static func document(at path: String) throws -> JSONValue {
    guard path.hasSuffix(".gz") else { return try CorpusError.document(at: path) }
    let packed = try Files.contents(of: path)
    var limits = HTTP.DecodingLimits()
    limits.contentByteCount = 1 << 30
    let bytes = try HTTP.ContentDecoder.decode(packed.span, [.gzip], limits: limits)
    do throws(JSONError) {
      return try JSONValue(parsing: bytes.span)
    } catch {
      throw CorpusError.malformed(file: path, error)
    }
  }
}
