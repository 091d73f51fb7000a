internal import ApusBytes

/// The parser of a public suffix list at run time.
///
///     list      = *( line LF )
///     line      = comment / rule / *WSP
///     comment   = "//" *OCTET
///     rule      = [ "*." / "!" ] name [ WSP *OCTET ]
///
/// Two comments enclose each section, as in `// ===BEGIN ICANN DOMAINS===`. A rule outside of both
/// sections counts as a rule of an owner. <https://github.com/publicsuffix/list/wiki/Format>
///
/// The name of a rule is parsed like any domain name: RFC 1123 section 2.1, after UTS 46.
extension SuffixTables {
  /// The maximum number of bytes of a list. The current list has a third of a megabyte.
  package static let byteLimit = 4 << 20
  /// The maximum number of rules of a list. The current list has ten thousand rules.
  package static let ruleLimit = 100_000

  private enum Section {
    case registries, owners
  }

  /// Parses a public suffix list. An invalid line makes the whole list invalid.
  ///
  /// The list must contain the end of each section, because a truncated list would treat different
  /// owners as one owner.
  package init(parsing list: Span<UInt8>) throws(DomainName.PublicSuffix.ListError) {
    guard list.count <= Self.byteLimit else {
      throw .tooLong(byteCount: list.count, limit: Self.byteLimit)
    }
    var (registries, owners): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    var section: Section?
    var (start, number) = (0, 0)
    while start < list.count {
      var end = start
      while end < list.count, list[end] != 0x0a { end += 1 }
      let line = list.extracting(start..<end)
      (start, number) = (end + 1, number + 1)
      if line.count > 1, line[0] == 0x2f, line[1] == 0x2f {
        try Self.turn(&section, line, number)
        continue
      }
      guard let rule = try Self.rule(line, number) else { continue }
      if section == .registries { registries.insert(rule) } else { owners.insert(rule) }
      guard registries.count + owners.count <= Self.ruleLimit else {
        throw .tooManyRules(limit: Self.ruleLimit)
      }
    }
    guard section == nil else { throw .unendedSection }
    guard !registries.isEmpty || !owners.isEmpty else { throw .noRules }
    self.init(registries: SuffixRules(lines: registries), owners: SuffixRules(lines: owners))
  }

  /// Changes the current section at a comment that marks the start or the end of a section.
  private static func turn(
    _ section: inout Section?, _ line: Span<UInt8>, _ number: Int
  ) throws(DomainName.PublicSuffix.ListError) {
    guard line.count < 64, line.count > 6 else { return }
    var text = (0..<line.count).map { line[$0] }
    while text.last == 0x0d || text.last == 0x20 { text.removeLast() }
    for (name, place) in [("ICANN", Section.registries), ("PRIVATE", .owners)] {
      if text.elementsEqual("// ===BEGIN \(name) DOMAINS===".utf8) {
        guard section == nil else { throw .misplacedSection(line: number) }
        section = place
      } else if text.elementsEqual("// ===END \(name) DOMAINS===".utf8) {
        guard section == place else { throw .misplacedSection(line: number) }
        section = nil
      }
    }
  }

  /// Returns the rule of a list line with reversed labels, as in the compiled tables. Returns `nil`
  /// for an empty line.
  private static func rule(
    _ line: Span<UInt8>, _ number: Int
  ) throws(DomainName.PublicSuffix.ListError) -> [UInt8]? {
    // The limit is the maximum length of a name plus the two characters `*.`.
    let limit = DomainName.textLimit + 2
    var text: [UInt8] = []
    for index in line.indices {
      if [0x20, 0x09, 0x0d].contains(line[index]) { break }
      guard text.count < limit else { throw .malformedRule(line: number, nil) }
      text.append(line[index])
    }
    guard !text.isEmpty else { return nil }
    let isException = text.first == 0x21
    let isWildcard = text.starts(with: "*.".utf8)
    let name: DomainName
    do throws(NameError) {
      name = try DomainName(text.span.extracting((isException ? 1 : isWildcard ? 2 : 0)...))
    } catch {
      throw .malformedRule(line: number, error)
    }
    let labels = name.labels.reversed().map { name.bytes[$0] }
    // An exception rule must have at least two labels, because its suffix is the part after the
    // first label.
    guard !name.hasTrailingDot, !isException || labels.count > 1 else {
      throw .malformedRule(line: number, nil)
    }
    var rule = Array(labels.joined(separator: [0x20]))
    if isWildcard { rule += " *".utf8 }
    if isException { rule.append(0x21) }
    return rule
  }
}

extension SuffixRules {
  /// Creates sorted suffix rules from unsorted lines without line ends.
  fileprivate init(lines: Set<[UInt8]>) {
    // An exception has priority over all rules at and below its name, so those rules are removed.
    let exceptions = Set(lines.lazy.filter { $0.last == 0x21 }.map { $0.dropLast() })
    let kept = lines.filter { line in
      guard !exceptions.isEmpty, line.last != 0x21 else { return true }
      if exceptions.contains(line[...]) { return false }
      return !line.indices.contains { line[$0] == 0x20 && exceptions.contains(line[..<$0]) }
    }
    let sorted = kept.sorted { $0.lexicographicallyPrecedes($1) }
    let bytes = Array(sorted.map { $0 + [0x0a] }.joined())
    self.init(text: String(decoding: bytes, as: UTF8.self))
  }
}
