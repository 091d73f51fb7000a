import ApusBytes
import Testing

@testable import ApusNames

/// Lists that are read at run time: bytes with limits, and typed errors.
@Suite struct SuffixTablesReadingTests {
  private typealias ListError = DomainName.PublicSuffix.ListError

  private static let list = """
    // ===BEGIN ICANN DOMAINS===
    // a comment
    com
    jp\u{20}trailing words
    *.kobe.jp
    !city.kobe.jp
    公司.cn\r
    \t
    // ===END ICANN DOMAINS===
    // ===BEGIN PRIVATE DOMAINS===
    Lend.COM
    // ===END PRIVATE DOMAINS===

    """

  private static func error(_ text: String) -> ListError? {
    error(Array(text.utf8))
  }

  private static func error(_ bytes: [UInt8]) -> ListError? {
    do throws(ListError) {
      _ = try SuffixTables(parsing: bytes.span)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("x.com", "com", DomainName.PublicSuffix.Rule.registry), ("x.lend.com", "lend.com", .owner),
    ("x.jp", "jp", .registry), ("a.b.kobe.jp", "b.kobe.jp", .registry),
    ("city.kobe.jp", "kobe.jp", .registry), ("x.city.kobe.jp", "kobe.jp", .registry),
    ("x.公司.cn", "xn--55qx5d.cn", .registry), ("co.uk", "uk", .implicit),
  ])
  func `a suffix list parsed at run time gives the same results as the compiled list`(
    name: String, suffix: String, rule: DomainName.PublicSuffix.Rule
  ) throws {
    let tables = try SuffixTables(parsing: Self.list.utf8.span)
    let name = try DomainName(name)
    let found = tables.suffix(of: name)
    #expect(name.bytes[found.range].elementsEqual(suffix.utf8) && found.rule == rule)
  }

  @Test func `the pinned suffix list parses to the compiled tables`() throws {
    guard SuffixList.isExpected else { return }
    let bytes = try SuffixList.bytes()
    let tables = try SuffixTables(parsing: bytes.span)
    let hasRegistries = tables.registries.text == SuffixRules.registries.text
    let hasOwners = tables.owners.text == SuffixRules.owners.text
    #expect(hasRegistries && hasOwners)
  }

  @Test func `an invalid suffix list is rejected with the number of the invalid line`() {
    let begin = "// ===BEGIN ICANN DOMAINS===\n"
    let end = "// ===END ICANN DOMAINS===\n"
    #expect(Self.error(begin + "com\n") == .unendedSection)
    #expect(Self.error(begin + "com\n// ===END PRIVATE DOMAINS===\n") == .misplacedSection(line: 3))
    #expect(Self.error(begin + begin) == .misplacedSection(line: 2))
    #expect(Self.error(end) == .misplacedSection(line: 1))
    #expect(Self.error("") == .noRules)
    #expect(Self.error("// nothing\n\n \n") == .noRules)
    for rule in ["a..b", "*", "*.", "!", "!a", "a.*.b", "a.", "*.!a", "-a", "a*", "\u{202e}a"] {
      guard case .malformedRule(line: 2, _)? = Self.error("com\n\(rule)\n") else {
        Issue.record("\(rule) is taken")
        continue
      }
    }
    #expect(Self.error([0x63, 0x0a, 0xff]) == .malformedRule(line: 2, .invalidUTF8(at: 0)))
    #expect(Self.error("<!DOCTYPE html>\n") != nil)
  }

  @Test func `a suffix list above the limit of bytes, rules or line length is rejected`() {
    let long = [UInt8](repeating: 0x0a, count: SuffixTables.byteLimit)
    #expect(Self.error(long) == .noRules)
    #expect(
      Self.error(long + [0x0a])
        == .tooLong(byteCount: SuffixTables.byteLimit + 1, limit: SuffixTables.byteLimit))
    let rules = (0...SuffixTables.ruleLimit).map { "a\($0)" }
    #expect(Self.error(rules.dropLast().joined(separator: "\n")) == nil)
    #expect(
      Self.error(rules.joined(separator: "\n")) == .tooManyRules(limit: SuffixTables.ruleLimit))
    #expect(
      Self.error(String(repeating: "a", count: 100_000)) == .malformedRule(line: 1, nil))
  }

  @Test func `a parsed exception rule removes all rules at and below its name`()
    throws
  {
    let tables = try SuffixTables(parsing: "*.b\ne.b\nx.e.b\n!e.b\n".utf8.span)
    for text in ["e.b", "x.e.b", "y.x.e.b"] {
      let name = try DomainName(text)
      #expect(name.bytes[tables.suffix(of: name).range].elementsEqual("b".utf8), "\(text)")
    }
    #expect(tables.suffix(of: try DomainName("y.d.b")).range == 2..<5)
  }

  @Test func `a truncated or damaged suffix list is parsed or rejected without a crash`() {
    let bytes = Array(Self.list.utf8)
    for index in bytes.indices {
      _ = Self.error(Array(bytes[..<index]))
      for byte in [0x00, 0x21, 0x2a, 0x2e, 0x0a, 0xff] as [UInt8] {
        var other = bytes
        other[index] = byte
        guard let tables = try? SuffixTables(parsing: other.span) else { continue }
        for name in ["city.kobe.jp", "x.lend.com"] {
          guard let name = try? DomainName(name) else { continue }
          _ = tables.suffix(of: name)
        }
      }
    }
  }
}
