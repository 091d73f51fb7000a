internal import ApusNames

/// One of the addresses that a dialled address stands for.
enum EgressTarget: Equatable {
  case ipv4(IPv4Address)
  case ipv6(IPv6Address)

  /// The address itself and the IPv4 addresses inside of it; none for a path.
  ///
  /// What translates or tunnels takes the packet to the address inside, and a socket of both
  /// families dials it at once.
  static func all(of address: SocketAddress) -> [EgressTarget] {
    switch address {
    case .ipv4(let address, _): [.ipv4(address)]
    case .ipv6(let address, _, _): [.ipv6(address)] + embedded(in: address).map { .ipv4($0) }
    case .unix: []
    }
  }

  func isIn(_ block: AddressBlock) -> Bool {
    switch self {
    case .ipv4(let address): block.contains(address)
    case .ipv6(let address): block.contains(address)
    }
  }

  /// Whether the address is one of the public internet.
  ///
  /// Of IPv6 that is what IANA gives out, 2000::/3, without what it sets apart; an address that
  /// carries an IPv4 one and leads nowhere else is judged by that alone.
  var isPublic: Bool {
    switch self {
    case .ipv4(let address): !Self.specialIPv4.contains { $0.contains(address) }
    case .ipv6(let address):
      Self.carriers.contains { $0.contains(address) }
        || Self.globalIPv6.contains { $0.contains(address) }
          && !Self.specialIPv6.contains { $0.contains(address) }
    }
  }

  /// The IPv4 addresses inside of an IPv6 address.
  ///
  /// IPv4-mapped and IPv4-compatible: RFC 4291 section 2.5.5. NAT64: RFC 6052 section 2.1.
  /// 6to4: RFC 3056 section 2. Teredo, with its server and, inverted, its client: RFC 4380
  /// section 4.
  private static func embedded(in address: IPv6Address) -> [IPv4Address] {
    func part(_ shift: Int) -> IPv4Address {
      IPv4Address(value: UInt32(truncatingIfNeeded: address.value >> shift))
    }
    let isIn = { (blocks: [AddressBlock]) in blocks.contains { $0.contains(address) } }
    if isIn(carriers) || isIn(compatible) { return [part(0)] }
    if isIn(sixToFour) { return [part(80)] }
    if isIn(teredo) { return [part(64), IPv4Address(value: ~part(0).value)] }
    return []
  }

  private static func blocks(_ texts: String...) -> [AddressBlock] {
    texts.compactMap { AddressBlock($0) }
  }

  /// IPv4-mapped addresses and those of NAT64, which lead to the IPv4 address inside.
  private static let carriers = blocks("::ffff:0:0/96", "64:ff9b::/96")
  private static let compatible = blocks("::/96")
  private static let sixToFour = blocks("2002::/16")
  private static let teredo = blocks("2001::/32")

  /// What IANA's registry of special-purpose addresses sets apart, and multicast.
  ///
  /// RFC 6890 section 2.2.2, and the registry as of 2025.
  static let specialIPv4 = blocks(
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4")

  static let globalIPv6 = blocks("2000::/3")

  /// RFC 6890 section 2.2.3, and the registry as of 2025.
  static let specialIPv6 = blocks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
}
