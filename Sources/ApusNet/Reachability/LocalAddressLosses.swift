/// A monitor of the IP addresses that this machine loses, for example when an interface is
/// disabled.
///
/// A connection from a lost address can no longer receive packets. Without the monitor, only a
/// timeout of the connection would detect the loss.
public final class LocalAddressLosses: Sendable {
  private let changes: NetworkChanges
  private let routes: RouteSocket
  private let ledger: Lock<AddressLedger>

  /// Starts to monitor lost addresses, beginning with the machine's current addresses.
  public init(on loop: EventLoop) throws(NetError) {
    changes = try NetworkChanges(.hearingAddresses, on: loop)
    routes = try RouteSocket()
    ledger = Lock(AddressLedger(listed: try Self.ask(routes)))
  }

  deinit { close() }

  /// Stops monitoring and ends all waits.
  public func close() {
    changes.close()
    routes.close()
  }

  /// Waits until the machine loses addresses, and returns the lost addresses.
  ///
  /// Only one task may wait. The result is `nil` after `close`, if the event loop is shut down, or
  /// if the task is cancelled.
  public func next() async -> Set<HostAddress>? {
    while true {
      var named: Set<HostAddress> = []
      let isOpen = await changes.wait(until: .never) { message in
        named.formUnion(AddressLedger.removals(in: message))
      }
      guard isOpen else { return nil }
      let removed = named
      // The lock is held while the kernel responds, so only one request to the kernel runs at a
      // time.
      let lost = ledger.withLock { ledger -> Set<HostAddress> in
        guard let now = try? Self.ask(routes) else { return [] }
        return ledger.update(listed: now, removed: removed) { !routesHere($0) }
      }
      if !lost.isEmpty { return lost }
    }
  }

  /// Returns whether the machine had an address and has lost the address.
  ///
  /// The result is `true` even if the loss was reported before. An address that was never listed
  /// cannot be lost, such as most addresses of 127.0.0.0/8. For a previously lost address, the
  /// function queries the kernel, because the address may have returned.
  public func isLost(_ address: HostAddress) -> Bool {
    ledger.withLock { $0.isLost(address) && !routesHere(address) }
  }

  /// Returns whether the machine accepts packets to an address, even if the address is not listed.
  private func routesHere(_ address: HostAddress) -> Bool {
    guard let answer = try? routes.answer(to: .route(to: address)) else { return false }
    return answer.routes.contains { $0.kind == NetworkRoute.localKind }
  }

  private static func ask(_ routes: RouteSocket) throws(NetError) -> Set<HostAddress> {
    Set(try routes.addresses().map(\.asHeldBySockets))
  }
}
