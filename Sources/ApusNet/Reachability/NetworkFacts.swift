/// A consistent snapshot of the kernel's routes to a target.
///
/// A pure value: reachability depends only on these facts.
struct NetworkFacts: Equatable, Sendable {
  /// The routes of packets to the target; several if it has several addresses or is the default
  /// route.
  var routes: [NetworkRoute] = []
  /// The interfaces of the routes, by number.
  var links: [UInt32: NetworkLink] = [:]
  /// The machine's own addresses, if the routes do not specify the source of packets.
  var addresses: [LocalAddress] = []

  /// The way to a target.
  struct Way: Equatable, Sendable {
    let status: Reachability.Status
    /// The name of the interface; nil without a way.
    var interface: String?
  }

  /// The best way: one that is not cellular takes precedence, then the first one.
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
