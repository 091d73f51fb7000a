import ApusNet
import ApusSerialization

/// The test suite with single certificates that are valid, unusual or invalid, with the results of
/// other parsers.
///
/// A certificate that strict parsers accept must be parsed with the same content. At most five of
/// the certificates that strict parsers reject may be parsed. Parsers disagree about the other
/// certificates, so the suite only reports the result.
enum CertificatesSuite: Suite {
  static let name = "certs"
  static let summary = "certificates compared with the results of strict parsers"
  static let fileNameEndings = ["manifest.json"]

  /// The maximum number of certificates that strict parsers reject and this parser accepts.
  static let toleratedCount = 5
  /// The time limit for parsing one certificate.
  static let timeLimit = Duration.milliseconds(50)

  static func run(files: [String]) throws -> Report {
    var report = Report()
    var tally = Tally()
    for manifest in files { try run(manifest, &report, &tally) }
    report.remarks += tally.remarks
    return report
  }

  /// Tests the certificates that a manifest lists, in the folder of the manifest.
  private static func run(
    _ manifest: String, _ report: inout Report, _ tally: inout Tally
  ) throws {
    let folder = manifest.lastIndex(of: "/").map { manifest[...$0] } ?? ""
    let document = try CorpusError.document(at: manifest)
    guard let rows = document["certificates"]?.array, !rows.isEmpty else {
      throw CorpusError.missing(key: "certificates", id: manifest)
    }
    for row in rows {
      guard let file = row["file"]?.string else { throw CorpusError.missing(key: "file", id: "?") }
      let der = try Files.contents(of: folder + file)
      var reading = CertificateReading.refused("not read")
      let time = ContinuousClock().measure { reading = CertificateReading(der) }
      tally.slowest = max(tally.slowest, time)
      if time > timeLimit {
        report.add(file, .failed("took \(time)"))
      } else {
        report.add(file, tally.verdict(on: reading, row, id: file))
      }
    }
  }

  /// The number of results for each kind of manifest row.
  struct Tally {
    var accepted = 0
    var writtenAlike = 0
    var refused = 0
    var tolerated: [String] = []
    var splits: [String] = []
    var slowest = Duration.zero

    mutating func verdict(
      on reading: CertificateReading, _ row: JSON.Value, id: String
    ) -> Report.Verdict {
      switch (row["strict_agreement"]?.string, reading) {
      case ("accept", .read(let facts)):
        accepted += 1
        if facts.isWrittenAlike { writtenAlike += 1 }
        return facts.difference(from: row["fields"]).map { .failed($0) } ?? .passed
      case ("accept", .refused(let why)): return .failed("rejected: \(why)")
      case ("reject", .refused):
        refused += 1
        return .passed
      case ("reject", .read):
        tolerated.append(id)
        let count = tolerated.count
        return count <= toleratedCount
          ? .skipped("read, but strict parsers reject it: \(row["go_error"]?.string ?? "")")
          : .failed("read: \(row["go_error"]?.string ?? "")")
      case (_, .read):
        splits.append("read    \(id)")
        return .skipped("parsers disagree: read here")
      case (_, .refused(let why)):
        splits.append("refused \(id)")
        return .skipped("parsers disagree: rejected here: \(why)")
      }
    }

    var remarks: [String] {
      [
        "\(accepted) of the accepted rows read, \(refused) of the rejected rows rejected, "
          + "\(tolerated.count) of them read",
        "\(writtenAlike) of the accepted rows encoded to the same bytes",
        "\(splits.count) rows without agreement of parsers: "
          + "\(splits.count { $0.hasPrefix("read") }) read",
        "the slowest took \(slowest)",
      ]
    }
  }
}
