import ApusNet
import ApusX509
import Testing

/// The article "The web profile" names the check of every rule.
@Suite struct WebProfileArticleTests {
  /// A row of one of its tables.
  private struct Row {
    let rule: Substring
    let section: Substring
    let place: Substring

    /// The members of a type that the last column names.
    func members(of type: String) -> [String] {
      place.split(separator: "`").filter { $0.hasPrefix(type + ".") }
        .map { String($0.dropFirst(type.utf8.count + 1)) }
    }
  }

  private static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

  private static func text(of path: String) throws -> String {
    String(decoding: try Files.contents(of: root + "/" + path), as: UTF8.self)
  }

  private static func rows() throws -> [Row] {
    try text(of: "Sources/ApusX509/ApusX509.docc/WebProfile.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.hasPrefix("| Rule |") }
      .map { line in
        let cells = line.dropFirst(2).dropLast(2).split(separator: " | ")
        try #require(cells.count == 3, "\(line)")
        return Row(rule: cells[0], section: cells[1], place: cells[2])
      }
  }

  /// The names of the cases of an enum in their order, as its source has them.
  private static func names(in path: String) throws -> [String] {
    try text(of: path).split(separator: "\n").prefix { !$0.hasPrefix("}") }
      .filter { $0.hasPrefix("    case ") }
      .flatMap { line in
        line.dropFirst("    case ".utf8.count).split(separator: ",").map { String($0) }
      }
  }

  private static func names() throws -> (requirements: [String], rules: [String]) {
    let requirements = try names(in: "Sources/ApusX509/Profiles/Requirement.swift")
    let rules = try names(in: "Sources/ApusX509/Rule.swift")
    try #require(requirements.count == X509.Requirement.allCases.count)
    try #require(rules.count == X509.Rule.allCases.count)
    return (requirements, rules)
  }

  @Test(arguments: X509.Requirement.allCases)
  func `the web profile article has a row, a section and a date for each profile rule`(
    _ requirement: X509.Requirement
  ) throws {
    let name = try Self.names().requirements[Int(requirement.rawValue)]
    let own = try Self.rows().filter {
      $0.members(of: "Requirement").contains(name)
        && $0.section == requirement.section
    }
    #expect(own.count == 1, "\(requirement)")
    guard let row = own.first else { return }
    let date = requirement.beginning.map { "\($0)".prefix(10) }
    #expect(date == nil || row.place.hasPrefix("\(date ?? ""): "), "\(requirement)")
  }

  @Test func `every row of the web profile article names existing checks or a reason`() throws {
    let rows = try Self.rows()
    #expect(rows.count > 80)
    let names = try Self.names()
    let (requirements, rules) = (Set(names.requirements), Set(names.rules))
    for row in rows {
      #expect(rules.isSuperset(of: row.members(of: "Rule")), "\(row.rule)")
      #expect(requirements.isSuperset(of: row.members(of: "Requirement")), "\(row.rule)")
      #expect(row.place.contains("`") || row.place.hasPrefix("Not "), "\(row.rule)")
      #expect(
        row.section.hasPrefix("RFC 5280 ") || row.section.hasPrefix("CA/Browser Forum "),
        "\(row.rule)")
    }
  }

  @Test func `each web profile rule has a mutation test that deletes the rule`() throws {
    let deletions = try Self.text(of: "Tests/Mutation/certificates.py")
    for requirement in try Self.names().requirements {
      #expect(deletions.contains("\"\(requirement)\""), "\(requirement)")
    }
    for name in Set(try Self.rows().flatMap { $0.members(of: "Rule") }) {
      #expect(
        deletions.contains("\"\(name)\"") || deletions.contains("reading: \(name)"), "\(name)")
    }
  }
}
