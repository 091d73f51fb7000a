internal import ApusNames

/// The running monitoring of a target, which queries its route after each network change.
final class ReachabilityWatch: Sendable {
  private let target: Reachability.Target
  private let loop: EventLoop
  private let changes: NetworkChanges
  private let routes: RouteSocket
  private let names: Names
  /// The number of queries that the watch has sent to the kernel.
  let lookCount = Lock(0)

  /// Opens the netlink sockets of the watch, which detect all later network changes.
  init(
    _ target: Reachability.Target, _ resolver: any HostResolver, on loop: EventLoop
  ) throws(NetError) {
    self.target = target
    self.loop = loop
    names = Names(resolver, on: loop)
    changes = try NetworkChanges(.hearingAll, on: loop)
    routes = try RouteSocket()
  }

  deinit { close() }

  /// Closes the watch and ends its `run` function immediately.
  func close() {
    changes.close()
    routes.close()
  }

  /// The timeout of a name look-up, and the delay before a failed look-up is repeated on an
  /// unchanged network.
  private static let patience: (lookUp: Duration, retry: Duration) = (.seconds(10), .seconds(30))

  /// Reports reachability results until the watch is closed.
  func run(_ tell: (Announcer.Told) -> Void) async {
    var addresses: [HostAddress] = []
    if case .address(let address) = target { addresses = [address] }
    var deadline = Deadline.never
    repeat {
      do throws(NetError) {
        let way = try await look(at: &addresses)
        tell(Announcer.Told(status: way.status, interface: way.interface))
      } catch .cancelled, .closed, .shutDown {
        return
      } catch {
        tell(Announcer.Told(failure: error))
      }
      let isUnknownName = addresses.isEmpty && target != .defaultRoute
      deadline = isUnknownName ? loop.time.deadline(after: Self.patience.retry) : .never
    } while await changes.wait(until: deadline)
  }

  /// Queries the current route to the target. Looks up the host name again if no known address has
  /// a route.
  private func look(at addresses: inout [HostAddress]) async throws(NetError) -> NetworkFacts.Way {
    guard case .name(let name) = target else { return try await settledFacts(addresses).way }
    if !addresses.isEmpty {
      let way = try await settledFacts(addresses).way
      if way.status.isReachable { return way }
    }
    names.forget()
    let deadline = loop.time.deadline(after: Self.patience.lookUp)
    do throws(NetError) {
      addresses = try await names.addresses(of: .name(name), until: deadline)
    } catch .unknownName, .nameServerFailed, .timedOut, .resolverFailed, .system, .tooMuchQueued {
      addresses = []
      return NetworkFacts.Way(status: .notReachable)
    }
    return try await settledFacts(addresses).way
  }

  /// Returns a consistent snapshot of routes. The queries are repeated if the network changed in
  /// the meantime.
  private func settledFacts(_ addresses: [HostAddress]) async throws(NetError) -> NetworkFacts {
    var facts = try askOnce(addresses)
    while true {
      let again = try askOnce(addresses)
      if facts == again { return facts }
      facts = again
      await Task.yield()
      guard !Task.isCancelled else { throw .cancelled }
    }
  }

  private func askOnce(_ addresses: [HostAddress]) throws(NetError) -> NetworkFacts {
    lookCount.withLock { $0 += 1 }
    switch target {
    case .defaultRoute: return try routes.factsAboutDefaultRoute()
    case .address, .name: return try routes.facts(about: addresses)
    }
  }
}
