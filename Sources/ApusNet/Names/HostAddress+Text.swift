internal import ApusNames

extension HostAddress {
  /// Reads an address as it stands outside of URIs, with an interface behind its `%`.
  ///
  /// Nil for anything else, and for an interface that this machine does not have.
  public init?(_ text: String) {
    guard let found = try? CanonicalHost.parseAddress(Array(text.utf8).span) else { return nil }
    switch (found.host, found.zone) {
    case (.ipv4(let address), nil): self = .ipv4(address)
    case (.ipv6(let address), nil): self = .ipv6(address)
    case (.ipv6(let address), let zone?):
      guard let number = try? SystemResolver.interface(zone) else { return nil }
      self = .ipv6(address, zone: number)
    case (.ipv4, _?), (.name, _): return nil
    }
  }
}
