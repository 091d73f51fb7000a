public import ApusNames

/// An address that a name stands for, without a port.
public enum HostAddress: Hashable, Sendable {
  /// An IPv4 address.
  case ipv4(IPv4Address)
  /// An IPv6 address; the zone is the number of an interface, 0 for none.
  case ipv6(IPv6Address, zone: UInt32 = 0)

  /// Returns the address with a port, as it is dialled.
  public func socketAddress(port: UInt16) -> SocketAddress {
    switch self {
    case .ipv4(let address): .ipv4(address, port: port)
    case .ipv6(let address, let zone): .ipv6(address, port: port, zone: zone)
    }
  }
}
