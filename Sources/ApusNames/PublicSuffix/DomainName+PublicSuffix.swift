internal import ApusBytes

/// The properties of a name by the public suffix list. Only `registrableDomain` allocates memory.
///
/// The list's algorithm: of the rules that match, an exception prevails, or else the rule with the
/// most labels, or else `*`. A trailing dot changes nothing, and other scripts are matched as
/// A-labels.
extension DomainName {
  /// The public suffix of the name, by all rules of the list.
  ///
  /// It shows which names have one owner, for example for cookies: RFC 6265 section 5.3.
  public var publicSuffix: PublicSuffix { SuffixTables.builtIn.suffix(of: self) }

  /// The public suffix of the name, by the rules of registries alone.
  ///
  /// For certificates: a wildcard that spans all of a registry's names is refused, and one that
  /// spans the names which an owner lends, as in `*.github.io`, is not. The baseline requirements
  /// for certificates name this section of the list for that.
  public var registrySuffix: PublicSuffix {
    suffix(of: SuffixRules.registries.match(bytes.span))
  }

  /// A Boolean value that indicates whether the name is a public suffix.
  ///
  /// The names below a public suffix have different owners.
  public var isPublicSuffix: Bool { publicSuffix.isWholeName }

  /// The public suffix and the label before it: the domain of one owner, with all names below.
  ///
  /// It is nil if the name is a public suffix itself.
  public var registrableDomain: DomainName? {
    registrableRange.map { DomainName(tailOf: self, from: $0.lowerBound) }
  }

  /// The range of the registrable domain in `bytes`, up to their end.
  public var registrableRange: Range<Int>? { SuffixTables.builtIn.registrableRange(of: self) }

  /// Returns whether two names have one registrable domain, or are the same.
  ///
  /// A host may set a cookie for the domains above it that belong to its site. A check for a public
  /// suffix alone would let `a.b.kobe.jp` set one for `kobe.jp`, which is not a public suffix, but
  /// names below it are.
  public func isSameSite(as other: DomainName) -> Bool {
    guard let range = registrableRange, let otherRange = other.registrableRange else {
      return self == other
    }
    // Canonical bytes have one case.
    return ASCII.equalsIgnoringCase(
      bytes.span.extracting(range), other.bytes.span.extracting(otherRange))
  }

  func suffix(of match: SuffixRules.Match?) -> PublicSuffix {
    if let match { return suffix(match.start, .registry) }
    return suffix(Self.labelStart(in: bytes.span, endingAt: bytes.count), .implicit)
  }

  private func suffix(_ start: Int, _ rule: PublicSuffix.Rule) -> PublicSuffix {
    PublicSuffix(range: start..<bytes.count, rule: rule)
  }

  /// The start of the label that ends at a place.
  static func labelStart(in name: Span<UInt8>, endingAt end: Int) -> Int {
    var start = end
    while start > 0, name[start - 1] != 0x2e { start -= 1 }
    return start
  }
}

/// The properties of a host by the public suffix list; the list has no owners of addresses.
extension CanonicalHost {
  /// The public suffix of a name, or nil for an address.
  public var publicSuffix: DomainName.PublicSuffix? {
    if case .name(let name) = self { name.publicSuffix } else { nil }
  }

  /// The registrable domain of a name, or nil for a public suffix and for an address.
  public var registrableDomain: DomainName? {
    if case .name(let name) = self { name.registrableDomain } else { nil }
  }

  /// Returns whether two names have one registrable domain, or two hosts are the same.
  public func isSameSite(as other: CanonicalHost) -> Bool {
    if case .name(let name) = self, case .name(let otherName) = other {
      return name.isSameSite(as: otherName)
    }
    return self == other
  }
}
