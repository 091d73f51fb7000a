/// What the public suffix list says of a host: an address has no owner that a list could know.
extension CanonicalHost {
  /// The public suffix of a name, or nil for an address.
  public var publicSuffix: DomainName.PublicSuffix? {
    if case .name(let name) = self { name.publicSuffix } else { nil }
  }

  /// The registrable domain of a name, or nil for a public suffix and for an address.
  public var registrableDomain: DomainName? {
    if case .name(let name) = self { name.registrableDomain } else { nil }
  }

  /// Whether two names have one registrable domain, or two hosts are the same.
  public func isSameSite(as other: CanonicalHost) -> Bool {
    if case .name(let name) = self, case .name(let otherName) = other {
      return name.isSameSite(as: otherName)
    }
    return self == other
  }
}
