public import ApusNames

/// An IP address of a host, without a port.
public enum HostAddress: Hashable, Sendable {
  /// An IPv4 address of a host.
  case ipv4(IPv4Address)
  /// An IPv6 address with a zone: the number of a network interface, or 0 for no zone.
  case ipv6(IPv6Address, zone: UInt32 = 0)

  /// Returns the socket address with this IP address and a port.
  public func socketAddress(port: UInt16) -> SocketAddress {
    switch self {
    case .ipv4(let address): .ipv4(address, port: port)
    case .ipv6(let address, let zone): .ipv6(address, port: port, zone: zone)
    }
  }
}
