import Testing

struct EnglishLimitsTests {
  /// A page of 1,000 words with a number of occurrences of *what*: the normal limit is 1 + 1.5.
  private static func page(_ count: Int) -> SourceFile {
    let words = Array(repeating: "what", count: count) + Array(repeating: "a", count: 1_000 - count)
    return SourceFile(path: "Page.md", bytes: Array(words.joined(separator: " ").utf8))
  }

  private static func failures(_ count: Int, _ table: String) throws -> [String] {
    let house = try House(at: House.root + "/Fixtures/house/PlainEnglish", plan: Floors(page(0)))
    let measure = EnglishMeasure(of: house, pages: [page(count)])
    return try EnglishLimits(table).failures(in: measure).filter {
      $0.utf8.starts(with: "Page".utf8)
    }
  }

  @Test func `a page within the normal style limits needs no row in the table`() throws {
    #expect(try Self.failures(2, "").isEmpty)
    #expect(try Self.failures(2, "Page.md what 20") == ["Page.md: remove the limit of what"])
  }

  @Test func `one word pattern above the style limit is a failure`() throws {
    let failures = try Self.failures(3, "")
    #expect(failures.count == 1)
    #expect(failures[0].utf8.starts(with: "Page.md: 3 × what in 1000 words; Page.md:1".utf8))
    #expect(try Self.failures(3, "Page.md what 20").isEmpty)
    #expect(try Self.failures(4, "Page.md what 20").count == 1)
    #expect(try Self.failures(3, "Page.md says 20").count == 2)
  }

  @Test func `a style limit more than a tenth above the actual count is a failure`() throws {
    #expect(try Self.failures(11, "Page.md what 110").isEmpty)
    #expect(try Self.failures(11, "Page.md what 111") == ["Page.md: lower what to 100"])
  }

  @Test func `a row of the style table for a missing page is a failure`() throws {
    let failures = try Self.failures(0, "Pages.md what 50")
    #expect(failures == ["Pages.md: has no text; remove it from Fixtures/english.txt"])
  }

  @Test(arguments: ["A", "A what", "A which 5", "A what 5\nA who 5", "A what five"])
  func `a malformed table of style limits throws an error`(table: String) {
    #expect(throws: EnglishLimits.Malformed.self) { try EnglishLimits(table) }
  }

  @Test func `the generated table of style limits has no failures`() throws {
    let house = try House(
      at: House.root + "/Fixtures/house/PlainEnglish", plan: Floors(Self.page(0)))
    let measure = EnglishMeasure(of: house, pages: [Self.page(30)])
    let table = EnglishLimits.table(for: measure)
    #expect(table.utf8.starts(with: "Page.md what 290".utf8))
    #expect(try EnglishLimits("# A comment.\n" + table).failures(in: measure).isEmpty)
  }
}
