/// Both sections of a public suffix list.
package struct SuffixTables: Sendable {
  /// The rules of registries: the section of ICANN domains.
  let registries: SuffixRules
  /// The rules of owners of domains: the section of private domains.
  let owners: SuffixRules

  /// The list that is part of the program.
  static var builtIn: SuffixTables {
    SuffixTables(registries: .registries, owners: .owners)
  }

  /// Returns the public suffix of a name, by all rules.
  func suffix(of name: DomainName) -> DomainName.PublicSuffix {
    let registry = registries.match(name.bytes.span)
    guard let owner = owners.match(name.bytes.span), owner.prevails(over: registry) else {
      return name.suffix(of: registry)
    }
    return DomainName.PublicSuffix(range: owner.start..<name.bytes.count, rule: .owner)
  }

  /// Returns the place of the registrable domain in a name's `bytes`, up to their end.
  ///
  /// It is nil if the name is a public suffix itself.
  package func registrableRange(of name: DomainName) -> Range<Int>? {
    let suffix = suffix(of: name)
    guard !suffix.isWholeName else { return nil }
    let end = suffix.range.lowerBound - 1
    return DomainName.labelStart(in: name.bytes.span, endingAt: end)..<name.bytes.count
  }
}
