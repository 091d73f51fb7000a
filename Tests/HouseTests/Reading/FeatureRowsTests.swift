import Testing

/// Every feature of AFNetworking that applies here, with the tests that name it.
struct FeatureRowsTests {
  private typealias Row = FeatureRows.Row

  private static let groups = ["QS", "RQ", "MP", "JQ", "PQ", "RS", "JR", "XR", "PL", "CP", "CC"]

  /// The options of a request for a metered network, a cache, a cookie jar and packet marks wait
  /// for a session that has them: an option without effect is worse than none.
  private static let waitingOptions = [13, 17].map { Row("RQ", $0) }

  /// Returns the rows that no test names; prints the tests of each, and the number of covered rows.
  private static func unnamed(_ rows: [Row]) throws -> [Row] {
    let tests = FeatureRows.tests(in: try House.here.get())
    for row in rows {
      for test in tests[row] ?? ["no test"] { print("\(row)  \(test)") }
    }
    let unnamed = rows.filter { tests[$0] == nil }
    print("rows covered: \(rows.count - unnamed.count) of \(rows.count)")
    return unnamed
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each row of the serializers but two is named by a test`() throws {
    let rows = try FeatureRows().rows.filter { Self.groups.contains($0.group) }
    #expect(Set(rows.map(\.group)) == Set(Self.groups))
    // This is the number of rows that apply here; a table that is parsed incorrectly has another.
    #expect(rows.count == 111 && Set(rows).count == rows.count)
    #expect(try Self.unnamed(rows) == Self.waitingOptions)
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each row of the images is named by a test`() throws {
    let groups = ["IM", "IC", "ID", "AI"]
    let rows = try FeatureRows().rows.filter { groups.contains($0.group) }
    #expect(rows.count == 31 && Set(rows.map(\.group)) == Set(groups))
    #expect(try Self.unnamed(rows) == [])
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each row of reachability is named by a test`() throws {
    let rows = try FeatureRows().rows.filter { ["RM", "UI"].contains($0.group) }
    // No row of the user interface applies here.
    #expect(rows.count == 16 && rows.allSatisfy { $0.group == "RM" })
    #expect(try Self.unnamed(rows) == [])
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each row of redirects, challenges and cookies is named by a test`() throws {
    let single = [
      Row("DB", 3), Row("DB", 5), Row("RQ", 15), Row("UL", 3), Row("UL", 4), Row("UL", 14),
      Row("UL", 15), Row("UL", 24),
    ]
    let rows = try FeatureRows().rows.filter { $0.group == "AU" || single.contains($0) }
    #expect(rows.count == 20)
    #expect(try Self.unnamed(rows) == [])
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each row of trust and of the manager is named by a test`() throws {
    let groups = ["SP", "HSM"]
    let rows = try FeatureRows().rows.filter { groups.contains($0.group) }
    #expect(rows.count == 43 && Set(rows.map(\.group)) == Set(groups))
    #expect(try Self.unnamed(rows) == [])
  }

  @Test(.enabled(if: FeatureRows.isExpected, "the feature table is not beside the repository"))
  func `each row of tasks, transfers, events and the loader is named by a test`() throws {
    let groups = ["USM", "TD", "PR", "DL", "UP", "DB", "NT", "HSM", "UL", "HX", "CC"]
    let rows = try FeatureRows().rows.filter { groups.contains($0.group) }
    #expect(rows.count == 139 && Set(rows.map(\.group)) == Set(groups))
    #expect(try Self.unnamed(rows) == [])
  }

  @Test func `rows are found at the beginning of a name, with those between two`() {
    #expect(
      FeatureRows.named(in: "`QS-01, RS-06 to RS-08: as in MP-01`") == [
        Row("QS", 1), Row("RS", 6), Row("RS", 7), Row("RS", 8),
      ])
    #expect(FeatureRows.named(in: "`MP-09, security 24: no name`") == [Row("MP", 9)])
    #expect(FeatureRows.named(in: "`a name: QS-01`").isEmpty)
    for word in ["QS-1", "QS-001", "qs-01", "QS01", "QS-0x", ""] { #expect(Row(word) == nil) }
    #expect("\(Row("XR", 3))" == "XR-03")
  }
}
