import ApusNet

/// The failures of other projects in documents outside of the repository, and the tests that name
/// them.
///
/// Classes of attacks are listed by number, and named as `security 24: a claim`, or as `class 46: a
/// claim` for TLS. A probed fault of a client is a row of a table, and named by its position there,
/// as `FN-04: a claim`.
///
///     24. **Multipart injection / boundary guessing.** undici CVE-2025-22150 …
///     | 302 to another origin: `Authorization` forwarded | **yes** | no | no | no |
enum ListedFailures {
  /// The numbers of the classes of attacks.
  static func attacks() throws -> [Int] {
    try lines(of: "security.md").compactMap { line in
      let parts = line.split(separator: ".", maxSplits: 1)
      guard parts.count == 2, parts[1].utf8.starts(with: " **".utf8) else { return nil }
      return Int(parts[0])
    }
  }

  /// Returns the rows of the table of probes.
  static func probes() throws -> [FeatureRows.Row] {
    var rows: [FeatureRows.Row] = []
    var isInside = false
    for line in try lines(of: "peers.md") {
      if line.utf8.starts(with: "#".utf8) { isInside = line.utf8.starts(with: "### 0.2 ".utf8) }
      // The first two lines of a table are not rows.
      if isInside, line.utf8.first == 0x7c { rows.append(FeatureRows.Row("FN", rows.count - 1)) }
    }
    return Array(rows.dropFirst(2))
  }

  /// The numbers of classes that the names of tests begin with.
  static func attacks(namedBy house: House) -> [Int: [String]] {
    var tests: [Int: [String]] = [:]
    for file in house.swiftFiles where file.area == "Tests" && file.module != "HouseTests" {
      for test in file.outline.declarations
      where test.keyword == "func" && test.name.utf8.first == 0x60 {
        for number in attacks(named: test.name) {
          tests[number, default: []].append("\(file.stem): \(test.name)")
        }
      }
    }
    return tests
  }

  /// Returns the numbers after `security` or `class` before the colon of a name.
  static func attacks(named name: String) -> [Int] {
    let words = name.drop { $0 == "`" }.split(separator: ":", omittingEmptySubsequences: false)
    guard words.count > 1 else { return [] }
    var numbers: [Int] = []
    var isListed = false
    for word in words[0].split(whereSeparator: { $0 == " " || $0 == "," }) {
      if let number = Int(word), isListed {
        numbers.append(number)
      } else {
        isListed = word == "security" || word == "class"
      }
    }
    return numbers
  }

  /// A Boolean value that indicates whether tests that need a document must run: with `APUS_STRICT`
  /// set to 1 its absence is a failure.
  static var isExpected: Bool {
    Files.exists(folder + "security.md") || ProcessEnvironment.value(of: "APUS_STRICT") == "1"
  }

  private static func lines(of name: String) throws -> [Substring] {
    String(decoding: try Files.contents(of: folder + name), as: UTF8.self).split(separator: "\n")
  }

  private static let folder =
    (ProcessEnvironment.value(of: "APUS_CORPORA") ?? House.root + "/../shared/corpora")
    + "/../spec/"
}
