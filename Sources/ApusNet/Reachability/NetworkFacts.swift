/// A consistent snapshot of the kernel's routes to a target.
///
/// The snapshot is a pure value, and reachability depends only on its facts.
struct NetworkFacts: Equatable, Sendable {
  /// The routes of packets to the target. A target with several addresses and the default route can
  /// have several routes.
  var routes: [NetworkRoute] = []
  /// The interfaces of the routes, by their numbers.
  var links: [UInt32: NetworkLink] = [:]
  /// The machine's own addresses, if the routes do not specify the source of packets.
  var addresses: [LocalAddress] = []

  /// The way of packets to a target.
  struct Way: Equatable, Sendable {
    let status: Reachability.Status
    /// The name of the network interface. The value is `nil` if the target has no way.
    var interface: String?
  }

  /// The best way to the target. A way that is not cellular takes precedence, and otherwise the
  /// first way is the best.
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

  /// Returns whether packets on a route can have a source address that responses reach.
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
