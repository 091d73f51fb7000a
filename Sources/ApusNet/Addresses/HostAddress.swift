public import ApusNames

/// An IP address of a host, without a port.
public enum HostAddress: Hashable, Sendable {
  /// An IPv4 address.
  case ipv4(IPv4Address)
  /// An IPv6 address; the zone is the number of an interface, or 0 for none.
  case ipv6(IPv6Address, zone: UInt32 = 0)

  /// Returns the address with a port.
  public func socketAddress(port: UInt16) -> SocketAddress {
    switch self {
    case .ipv4(let address): .ipv4(address, port: port)
    case .ipv6(let address, let zone): .ipv6(address, port: port, zone: zone)
    }
  }
}
