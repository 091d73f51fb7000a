import ApusNet

/// A table of requirements in `Fixtures/requirements`: a row has a key, a sentence and its tests.
///
///     16<TAB>Control characters, size, count
///     <TAB>ApusCookiesTests.CookieJarTests<TAB>a jar has 3,000 cookies
struct Requirements {
  struct Test: Hashable, Comparable, CustomStringConvertible {
    /// The target and the suite: `ApusCookiesTests.CookieJarTests`.
    let suite: String
    let name: String

    var description: String { "\(suite): \(name)" }

    static func < (left: Test, right: Test) -> Bool {
      (left.suite, left.name) < (right.suite, right.name)
    }
  }

  struct Row {
    let key: String
    let sentence: String
    var tests: [Test] = []
  }

  private(set) var rows: [Row] = []
  /// The lines that are neither a comment, nor a row, nor a test of a row.
  private(set) var malformedLines: [String] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") where line.utf8.first != 0x23 {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if cells.count == 2, cells.allSatisfy({ !$0.isEmpty }) {
        rows.append(Row(key: cells[0], sentence: cells[1]))
      } else if cells.count == 3, cells[0].isEmpty, !cells[2].isEmpty, !rows.isEmpty {
        rows[rows.count - 1].tests.append(Test(suite: cells[1], name: cells[2]))
      } else {
        malformedLines.append(String(line))
      }
    }
  }

  /// Reads a table of the repository, such as `attacks`.
  init(named name: String) throws {
    let bytes = try Files.contents(of: House.root + "/Fixtures/requirements/\(name).tsv")
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  static let names = ["afnetworking", "attacks", "urlsession"]

  /// Returns the tests of a repository by the outermost types around them.
  static func tests(in house: House) -> Set<Test> {
    var tests: Set<Test> = []
    for file in house.swiftFiles where file.area == "Tests" {
      let declarations = file.outline.declarations
      for test in declarations where test.keyword == "func" && test.name.utf8.first == 0x60 {
        var outermost = test
        while let parent = outermost.parent { outermost = declarations[parent] }
        let isInType = outermost.isType || outermost.keyword == "extension"
        let suite = isInType ? String(outermost.name.prefix { $0 != "." }) : file.stem
        let module = file.module == "Integrations" ? file.components[2] : file.module
        tests.insert(
          Test(
            suite: "\(module ?? "").\(suite)",
            name: String(test.name.dropFirst().dropLast())))
      }
    }
    return tests
  }
}
