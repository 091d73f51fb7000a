import ApusNames
import Testing

@testable import ApusNet

/// The status that follows from facts.
struct NetworkFactsTests {
  private static let four = HostAddress.ipv4(IPv4Address(192, 0, 2, 7))
  private static let six = HostAddress.ipv6(IPv6Address(value: 0x2001_0db8 << 96 | 9))
  private static let onLink = HostAddress.ipv6(IPv6Address(value: 0xfe80 << 112 | 1))

  private func route(
    _ link: UInt32, from source: HostAddress?, to target: HostAddress? = nil, kind: UInt8 = 1,
    family: NetworkRoute.Family = .ipv4
  ) -> NetworkRoute {
    var route = NetworkRoute(family: family, prefixLength: 0, kind: kind)
    route.links = [link]
    route.source = source
    route.target = target
    return route
  }

  private func link(
    _ index: UInt32, _ name: String, flags: NetworkLink.Flags = [.up, .running],
    deviceType: String = ""
  ) -> NetworkLink {
    var link = NetworkLink(index: index, hardware: 1, flags: flags)
    link.name = Array(name.utf8)
    link.deviceType = Array(deviceType.utf8)
    return link
  }

  private func status(_ routes: [NetworkRoute], _ links: [NetworkLink]) -> Reachability.Status {
    let links = Dictionary(uniqueKeysWithValues: links.map { ($0.index, $0) })
    return NetworkFacts(routes: routes, links: links).way.status
  }

  @Test func `a target with a route, an enabled interface and a source is reachable`() {
    let (wire, modem) = (link(2, "eth0"), link(3, "wwan0", deviceType: "wwan"))
    let way = route(2, from: Self.four)
    #expect(status([way], [wire]) == .viaLocal)
    #expect(status([route(3, from: Self.four)], [modem]) == .viaCellular)
    #expect(status([], [wire]) == .notReachable)
    #expect(status([way], []) == .notReachable)
    #expect(status([way], [link(2, "eth0", flags: .up)]) == .notReachable)
    #expect(status([way], [link(2, "eth0", flags: .running)]) == .notReachable)
    #expect(status([route(2, from: nil)], [wire]) == .notReachable)
    for kind: UInt8 in [0, 6, 7, 8, 9, 255] {
      #expect(status([route(2, from: Self.four, kind: kind)], [wire]) == .notReachable)
    }
    for kind: UInt8 in 1...5 {
      #expect(status([route(2, from: Self.four, kind: kind)], [wire]) == .viaLocal)
    }
    // The best of several ways.
    #expect(status([route(3, from: Self.four), way], [wire, modem]) == .viaLocal)
    #expect(status([route(3, from: Self.four), way], [modem]) == .viaCellular)
    let facts = NetworkFacts(routes: [way], links: [2: wire])
    #expect(facts.way == NetworkFacts.Way(status: .viaLocal, interface: "eth0"))
  }

  @Test func `a link-local address is not a valid source for other networks`() {
    let wire = link(2, "eth0")
    func ipv6(to target: HostAddress, from source: HostAddress) -> NetworkRoute {
      route(2, from: source, to: target, family: .ipv6)
    }
    #expect(status([ipv6(to: Self.six, from: Self.six)], [wire]) == .viaLocal)
    #expect(status([ipv6(to: Self.onLink, from: Self.onLink)], [wire]) == .viaLocal)
    #expect(status([ipv6(to: Self.six, from: Self.onLink)], [wire]) == .notReachable)
  }

  @Test func `a default route without a source needs an own address of the same family`() {
    func status(
      _ family: NetworkRoute.Family, _ address: HostAddress, scope: UInt8, flags: UInt32 = 0
    ) -> Reachability.Status {
      NetworkFacts(
        routes: [route(2, from: nil, family: family)], links: [2: link(2, "eth0")],
        addresses: [LocalAddress(link: 2, address: address, scope: scope, flags: flags)]
      ).way.status
    }
    #expect(status(.ipv4, Self.four, scope: 0) == .viaLocal)
    #expect(status(.ipv4, Self.four, scope: 254) == .notReachable)
    #expect(status(.ipv4, Self.six, scope: 0) == .notReachable)
    #expect(status(.ipv6, Self.six, scope: 0) == .viaLocal)
    #expect(status(.ipv6, Self.six, scope: 0, flags: 0x40) == .notReachable)
    #expect(status(.ipv6, Self.six, scope: 0, flags: 0x08) == .notReachable)
    #expect(status(.ipv6, Self.onLink, scope: 253) == .notReachable)
  }

  @Test func `only standard default routes with the lowest priority number count`() {
    func route(
      _ family: NetworkRoute.Family, _ link: UInt32, priority: UInt32, table: UInt32 = 254,
      bits: UInt8 = 0
    ) -> NetworkRoute {
      var route = NetworkRoute(family: family, prefixLength: bits, table: table)
      route.priority = priority
      route.links = [link]
      return route
    }
    let routes = [
      route(.ipv4, 1, priority: 100), route(.ipv4, 2, priority: 50), route(.ipv4, 3, priority: 50),
      route(.ipv6, 4, priority: 1024), route(.ipv4, 5, priority: 0, table: 51_820),
      route(.ipv4, 6, priority: 0, bits: 1), route(.ipv4, 7, priority: 60, table: 253),
    ]
    #expect(NetworkRoute.defaults(among: routes).flatMap(\.links) == [2, 3, 4])
    #expect(NetworkRoute.defaults(among: []).isEmpty)
  }

  @Test(arguments: [
    (772, 0x49, "", "", LinkKind.loopback), (1, 0x49, "", "", .loopback),
    (1, 0x41, "", "", .ethernet), (1, 0x41, "veth", "", .ethernet),
    (1, 0x41, "", "wlan", .wireless), (801, 0x41, "", "", .wireless),
    (803, 0x41, "", "", .wireless), (1, 0x41, "", "wwan", .cellular),
    (519, 0x41, "", "", .cellular), (0xfffe, 0x41, "wwan", "", .cellular),
    (1, 0x41, "rmnet", "", .cellular), (820, 0x41, "", "", .cellular),
    (0xfffe, 0x51, "wireguard", "", .tunnel), (768, 0x51, "ipip", "", .tunnel),
    (776, 0x51, "sit", "", .tunnel), (512, 0x51, "ppp", "", .tunnel),
    (778, 0x51, "gre", "", .tunnel), (24, 0x41, "", "", .other), (65_535, 0, "x", "y", .other),
  ])
  func `driver, device type and hardware type determine the interface kind`(
    _ hardware: UInt16, _ flags: UInt32, _ driver: String, _ deviceType: String, _ kind: LinkKind
  ) {
    #expect(
      LinkKind(
        hardware: hardware, flags: NetworkLink.Flags(rawValue: flags), driver: Array(driver.utf8),
        deviceType: Array(deviceType.utf8)) == kind)
  }
}
