import Testing

/// Every feature of AFNetworking that applies here, with its tests in the table of requirements.
struct FeatureRowsTests {
  private typealias Row = FeatureRows.Row

  private static let groups = ["QS", "RQ", "MP", "JQ", "PQ", "RS", "JR", "XR", "PL", "CP", "CC"]

  /// The options of a request for a metered network, a cache, a cookie jar and packet marks wait
  /// for a session that has them: an option without effect is worse than none.
  private static let waitingOptions = [13, 17].map { Row("RQ", $0) }

  /// Returns the rows without a test in the table of requirements; prints the number of the others.
  private static func unnamed(_ rows: [Row]) throws -> [Row] {
    let tests = try Requirements(named: "afnetworking").rows
      .reduce(into: [:]) { $0[$1.key] = $1.tests }
    let unnamed = rows.filter { tests["\($0)"]?.isEmpty != false }
    print("rows covered: \(rows.count - unnamed.count) of \(rows.count)")
    return unnamed
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each row of the feature table about serializers except two has a test`() throws {
    let rows = try FeatureRows().rows.filter { Self.groups.contains($0.group) }
    #expect(Set(rows.map(\.group)) == Set(Self.groups))
    // This is the number of rows that apply here; a table that is parsed incorrectly has another.
    #expect(rows.count == 111 && Set(rows).count == rows.count)
    #expect(try Self.unnamed(rows) == Self.waitingOptions)
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each row of the feature table about images has a test`() throws {
    let groups = ["IM", "IC", "ID", "AI"]
    let rows = try FeatureRows().rows.filter { groups.contains($0.group) }
    #expect(rows.count == 31 && Set(rows.map(\.group)) == Set(groups))
    #expect(try Self.unnamed(rows) == [])
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each row of the feature table about reachability has a test`() throws {
    let rows = try FeatureRows().rows.filter { ["RM", "UI"].contains($0.group) }
    // No row of the user interface applies here.
    #expect(rows.count == 16 && rows.allSatisfy { $0.group == "RM" })
    #expect(try Self.unnamed(rows) == [])
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each feature row about redirects, challenges and cookies has a test`() throws {
    let single = [
      Row("DB", 3), Row("DB", 5), Row("RQ", 15), Row("UL", 3), Row("UL", 4), Row("UL", 14),
      Row("UL", 15), Row("UL", 24),
    ]
    let rows = try FeatureRows().rows.filter { $0.group == "AU" || single.contains($0) }
    #expect(rows.count == 20)
    #expect(try Self.unnamed(rows) == [])
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each row of the feature table about trust and the manager has a test`() throws {
    let groups = ["SP", "HSM"]
    let rows = try FeatureRows().rows.filter { groups.contains($0.group) }
    #expect(rows.count == 43 && Set(rows.map(\.group)) == Set(groups))
    #expect(try Self.unnamed(rows) == [])
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each feature row about tasks, transfers, events and the loader has a test`() throws {
    let groups = ["USM", "TD", "PR", "DL", "UP", "DB", "NT", "HSM", "UL", "HX", "CC"]
    let rows = try FeatureRows().rows.filter { groups.contains($0.group) }
    #expect(rows.count == 139 && Set(rows.map(\.group)) == Set(groups))
    #expect(try Self.unnamed(rows) == [])
  }

  @Test func `the key of a feature row consists of a group and two digits`() {
    for word in ["QS-1", "QS-001", "qs-01", "QS01", "QS-0x", ""] { #expect(Row(word) == nil) }
    #expect("\(Row("XR", 3))" == "XR-03")
  }
}
