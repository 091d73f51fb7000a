import ApusSerialization

/// The test cases in the format `http1-corpus/1`, with octets and the results of a strict HTTP/1.1
/// codec.
enum HTTP1Suite: Suite {
  static let name = "http1"
  static let summary = "HTTP/1.1 parsing and serialization, profile strict/1"

  static func run(files: [String]) throws -> Report {
    var report = Report()
    var wayCount = 0
    var fileCount = 0
    for path in files {
      let document = try CorpusError.document(at: path)
      guard document["format"]?.string == "http1-corpus/1" else { continue }
      fileCount += 1
      for value in document["cases"]?.array ?? [] {
        let (id, verdict, ways) = try run(value)
        report.add(id, verdict)
        wayCount += ways
      }
    }
    report.remarks.append(
      "\(fileCount) files, \(report.cases.count) cases, fed in \(wayCount) ways, "
        + "random cuts from seed \(Chunking.seed)")
    return report
  }

  private static func run(_ value: JSON.Value) throws -> (String, Report.Verdict, Int) {
    let id = value["id"]?.string ?? "(no id)"
    guard value["mode"]?.string == "strict" else { return (id, .skipped("mode"), 0) }
    switch value["kind"]?.string {
    case "serialize":
      return (id, try SerializeCase(value, id: id).run(), 1)
    case "request", "response":
      let parsing = try ParsingCase(value, id: id)
      let ways = Chunking.ways(named: parsing.chunkings, byteCount: parsing.bytes.count)
      for way in ways {
        if let difference = parsing.difference(feeding: way) {
          return (id, .failed("\(way.name): \(difference)"), ways.count)
        }
      }
      return (id, .passed, ways.count)
    default:
      return (id, .skipped("unknown kind"), 0)
    }
  }
}
