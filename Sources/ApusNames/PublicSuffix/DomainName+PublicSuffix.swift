internal import ApusBytes

/// The public suffix and the registrable domain of a domain name, according to the public suffix
/// list. Only `registrableDomain` allocates memory.
///
/// If several rules match, an exception rule has priority over all other rules. Otherwise the rule
/// with the most labels has priority. The rule `*` applies if no rule matches. A trailing dot is
/// ignored, and labels in other scripts are matched as A-labels.
extension DomainName {
  /// The public suffix of the domain name, according to all rules of the public suffix list.
  ///
  /// The public suffix separates names of different owners, for example for cookies: RFC 6265
  /// section 5.3.
  public var publicSuffix: PublicSuffix { SuffixTables.builtIn.suffix(of: self) }

  /// The public suffix of the domain name, according only to the ICANN section of the public suffix
  /// list.
  ///
  /// Certificate verification rejects a wildcard that covers all names of a registry, such as
  /// `*.co.uk`. A wildcard below a private suffix, such as `*.github.io`, is allowed. The baseline
  /// requirements for certificates refer to the ICANN section for this check.
  public var registrySuffix: PublicSuffix {
    suffix(of: SuffixRules.registries.match(bytes.span))
  }

  /// A Boolean value that indicates whether the name is a public suffix.
  ///
  /// The names below a public suffix have different owners.
  public var isPublicSuffix: Bool { publicSuffix.isWholeName }

  /// The public suffix of the name and the label before the suffix, or `nil` if the name is a
  /// public suffix.
  ///
  /// The registrable domain is the domain of one owner, together with all names below the domain.
  public var registrableDomain: DomainName? {
    registrableRange.map { DomainName(tailOf: self, from: $0.lowerBound) }
  }

  /// The range of the registrable domain in `bytes`, which ends at the end of `bytes`.
  public var registrableRange: Range<Int>? { SuffixTables.builtIn.registrableRange(of: self) }

  /// Returns whether two names are equal or have the same registrable domain.
  ///
  /// A host may set a cookie for its parent domains that belong to the same site. A check for a
  /// public suffix alone would let `a.b.kobe.jp` set a cookie for `kobe.jp`. That domain is not a
  /// public suffix, but names below it are.
  public func isSameSite(as other: DomainName) -> Bool {
    guard let range = registrableRange, let otherRange = other.registrableRange else {
      return self == other
    }
    // The canonical bytes of a domain name are in lower case.
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

  /// Returns the start of the label that ends at a byte position of a domain name.
  static func labelStart(in name: Span<UInt8>, endingAt end: Int) -> Int {
    var start = end
    while start > 0, name[start - 1] != 0x2e { start -= 1 }
    return start
  }
}

/// The public suffix and the registrable domain of a host. An IP address has neither.
extension CanonicalHost {
  /// The public suffix of a host name, or `nil` for an IP address.
  public var publicSuffix: DomainName.PublicSuffix? {
    if case .name(let name) = self { name.publicSuffix } else { nil }
  }

  /// The registrable domain of a host name, or `nil` for a public suffix and for an IP address.
  public var registrableDomain: DomainName? {
    if case .name(let name) = self { name.registrableDomain } else { nil }
  }

  /// Returns whether two hosts are equal or two host names have the same registrable domain.
  public func isSameSite(as other: CanonicalHost) -> Bool {
    if case .name(let name) = self, case .name(let otherName) = other {
      return name.isSameSite(as: otherName)
    }
    return self == other
  }
}
