import ApusNet

/// The rows of the feature table, which is stored outside of the repository.
///
///     | 120 | QS-01 | the feature | its exact behaviour | **Same** what it is here |
struct FeatureRows {
  /// A row that applies to this package, by its group and its number.
  struct Row: Hashable, Comparable, CustomStringConvertible {
    let group: String
    let number: Int

    init(_ group: String, _ number: Int) {
      self.group = group
      self.number = number
    }

    /// Reads a row from a word such as `QS-01`; nil if it is not one.
    init?(_ word: some StringProtocol) {
      let parts = word.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].utf8.allSatisfy({ 0x41...0x5a ~= $0 }),
        parts[1].utf8.count == 2, let number = Int(parts[1])
      else { return nil }
      self.init(String(parts[0]), number)
    }

    var description: String { "\(group)-\(number < 10 ? "0" : "")\(number)" }

    static func < (left: Row, right: Row) -> Bool {
      (left.group, left.number) < (right.group, right.number)
    }
  }

  /// All rows except the ones that do not apply to a Linux server.
  let rows: [Row]

  init() throws {
    var rows: [Row] = []
    let text = String(decoding: try Files.contents(of: Self.path), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      guard cells.count >= 5, Int(cells[0].prefix { $0 != " " }) != nil,
        let row = Row(cells[1].prefix { $0 != " " }), let here = cells.last
      else { continue }
      let means = here.contains("**Same**") || here.contains("**Equivalent**")
      if means || !here.contains("**N/A**") { rows.append(row) }
    }
    self.rows = rows
  }

  /// A Boolean value that indicates whether tests that need the table must run: with `APUS_STRICT`
  /// set to 1 its absence is a failure.
  static var isExpected: Bool {
    Files.exists(path) || ProcessEnvironment.value(of: "APUS_STRICT") == "1"
  }

  private static let path =
    (ProcessEnvironment.value(of: "APUS_CORPORA") ?? House.root + "/../shared/corpora")
    + "/../spec/afnetworking.md"

  /// Returns the tests of a repository that name each row: in their own names, `QS-01, RS-06 to
  /// RS-09`, or in the tables of their cases.
  static func tests(in house: House) -> [Row: [String]] {
    var tests: [Row: [String]] = [:]
    for file in house.swiftFiles where file.area == "Tests" && file.module != "HouseTests" {
      for test in file.outline.declarations where test.keyword == "func" {
        guard test.name.utf8.first == 0x60 else { continue }
        for row in named(in: test.name) {
          tests[row, default: []].append("\(file.stem): \(test.name)")
        }
      }
      var cases: [Row: Int] = [:]
      for token in file.tokens where token.kind == .text {
        if let row = Row(token.value) { cases[row, default: 0] += 1 }
      }
      for (row, count) in cases { tests[row, default: []].append("\(file.stem): \(count) cases") }
    }
    return tests
  }

  /// Returns the rows at the beginning of a test's name, including a range with `to`.
  static func named(in name: String) -> [Row] {
    let words = name.drop { $0 == "`" }.prefix { $0 != ":" }
      .split { $0 == " " || $0 == "," }
    var rows: [Row] = []
    for (index, word) in words.enumerated() {
      if let row = Row(word) {
        if index >= 2, words[index - 1] == "to", let first = rows.last, first.group == row.group,
          first.number < row.number
        {
          rows += (first.number + 1..<row.number).map { Row(row.group, $0) }
        }
        rows.append(row)
      }
    }
    return rows
  }
}
