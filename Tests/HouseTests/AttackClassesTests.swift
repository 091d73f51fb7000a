import Testing

/// The numbered classes of attacks on TLS and certificates, each with tests that name it.
struct AttackClassesTests {
  /// Class 40 is about unsupported authentication methods.
  private static let numbers = Set(36...50).subtracting([40])

  @Test func `every class of attacks on TLS is named by a test`() throws {
    var named: Set<Int> = []
    for file in try House.here.get().swiftFiles where file.area == "Tests" {
      for line in file.lines {
        let text = String(decoding: line, as: UTF8.self)
        guard text.contains("of attacks") || text.contains("func `class ") else { continue }
        let words = text.split { !$0.isASCII || !($0.isNumber || $0.isLetter) }
        named.formUnion(words.compactMap { Int($0) })
      }
    }
    #expect(Self.numbers.subtracting(named).sorted() == [])
  }

  @Test(.enabled(if: ListedFailures.isExpected, "the documents are not beside the repository"))
  func `every class of attacks on sessions is named by a test`() throws {
    let listed = try ListedFailures.attacks()
    // A document that is parsed incorrectly has other numbers.
    #expect(listed == Array(1...95))
    let tests = ListedFailures.attacks(namedBy: try House.here.get())
    let numbers = listed.filter {
      (12...35).contains($0) || (51...67).contains($0) || (83...95).contains($0)
    }
    for number in numbers {
      for test in tests[number] ?? ["no test"] { print("security \(number)  \(test)") }
    }
    let missing = numbers.filter { tests[$0] == nil }
    print("classes of attacks covered: \(numbers.count - missing.count) of \(numbers.count)")
    #expect(missing == [])
  }

  @Test(.enabled(if: ListedFailures.isExpected, "the documents are not beside the repository"))
  func `every observed fault of URLSession is named by a test`() throws {
    let rows = try ListedFailures.probes()
    #expect(rows.count == 15 && rows.last == FeatureRows.Row("FN", 15))
    let tests = FeatureRows.tests(in: try House.here.get())
    for row in rows {
      for test in tests[row] ?? ["no test"] { print("\(row)  \(test)") }
    }
    let missing = rows.filter { tests[$0] == nil }
    print("failures of URLSession covered: \(rows.count - missing.count) of \(rows.count)")
    #expect(missing == [])
  }

  @Test func `numbers are found before the colon of a name`() {
    #expect(ListedFailures.attacks(named: "`security 13, 14: by 15`") == [13, 14])
    #expect(ListedFailures.attacks(named: "`MP-09, security 24: no name`") == [24])
    #expect(ListedFailures.attacks(named: "`class 46: without a key`") == [46])
    #expect(ListedFailures.attacks(named: "`security of 24`").isEmpty)
    #expect(ListedFailures.attacks(named: "`30 of 24: a security`").isEmpty)
  }
}
