import Testing

@testable import ApusNames

/// The search, in rules made for it and in the tables of the program.
@Suite struct SuffixRulesTests {
  enum Table { case registries, owners }

  private static let rules = SuffixRules(
    text: """
      a
      a a
      a a-
      a b c d
      a-b
      a-b c
      ab
      b *
      b c d
      b e!
      d *
      d e *

      """)

  static let matches: [(name: String, suffix: String?)] = [
    ("a", "a"), ("x.a", "a"), ("aa", nil), ("", nil),
    ("a-b", "a-b"), ("x.a-b", "a-b"), ("c.a-b", "c.a-b"), ("x.c.a-b", "c.a-b"), ("a-", nil),
    ("a.a", "a.a"), ("a.a.a", "a.a"), ("aa.a", "a"),
    ("b.a", "a"), ("c.b.a", "a"), ("d.c.b.a", "d.c.b.a"), ("x.d.c.b.a", "d.c.b.a"),
    ("x.c.b.a", "a"), ("ab", "ab"), ("abc", nil),
    ("b", nil), ("x.b", "x.b"), ("y.x.b", "x.b"), ("c.b", "c.b"), ("d.c.b", "d.c.b"),
    ("e.b", "b"), ("x.e.b", "b"), ("ee.b", "ee.b"),
    ("x.d", "x.d"), ("e.d", "e.d"), ("x.e.d", "x.e.d"), ("y.x.e.d", "x.e.d"),
    ("e", nil), ("x.e", nil), ("0", nil), ("zzz", nil),
  ]

  @Test(arguments: matches)
  func `the longest matching suffix rule wins, unless an exception rule matches`(
    name: String, suffix: String?
  ) {
    #expect(Self.suffix(of: name, in: Self.rules) == suffix)
  }

  @Test func `the match of a suffix rule reports whether the rule is an exception`() {
    let exception = Self.rules.match(Array("x.e.b".utf8).span)
    let wildcard = Self.rules.match(Array("x.b".utf8).span)
    #expect(exception?.isException == true && wildcard?.isException == false)
  }

  @Test func `an exception rule wins over any rule, and otherwise the rule with more labels`() {
    let exception = SuffixRules.Match(start: 4, isException: true)
    let long = SuffixRules.Match(start: 2, isException: false)
    let short = SuffixRules.Match(start: 6, isException: false)
    #expect(exception.prevails(over: long) && exception.prevails(over: nil))
    #expect(long.prevails(over: short) && long.prevails(over: nil))
    #expect(!long.prevails(over: exception) && !short.prevails(over: long))
    #expect(!short.prevails(over: short))
  }

  @Test func `an empty list of suffix rules matches no domain name`() {
    #expect(Self.suffix(of: "a.b", in: SuffixRules(text: "")) == nil)
  }

  /// By name, because an argument is printed.
  @Test(arguments: [Table.registries, .owners])
  func `every line of the compiled suffix tables is well-formed and sorted`(table: Table) {
    let rules = table == .registries ? SuffixRules.registries : SuffixRules.owners
    let bytes = Array(rules.text.utf8)
    #expect(bytes.last == 0x0a)
    let lines = bytes.dropLast().split(separator: 0x0a, omittingEmptySubsequences: false)
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(line.lexicographicallyPrecedes(next), "\(String(decoding: next, as: UTF8.self))")
    }
    for line in lines {
      #expect(Self.isRule(line), "\(String(decoding: line, as: UTF8.self))")
    }
  }

  @Test func `the two compiled suffix tables together have less than 200 KB`() {
    let count = SuffixRules.registries.text.utf8.count + SuffixRules.owners.text.utf8.count
    #expect((100_000..<200_000).contains(count))
  }

  /// A wildcard is the last label and not the first, and an exception is two labels or more.
  private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
    let isException = line.last == 0x21
    var labels = (isException ? line.dropLast() : line)
      .split(separator: 0x20, omittingEmptySubsequences: false)
    if !isException, labels.last == [0x2a] { labels.removeLast() }
    guard !labels.isEmpty, !isException || labels.count > 1 else { return false }
    return labels.allSatisfy { label in
      !label.isEmpty && label.allSatisfy { $0 >= 0x2d && DomainName.canonical.contains($0) }
    }
  }

  private static func suffix(of name: String, in rules: SuffixRules) -> String? {
    let bytes = Array(name.utf8)
    return rules.match(bytes.span).map { String(decoding: bytes[$0.start...], as: UTF8.self) }
  }
}
