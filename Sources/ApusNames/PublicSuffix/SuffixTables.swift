/// The two sections of a public suffix list.
package struct SuffixTables: Sendable {
  /// The rules of registries, from the list's section of ICANN domains.
  let registries: SuffixRules
  /// The rules of owners of domains, from the list's section of private domains.
  let owners: SuffixRules

  /// The public suffix list that is part of the program.
  static var builtIn: SuffixTables {
    SuffixTables(registries: .registries, owners: .owners)
  }

  /// Returns the public suffix of a name, by all rules of the list.
  func suffix(of name: DomainName) -> DomainName.PublicSuffix {
    let registry = registries.match(name.bytes.span)
    guard let owner = owners.match(name.bytes.span), owner.prevails(over: registry) else {
      return name.suffix(of: registry)
    }
    return DomainName.PublicSuffix(range: owner.start..<name.bytes.count, rule: .owner)
  }

  /// Returns the range of the registrable domain in a name's `bytes`, which ends at their end.
  ///
  /// The range is `nil` if the name is a public suffix itself.
  package func registrableRange(of name: DomainName) -> Range<Int>? {
    let suffix = suffix(of: name)
    guard !suffix.isWholeName else { return nil }
    let end = suffix.range.lowerBound - 1
    return DomainName.labelStart(in: name.bytes.span, endingAt: end)..<name.bytes.count
  }
}
