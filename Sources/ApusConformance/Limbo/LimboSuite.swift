import ApusHTTP
import ApusNet
import ApusSerialization
import ApusX509
import CApus

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
    var tally = LimboTally()
    let now = X509.Moment(secondsSinceEpoch: apus_wall_clock_seconds())
    for path in files {
      let document = try document(at: path)
      guard document["version"]?.int == 1, let cases = document["testcases"]?.array else {
        continue
      }
      for value in cases {
        do {
          let limbo = try LimboCase(value)
          let web = LimboJudgement(limbo.question, .web, now: now)
          let other = LimboJudgement(limbo.question, .default, now: now)
          report.add(limbo.id, tally.verdict(on: limbo, web: web, default: other))
        } catch LimboCase.Unusable.skipped(let why) {
          report.add(value["id"]?.string ?? "?", .skipped(why))
        }
      }
    }
    report.remarks += tally.remarks
    return report
  }

  /// The JSON in a file, which is unpacked where its name says so.
  private static func document(at path: String) throws -> JSONValue {
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
