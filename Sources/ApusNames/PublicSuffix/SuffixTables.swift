/// The two sections of a public suffix list: the ICANN section and the private section.
package struct SuffixTables: Sendable {
  /// The rules of domain registries, from the list's section of ICANN domains.
  let registries: SuffixRules
  /// The rules of private domain owners, from the list's section of private domains.
  let owners: SuffixRules

  /// The public suffix list that is compiled into the program.
  static var builtIn: SuffixTables {
    SuffixTables(registries: .registries, owners: .owners)
  }

  /// Returns the public suffix of a domain name, according to all rules of the list.
  func suffix(of name: DomainName) -> DomainName.PublicSuffix {
    let registry = registries.match(name.bytes.span)
    guard let owner = owners.match(name.bytes.span), owner.prevails(over: registry) else {
      return name.suffix(of: registry)
    }
    return DomainName.PublicSuffix(range: owner.start..<name.bytes.count, rule: .owner)
  }

  /// Returns the range of the registrable domain in the `bytes` of a domain name.
  ///
  /// The result is `nil` if the domain name itself is a public suffix.
  package func registrableRange(of name: DomainName) -> Range<Int>? {
    let suffix = suffix(of: name)
    guard !suffix.isWholeName else { return nil }
    let end = suffix.range.lowerBound - 1
    return DomainName.labelStart(in: name.bytes.span, endingAt: end)..<name.bytes.count
  }
}
