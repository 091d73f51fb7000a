/// What the kernel says of the ways to a target, all of the same moment.
///
/// A pure value: reachability is decided by these facts alone.
struct NetworkFacts: Equatable, Sendable {
  /// The ways that packets to the target would take; several where it has several addresses, or is
  /// everything.
  var routes: [NetworkRoute] = []
  /// The interfaces of these, by their numbers.
  var links: [UInt32: NetworkLink] = [:]
  /// The machine's own addresses, where the routes do not tell what packets would come from.
  var addresses: [LocalAddress] = []

  /// How a target is reached.
  struct Way: Equatable, Sendable {
    let status: Reachability.Status
    /// The name of the interface; nil where there is no way.
    var interface: String?
  }

  /// The best of the ways: one that is not cellular before one that is, else the first.
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

  /// Whether packets could come from anywhere to which an answer leads.
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
