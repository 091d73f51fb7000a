import ApusNet

/// Documents with a catalogue in the form of the W3C's XML suite.
///
/// The reader does not validate, and reads nothing that is external: what is valid and what is not
/// must be read, and be what the case's output says; what is not well-formed must be refused. Where
/// a document needs what the reader leaves out on purpose, the score says so.
enum XMLSuite: Suite {
  static let name = "xml"
  static let summary = "XML documents by a catalogue as the W3C's suite has it, xmlconf.xml"
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

  /// How many documents of each class were answered in each way.
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

    /// A line for each class that came, and below it what was declined and how often.
    var remarks: [String] {
      XMLCase.Class.allCases.flatMap { each -> [String] in
        let reasons = declined[each] ?? [:]
        let (read, refused) = (read[each] ?? 0, refused[each] ?? 0)
        let count = reasons.values.reduce(0, +)
        guard read + refused + count > 0 else { return [] }
        let line =
          "\(each.rawValue): \(read) read, \(refused) refused, \(count) declined on purpose"
        return [line] + reasons.sorted { $0.key < $1.key }.map { "  \($0.value): \($0.key)" }
      }
    }
  }
}
