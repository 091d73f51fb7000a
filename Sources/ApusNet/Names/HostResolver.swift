public import ApusNames

/// Finds the addresses of a name; a caller's own stands where the system's does.
public protocol HostResolver: Sendable {
  /// What a look-up ends with: the addresses, the best one first.
  ///
  /// There are none if there is no such name, or it has none.
  typealias Answer = Result<[HostAddress], NetError>

  /// Begins to look a name up, and returns what gives that up.
  ///
  /// `end` is called once, on any thread. Where the look-up was given up, it need not be.
  func lookUp(
    _ name: DomainName, _ end: @escaping @Sendable (Answer) -> Void
  ) throws(NetError) -> @Sendable () -> Void
}

/// An address that a name stands for, without a port.
public enum HostAddress: Hashable, Sendable {
  /// An IPv4 address.
  case ipv4(IPv4Address)
  /// An IPv6 address; the zone is the number of an interface, 0 for none.
  case ipv6(IPv6Address, zone: UInt32 = 0)

  /// The address with a port, as it is dialled.
  public func socketAddress(port: UInt16) -> SocketAddress {
    switch self {
    case .ipv4(let address): .ipv4(address, port: port)
    case .ipv6(let address, let zone): .ipv6(address, port: port, zone: zone)
    }
  }
}

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
