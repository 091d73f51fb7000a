import Testing

/// The tables of requirements, and the tests that they name.
struct RequirementsTests {
  @Test(arguments: Requirements.names)
  func `a requirements table names only existing tests, each once in a row`(name: String) throws {
    let table = try Requirements(named: name)
    let tests = Requirements.tests(in: try House.here.get())
    #expect(tests.count > 4000)
    #expect(table.malformedLines == [])
    #expect(Set(table.rows.map(\.key)).count == table.rows.count)
    let missing = Set(table.rows.flatMap(\.tests)).subtracting(tests).sorted()
    #expect(missing.isEmpty, "\n\(missing.map(\.description).joined(separator: "\n"))")
    for row in table.rows { #expect(Set(row.tests).count == row.tests.count, "\(row.key)") }
    let links = table.rows.reduce(0) { $0 + $1.tests.count }
    print("\(name): \(table.rows.count) rows with \(links) names of tests")
  }

  @Test func `a line of a requirements table is a row, a test of a row or an error`() {
    let table = Requirements(
      "# a comment\n16\ta limit\n\tA.B\ta jar has a limit\n17\n\tA.B\n18\tb\n")
    #expect(table.rows.map(\.key) == ["16", "18"])
    #expect(table.rows[0].tests == [.init(suite: "A.B", name: "a jar has a limit")])
    #expect(table.malformedLines == ["17", "\tA.B"])
    #expect(Requirements("\tA.B\ta jar has a limit").malformedLines.count == 1)
  }

  @Test func `no comment, string, test name or page contains a requirement key`() throws {
    let house = try House.here.get()
    var found: [String] = []
    for file in house.files where file.components.prefix(2) != ["Tests", "HouseTests"] {
      for comment in file.comments where TableKeys.first(in: comment.text) != nil {
        found.append("\(file.path):\(comment.line): \(comment.text)")
      }
      for token in file.tokens
      where (token.kind == .text || token.value.utf8.first == 0x60)
        && TableKeys.first(in: token.value) != nil
      {
        found.append("\(file.path):\(token.line): \(token.value)")
      }
      if file.path.utf8.suffix(3).elementsEqual(".md".utf8) {
        let text = String(decoding: file.bytes, as: UTF8.self)
        if let key = TableKeys.first(in: text) { found.append("\(file.path): \(key)") }
      }
    }
    #expect(found.isEmpty, "\n\(found.joined(separator: "\n"))")
  }

  @Test(arguments: [
    ("`SP-20, SP-22: a pin of the path matches`", "SP-20"), ("see (AU-01).", "AU-01"),
    ("FN-04 is its fourth row", "FN-04"), ("`security 24: no name`", "security 24"),
    ("`MP, class 46: without a key`", "class 46"), ("`S-46: once`", "S-46"),
    ("Classes 45 and 46 of attacks", "Classes 45"),
  ])
  func `a requirement key is found in any text`(text: String, key: String) {
    #expect(TableKeys.first(in: text) == key)
  }

  @Test(arguments: [
    "UTF-16, SHA-256, RFC 9110 section 24: text", "a class of 46", "CP-1252, ID-1 and AB-12",
    "security: 24 bytes", "security 24 bytes", "Class 2 Root",
  ])
  func `words such as Class 2 Root are not mistaken for requirement keys`(text: String) {
    #expect(TableKeys.first(in: text) == nil)
  }
}
