internal import ApusNames

/// An IP address that a connection can reach, directly or through an embedded IPv4 address.
enum EgressTarget: Equatable {
  case ipv4(IPv4Address)
  case ipv6(IPv6Address)

  /// Returns the IP address itself and the IPv4 addresses that it embeds. The array is empty for a
  /// socket path.
  ///
  /// Translators (NAT64) and tunnels forward packets to the embedded IPv4 address. A dual-stack
  /// socket connects to an IPv4-mapped address directly.
  static func all(of address: SocketAddress) -> [EgressTarget] {
    switch address {
    case .ipv4(let address, _): [.ipv4(address)]
    case .ipv6(let address, _, _): [.ipv6(address)] + embedded(in: address).map { .ipv4($0) }
    case .unix: []
    }
  }

  /// Returns the addresses to compare with denied blocks: the result of `all(of:)`, and the
  /// loopback address for an alias of this machine.
  ///
  /// Linux connects 0.0.0.0 and `::` to this machine. The rest of 0.0.0.0/8 is "this network" and
  /// is not routed. RFC 1122 section 3.2.1.3.
  static func denied(of address: SocketAddress) -> [EgressTarget] {
    var targets = all(of: address)
    if case .ipv6(let address, _, _) = address {
      if address.value == 0 { targets.append(.ipv6(IPv6Address(value: 1))) }
    }
    let meansLoopback = targets.contains { target in thisNetwork.contains { target.isIn($0) } }
    if meansLoopback { targets.append(.ipv4(IPv4Address(127, 0, 0, 1))) }
    return targets
  }

  func isIn(_ block: AddressBlock) -> Bool {
    switch self {
    case .ipv4(let address): block.contains(address)
    case .ipv6(let address): block.contains(address)
    }
  }

  /// A Boolean value that indicates whether the address is on the public internet.
  ///
  /// The public IPv6 internet is the block 2000::/3 without its special-purpose blocks. If an IPv6
  /// address only carries an embedded IPv4 address, only the IPv4 address is checked.
  var isPublic: Bool {
    switch self {
    case .ipv4(let address): !Self.specialIPv4.contains { $0.contains(address) }
    case .ipv6(let address):
      Self.carriers.contains { $0.contains(address) }
        || Self.globalIPv6.contains { $0.contains(address) }
          && !Self.specialIPv6.contains { $0.contains(address) }
    }
  }

  /// Returns the IPv4 addresses that an IPv6 address embeds.
  ///
  /// IPv4-mapped and IPv4-compatible: RFC 4291 section 2.5.5. NAT64: RFC 6052 section 2.1, and with
  /// a network-specific prefix RFC 8215 section 4. 6to4: RFC 3056 section 2. Teredo, with its
  /// server and, inverted, its client: RFC 4380 section 4.
  private static func embedded(in address: IPv6Address) -> [IPv4Address] {
    func part(_ shift: Int) -> IPv4Address {
      IPv4Address(value: UInt32(truncatingIfNeeded: address.value >> shift))
    }
    let isIn = { (blocks: [AddressBlock]) in blocks.contains { $0.contains(address) } }
    if isIn(carriers) { return [part(0)] }
    if isIn(localTranslation) { return translated(in: address) }
    // The addresses `::` and `::1` embed no IPv4 address.
    if isIn(compatible) { return address.value == 1 ? [] : [part(0)] }
    if isIn(sixToFour) { return [part(80)] }
    if isIn(teredo) { return [part(64), IPv4Address(value: ~part(0).value)] }
    return []
  }

  /// Returns the IPv4 addresses that a NAT64 translator may read from an address in 64:ff9b:1::/48.
  /// The prefix length may be 48, 56, 64 or 96 bits, and bits 64 to 71 are skipped.
  ///
  /// A result that begins with zero is ignored, because 0.0.0.0/8 is not a valid destination. RFC
  /// 8215 section 4 and RFC 6052 section 2.2.
  private static func translated(in address: IPv6Address) -> [IPv4Address] {
    let octets = (0..<16).map { UInt8(truncatingIfNeeded: address.value >> (120 - 8 * $0)) }
    let forms = [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], [12, 13, 14, 15]]
    return forms.filter { octets[$0[0]] != 0 }.map {
      IPv4Address(octets[$0[0]], octets[$0[1]], octets[$0[2]], octets[$0[3]])
    }
  }

  private static func blocks(_ texts: String...) -> [AddressBlock] {
    texts.compactMap { AddressBlock($0) }
  }

  /// The blocks of IPv4-mapped and NAT64 addresses, which reach only the embedded IPv4 address.
  private static let carriers = blocks("::ffff:0:0/96", "64:ff9b::/96")
  /// The NAT64 prefix for address translation within a private network.
  private static let localTranslation = blocks("64:ff9b:1::/48")
  private static let thisNetwork = blocks("0.0.0.0/8")
  private static let compatible = blocks("::/96")
  private static let sixToFour = blocks("2002::/16")
  private static let teredo = blocks("2001::/32")

  /// The special-purpose IPv4 blocks of IANA's registry, and the multicast block.
  ///
  /// RFC 6890 section 2.2.2, and the registry as of 2025.
  static let specialIPv4 = blocks(
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4")

  static let globalIPv6 = blocks("2000::/3")

  /// The special-purpose IPv6 blocks of IANA's registry within 2000::/3.
  ///
  /// RFC 6890 section 2.2.3, and the registry as of 2025.
  static let specialIPv6 = blocks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
}
