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
}
