/// Tells which addresses this machine has lost, such as those of a link that was taken down.
///
/// A connection that comes from such an address is dead, and only its own timeout would say so.
public final class LocalAddressLosses: Sendable {
  private let changes: NetworkChanges
  private let routes: RouteSocket
  private let known: Lock<Set<HostAddress>>

  /// Begins to listen, from the addresses on that the machine has now.
  public init(on loop: EventLoop) throws(NetError) {
    changes = try NetworkChanges(.hearingAddresses, on: loop)
    routes = try RouteSocket()
    known = Lock(try Self.ask(routes))
  }

  deinit { close() }

  /// Ends what waits.
  public func close() {
    changes.close()
    routes.close()
  }

  /// Waits until addresses are gone and returns them; one task at a time waits.
  ///
  /// Nil once this is closed or its loop is shut down, or the task was cancelled.
  public func next() async -> Set<HostAddress>? {
    while await changes.wait(until: .never) {
      let lost = known.withLock { known -> Set<HostAddress> in
        guard let now = try? Self.ask(routes) else { return [] }
        defer { known = now }
        return known.subtracting(now)
      }
      if !lost.isEmpty { return lost }
    }
    return nil
  }

  /// Returns whether an address is not the machine's, so that no loss of it will be told.
  public func isLost(_ address: HostAddress) -> Bool {
    known.withLock { known in
      if known.contains(address) { return false }
      // It may have come so lately that nothing was heard of it.
      guard let now = try? Self.ask(routes) else { return false }
      if now.contains(address) { known.insert(address) }
      return !now.contains(address)
    }
  }

  private static func ask(_ routes: RouteSocket) throws(NetError) -> Set<HostAddress> {
    Set(try routes.addresses().map(\.asHeldBySockets))
  }
}

extension LocalAddress {
  /// The address as the kernel names it of a socket: one that is of one link with that link.
  fileprivate var asHeldBySockets: HostAddress {
    guard case .ipv6(let address, _) = self.address, self.address.isOfOneLink else {
      return self.address
    }
    return .ipv6(address, zone: link)
  }
}
