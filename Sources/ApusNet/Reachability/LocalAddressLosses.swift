/// Tells which addresses this machine has lost, such as those of a link that was taken down.
///
/// A connection that comes from such an address is dead, and only its own timeout would say so.
/// One task at a time asks.
public final class LocalAddressLosses: Sendable {
  private let changes: NetworkChanges
  private let routes: RouteSocket
  private let known: Lock<Set<HostAddress>>

  /// Begins to listen, from the addresses on that the machine has now.
  public init(on loop: EventLoop) throws(NetError) {
    changes = try NetworkChanges(.hearingAddresses, on: loop)
    routes = try RouteSocket()
    known = Lock(Set(try routes.addresses().map(\.address)))
  }

  deinit { close() }

  /// Ends what waits.
  public func close() {
    changes.close()
    routes.close()
  }

  /// Waits until addresses are gone and returns them.
  ///
  /// Nil once this is closed or its loop is shut down, or the task was cancelled.
  public func next() async -> Set<HostAddress>? {
    while await changes.wait(until: .never) {
      guard let now = try? routes.addresses() else { continue }
      let addresses = Set(now.map(\.address))
      let lost = known.withLock { known in
        defer { known = addresses }
        return known.subtracting(addresses)
      }
      if !lost.isEmpty { return lost }
    }
    return nil
  }
}
