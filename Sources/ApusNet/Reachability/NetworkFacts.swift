/// A consistent snapshot of the kernel's routes to a target.
///
/// The snapshot determines the reachability status completely.
struct NetworkFacts: Equatable, Sendable {
  /// The routes of packets to the target. A target with several addresses can have several routes.
  var routes: [NetworkRoute] = []
  /// The network interfaces of the routes, by the interface numbers.
  var links: [UInt32: NetworkLink] = [:]
  /// The machine's own addresses. The array is empty if the routes specify the source address of
  /// packets.
  var addresses: [LocalAddress] = []

  /// The reachability of a target with the network interface of its route.
  struct Way: Equatable, Sendable {
    let status: Reachability.Status
    /// The name of the network interface. The value is `nil` if the target is unreachable.
    var interface: String?
  }

  /// The best route to the target. A route over an interface that is not cellular takes precedence.
  /// Otherwise the first route is the best.
  var way: Way {
    let links = routes.flatMap { route -> [NetworkLink] in
      guard route.leadsOn, hasSource(route) else { return [] }
      return route.links.compactMap { self.links[$0] }.filter(\.isUp)
    }
    guard let link = links.first(where: { $0.kind != .cellular }) ?? links.first else {
      return Way(status: .notReachable)
    }
    return Way(
      status: link.kind == .cellular ? .viaCellular : .viaLocal,
      interface: String(decoding: link.name, as: UTF8.self))
  }

  /// Returns whether the machine has a valid source address for packets on a route.
  private func hasSource(_ route: NetworkRoute) -> Bool {
    if let source = route.source {
      return !source.isOfOneLink || route.target?.isOfOneLink == true
    }
    return addresses.contains { address in
      switch (address.address, route.family) {
      case (.ipv4, .ipv4), (.ipv6, .ipv6): address.isSource
      case (.ipv4, .ipv6), (.ipv6, .ipv4): false
      }
    }
  }
}
