/// Tells which addresses this machine has lost, such as those of a link that was taken down.
///
/// A connection that comes from such an address is dead, and only its own timeout would say so.
public final class LocalAddressLosses: Sendable {
  private let changes: NetworkChanges
  private let routes: RouteSocket
  private let ledger: Lock<AddressLedger>

  /// Begins to listen, from the addresses on that the machine has now.
  public init(on loop: EventLoop) throws(NetError) {
    changes = try NetworkChanges(.hearingAddresses, on: loop)
    routes = try RouteSocket()
    ledger = Lock(AddressLedger(listed: try Self.ask(routes)))
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
    while true {
      var named: Set<HostAddress> = []
      let isOpen = await changes.wait(until: .never) { message in
        named.formUnion(AddressLedger.removals(in: message))
      }
      guard isOpen else { return nil }
      let removed = named
      // One question at a time: the lock is held while the kernel replies.
      let lost = ledger.withLock { ledger -> Set<HostAddress> in
        guard let now = try? Self.ask(routes) else { return [] }
        return ledger.update(listed: now, removed: removed) { !routesHere($0) }
      }
      if !lost.isEmpty { return lost }
    }
  }

  /// Returns whether the machine had an address and has lost it, also if that was told before.
  ///
  /// An address that was never listed cannot be lost: whole ranges are routed to a machine without
  /// a list of their addresses, such as 127.0.0.0/8. The kernel is asked only about an address that
  /// was lost before, since it may be back.
  public func isLost(_ address: HostAddress) -> Bool {
    ledger.withLock { $0.isLost(address) && !routesHere(address) }
  }

  /// Returns whether the machine takes in the packets to an address, listed or not.
  private func routesHere(_ address: HostAddress) -> Bool {
    guard let answer = try? routes.answer(to: .route(to: address)) else { return false }
    return answer.routes.contains { $0.kind == NetworkRoute.localKind }
  }

  private static func ask(_ routes: RouteSocket) throws(NetError) -> Set<HostAddress> {
    Set(try routes.addresses().map(\.asHeldBySockets))
  }
}
