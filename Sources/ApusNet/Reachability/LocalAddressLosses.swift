/// Reports the addresses that this machine has lost, such as the addresses of a disabled link.
///
/// A connection from such an address is dead, but otherwise only its own timeout would detect that.
public final class LocalAddressLosses: Sendable {
  private let changes: NetworkChanges
  private let routes: RouteSocket
  private let ledger: Lock<AddressLedger>

  /// Starts to listen; the machine's current addresses are the first state.
  public init(on loop: EventLoop) throws(NetError) {
    changes = try NetworkChanges(.hearingAddresses, on: loop)
    routes = try RouteSocket()
    ledger = Lock(AddressLedger(listed: try Self.ask(routes)))
  }

  deinit { close() }

  /// Ends all waits.
  public func close() {
    changes.close()
    routes.close()
  }

  /// Waits until addresses are lost and returns them; only one task may wait.
  ///
  /// Returns nil after `close`, if the loop is shut down, or if the task is cancelled.
  public func next() async -> Set<HostAddress>? {
    while true {
      var named: Set<HostAddress> = []
      let isOpen = await changes.wait(until: .never) { message in
        named.formUnion(AddressLedger.removals(in: message))
      }
      guard isOpen else { return nil }
      let removed = named
      // Only one request at a time: the lock is held while the kernel responds.
      let lost = ledger.withLock { ledger -> Set<HostAddress> in
        guard let now = try? Self.ask(routes) else { return [] }
        return ledger.update(listed: now, removed: removed) { !routesHere($0) }
      }
      if !lost.isEmpty { return lost }
    }
  }

  /// Returns whether the machine had an address and has lost it.
  ///
  /// A loss counts even if it was reported before. An address that was never listed cannot be lost:
  /// whole ranges such as 127.0.0.0/8 are routed to a machine without a list of their addresses.
  /// Only a previously lost address needs a request to the kernel, because it may have returned.
  public func isLost(_ address: HostAddress) -> Bool {
    ledger.withLock { $0.isLost(address) && !routesHere(address) }
  }

  /// Returns whether the machine accepts packets to an address, even if it is not listed.
  private func routesHere(_ address: HostAddress) -> Bool {
    guard let answer = try? routes.answer(to: .route(to: address)) else { return false }
    return answer.routes.contains { $0.kind == NetworkRoute.localKind }
  }

  private static func ask(_ routes: RouteSocket) throws(NetError) -> Set<HostAddress> {
    Set(try routes.addresses().map(\.asHeldBySockets))
  }
}
