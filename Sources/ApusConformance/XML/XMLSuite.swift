import ApusNet

/// XML documents with a catalogue in the form of the W3C's XML suite.
///
/// The parser does not validate and reads no external entities. It must accept valid and invalid
/// documents with the expected output, and must reject documents that are not well-formed. The
/// report contains the reason if a document needs a feature that the parser deliberately omits.
enum XMLSuite: Suite {
  static let name = "xml"
  static let summary = "XML documents of a catalogue in the form of the W3C's suite, xmlconf.xml"
  static let fileNameEndings = ["xmlconf.xml"]

  static func run(files: [String]) throws -> Report {
    var report = Report()
    var tally = Tally()
    for path in files {
      for test in try XMLCatalogue(at: path).cases {
        if let why = test.exclusion {
          report.add(test.id, .skipped(why))
          continue
        }
        do {
          let answer = try test.answer()
          tally.count(answer, of: test.class)
          report.add(test.id, test.verdict(on: answer))
        } catch let error as SystemError {
          report.add(test.id, .failed("\(error)"))
        }
      }
    }
    report.remarks += tally.remarks
    return report
  }

  /// The numbers of results for each class of XML documents.
  struct Tally {
    private var read: [XMLCase.Class: Int] = [:]
    private var refused: [XMLCase.Class: Int] = [:]
    private var declined: [XMLCase.Class: [String: Int]] = [:]

    mutating func count(_ answer: XMLCase.Answer, of class: XMLCase.Class) {
      switch answer {
      case .read, .readOtherwise: read[`class`, default: 0] += 1
      case .refused: refused[`class`, default: 0] += 1
      case .declined(let why): declined[`class`, default: [:]][why, default: 0] += 1
      }
    }

    /// The lines of the summary, with a line for each class of documents and then the declined
    /// documents.
    var remarks: [String] {
      XMLCase.Class.allCases.flatMap { each -> [String] in
        let reasons = declined[each] ?? [:]
        let (read, refused) = (read[each] ?? 0, refused[each] ?? 0)
        let count = reasons.values.reduce(0, +)
        guard read + refused + count > 0 else { return [] }
        let line =
          "\(each.rawValue): \(read) read, \(refused) rejected, \(count) deliberately declined"
        return [line] + reasons.sorted { $0.key < $1.key }.map { "  \($0.value): \($0.key)" }
      }
    }
  }
}
