import Testing

@testable import ApusNames

/// The tables compared with the list that they were made from, if it is installed.
@Suite(.enabled(if: SuffixList.isExpected, "the public suffix list of the table is not installed"))
struct SuffixListTests {
  let list: SuffixList

  init() throws {
    list = try SuffixList()
    let isOfTable = list.isOfTable
    try #require(isOfTable, "another list: run Fixtures/publicsuffix/make-table.py")
  }

  @Test func `the compiled tables contain exactly the rules of the public suffix list`() {
    let hasRegistries = list.table(of: .registry) == SuffixRules.registries.text
    let hasOwners = list.table(of: .owner) == SuffixRules.owners.text
    #expect(hasRegistries && hasOwners)
  }

  @Test func `each rule of the public suffix list is found in the compiled tables`() throws {
    #expect(list.sources.count > 9_000)
    for (rule, source) in list.sources {
      let text = rule.kind == .wildcard ? "not-listed." + rule.name : rule.name
      let suffix = try DomainName(text).publicSuffix
      let start = rule.kind == .exception ? rule.labels[0].utf8.count + 1 : 0
      #expect(suffix.range == start..<text.utf8.count, "\(text)")
      #expect(suffix.rule == source, "\(text)")
    }
  }

  /// A debug build tests one plain rule in sixteen; the test above finds them all.
  @Test func `names at, above, below and next to each list rule have the right suffix`()
    throws
  {
    var (count, differences) = (0, [String]())
    let rules = list.sources.keys.sorted { $0.name < $1.name }
    for (index, rule) in rules.enumerated() {
      guard rule.kind != .plain || index % Self.stride == 0 else { continue }
      let parent = rule.labels.dropFirst().joined(separator: ".")
      let texts = [
        rule.name, "a." + rule.name, "b.a." + rule.name, "0" + rule.name, rule.name + "a",
        parent.isEmpty ? "a.b" : parent, "0." + parent + (parent.isEmpty ? "a" : ""),
      ]
      for text in texts {
        // Some names of other scripts become too long with one more label or byte.
        guard let name = try? DomainName(text) else { continue }
        count += 1
        let isSame =
          isSame(name.publicSuffix, of: name, registriesOnly: false)
          && isSame(name.registrySuffix, of: name, registriesOnly: true)
        if !isSame { differences.append(text) }
      }
    }
    #expect(differences == [])
    #expect(count > 66_000 / Self.stride)
  }

  #if DEBUG
    private static let stride = 16
  #else
    private static let stride = 1
  #endif

  private func isSame(
    _ suffix: DomainName.PublicSuffix, of name: DomainName, registriesOnly: Bool
  ) -> Bool {
    let labels = name.description.split(separator: ".")
    let expected = list.suffix(of: labels, registriesOnly: registriesOnly)
    let text = labels.suffix(expected.count).joined(separator: ".")
    return name.bytes[suffix.range].elementsEqual(text.utf8) && suffix.rule == expected.rule
      && suffix.range.upperBound == name.bytes.count
  }
}
