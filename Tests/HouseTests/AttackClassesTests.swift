import Testing

/// The numbered classes of attacks and the observed faults of URLSession, each with its tests in
/// `Fixtures/requirements`.
struct AttackClassesTests {
  /// The classes of redirects, sessions, TLS and files. Number 40 is about authentication methods
  /// that the package does not have.
  private static let numbers = [1...35, 36...67, 83...95].joined().filter { $0 != 40 }

  @Test func `each class of attacks in the list has a test`() throws {
    let table = try Requirements(named: "attacks")
    let covered = Set(table.rows.filter { !$0.tests.isEmpty }.map(\.key))
    let missing = Self.numbers.filter { !covered.contains("\($0)") }
    print(
      "classes of attacks covered: \(Self.numbers.count - missing.count) of \(Self.numbers.count)")
    #expect(missing == [])
  }

  @Test(.enabled(if: ListedFailures.isExpected, "the documents are not beside the repository"))
  func `the attack table contains only the listed classes of attacks`() throws {
    let listed = try ListedFailures.attacks()
    // A document that is parsed incorrectly has other numbers.
    #expect(listed == Array(1...95))
    let keys = try Requirements(named: "attacks").rows.map(\.key)
    #expect(keys.allSatisfy { Int($0).map(listed.contains) == true })
  }

  @Test func `each observed defect of URLSession has a test`() throws {
    let rows = try Requirements(named: "urlsession").rows
    #expect(rows.map(\.key) == (1...15).map { "\(FeatureRows.Row("FN", $0))" })
    let missing = rows.filter(\.tests.isEmpty).map(\.key)
    print("failures of URLSession covered: \(rows.count - missing.count) of \(rows.count)")
    #expect(missing == [])
  }

  @Test(.enabled(if: ListedFailures.isExpected, "the documents are not beside the repository"))
  func `the URLSession table has a row for each observed defect`() throws {
    let rows = try ListedFailures.probes()
    #expect(rows.map(\.description) == (try Requirements(named: "urlsession").rows.map(\.key)))
  }
}
