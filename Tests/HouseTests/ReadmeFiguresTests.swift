import ApusNet
import Testing

/// The figures of the README and the files that contain them.
struct ReadmeFiguresTests {
  private let results: MeasuredResults
  private let versions: ToolVersions
  private let figures: ReadmeFigures
  private let readme: String

  init() throws {
    results = try MeasuredResults()
    versions = try ToolVersions()
    let commands = try Self.contents(of: "Sources/ApusCommand/ApusCommand.docc/FromCurl.md")
    let curlCount = commands.split(separator: "\n").count { $0.hasPrefix("| `") }
    figures = try ReadmeFigures(results, versions, curlCount: curlCount)
    readme = try Self.contents(of: "README.md")
  }

  @Test func `the figures in the README are those of the files`() {
    #expect(figures.rows.count == 6 && figures.sentences.count == 11)
    let faults = figures.faults(in: readme)
    #expect(faults.isEmpty, "\n\(faults.joined(separator: "\n"))")
  }

  @Test func `a changed digit of a figure in the README is found`() throws {
    let text = ReadmeFigures.unwrapped(readme)
    let rest = try #require(text.split(separator: ReadmeFigures.sizeWords).last)
    let size = rest.prefix { $0 != " " }
    let lines = text.split(separator: "\n").filter { line in
      figures.rows.contains { line.hasPrefix("| \($0.label) | ") }
    }
    let places = figures.sentences + lines.map(String.init) + [ReadmeFigures.sizeWords + size]
    #expect(figures.faults(in: text).isEmpty && places.count == 18)
    var count = 0
    for place in places {
      for changed in Self.changes(of: place) {
        let faults = figures.faults(in: text.replacing(place, with: changed))
        #expect(faults.count == 1, "\(changed): \(faults)")
        count += 1
      }
    }
    #expect(count > 100)
    #expect(figures.faults(in: text.replacing("sixty", with: "fifty")).count == 1)
    #expect(figures.faults(in: text.replacing("none fails", with: "one fails")).count == 1)
    #expect(figures.faults(in: text.replacing("not seen ¹", with: "seen ¹")).count == 1)
    #expect(figures.faults(in: "").count == 18)
  }

  @Test func `the CI images and the development container have the same toolchain`() {
    #expect(versions.toolchains.count == 1, "\(versions.toolchains.sorted())")
  }

  @Test func `the installation article has the difference between two sizes`() throws {
    let difference = try results.size("UsesApus") - results.size("UsesApusSession")
    let words = "makes a static program about \(Int(difference.rounded())) MB smaller"
    let article = try Self.contents(of: "Sources/Apus/Apus.docc/Install.md")
    #expect(article.contains(words), "Install.md does not contain: \(words)")
  }

  @Test(arguments: [
    (20.6, 20.6, true), (20.64, 20.7, true), (20.6, 20.8, true), (20.6, 20.9, false),
    (20.6, 20.3, false), (4.5, 4.6, true), (4.5, 4.7, false),
  ])
  func `a printed size may differ by a tenth of a megabyte or one percent`(
    measured: Double, printed: Double, isAllowed: Bool
  ) {
    #expect(ReadmeFigures.Size(megabytes: measured).allows(printed) == isAllowed)
  }

  @Test(arguments: [
    (1.18, 1, "1.2"), (1.4, 2, "1.40"), (0.04, 1, "0.0"), (0.05, 2, "0.05"), (1.996, 2, "2.00"),
    (48.64, 1, "48.6"),
  ])
  func `a figure is rounded to the decimals of the README`(
    value: Double, decimals: Int, text: String
  ) {
    #expect(ReadmeFigures.text(of: value, decimals) == text)
  }

  @Test(arguments: [
    ("2026-11-28", "28 November 2026"), ("2027-01-03 14:05 UTC", "3 January 2027"), ("", ""),
  ])
  func `the date of a report is written in words`(date: String, words: String) {
    #expect(ReadmeFigures.day(date) == words)
  }

  /// Returns the texts that differ from a text in one digit, by five.
  private static func changes(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    return bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }.map { index in
      var changed = bytes
      changed[index] = 0x30 + (bytes[index] - 0x30 + 5) % 10
      return String(decoding: changed, as: UTF8.self)
    }
  }

  private static func contents(of path: String) throws -> String {
    String(decoding: try Files.contents(of: House.root + "/" + path), as: UTF8.self)
  }
}
