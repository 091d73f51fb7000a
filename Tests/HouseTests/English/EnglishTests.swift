import ApusNet
import Testing

/// The English of the repository, measured against ordinary technical English.
///
/// `APUS_ENGLISH=1` prints the counts of each module and page, and the table of limits they need.
@Suite struct EnglishTests {
  @Test func `each module and page is within its style limits`() throws {
    let house = try House.here.get()
    let measure = EnglishMeasure(of: house, pages: try EnglishMeasure.fixturePages())
    if ProcessEnvironment.value(of: "APUS_ENGLISH") == "1" { Self.report(measure, of: house) }
    #expect(measure.counts.count > 60)
    let failures = try EnglishLimits.ofHouse().failures(in: measure)
    #expect(failures.isEmpty, "\n\(failures.joined(separator: "\n"))")
  }

  private static func report(_ measure: EnglishMeasure, of house: House) {
    printCounts(measure, "all prose")
    printCounts(EnglishMeasure(of: house, kinds: [.comment, .testName, .page]), "without texts")
    print(EnglishLimits.table(for: measure))
  }

  private static func printCounts(_ measure: EnglishMeasure, _ title: String) {
    print(title, "words", EnglishPattern.allCases.map(\.rawValue).joined(separator: " "))
    for (key, counts) in measure.counts.sorted(by: { $0.key < $1.key }) {
      let columns = EnglishPattern.allCases.map { "\(counts.count(of: $0))" }
      print(key, counts.words, columns.joined(separator: " "))
    }
  }
}
