public import ApusNames

/// Tells whether this machine has a way to a host, to an address, or to anything at all.
///
///     let reachability = try Reachability(host: "api.example.com")
///     reachability.startMonitoring()
///     for await status in reachability.changes where status.isReachable { try await catchUp() }
///
/// It asks the kernel for the route that packets would take, and again whenever a link, an address
/// or a route has changed. No packet is sent but those of the resolver, so that a host that is
/// switched off is reachable all the same. Where nothing changes it costs no processor time.
///
/// A status is what has held: each fact was the same before and after the others were asked for.
/// Those that held for too short a time to be seen are left out, and the last one is always told.
///
/// On macOS the status is `unknown`, and `failure` is a `NetError`.
///
/// Nothing else in this package looks at it, and no request should wait for it: send the request,
/// and use this to choose when to try again, or to say why something has failed.
///
/// It is AFNetworking's `AFNetworkReachabilityManager`; each member says what it was called there.
public final class Reachability: Sendable {
  /// The status of the route; the numbers are those of `AFNetworkReachabilityStatus`.
  public enum Status: Int, Sendable, CaseIterable {
    /// Nothing is known, because nothing has been asked yet or the kernel has not answered:
    /// `AFNetworkReachabilityStatusUnknown`.
    case unknown = -1
    /// No way leads there: `AFNetworkReachabilityStatusNotReachable`.
    case notReachable = 0
    /// The way leads over a modem: `AFNetworkReachabilityStatusReachableViaWWAN`.
    case viaCellular = 1
    /// The way leads over anything else, by wire or without:
    /// `AFNetworkReachabilityStatusReachableViaWiFi`.
    case viaLocal = 2

    /// Whether there is a way.
    public var isReachable: Bool { self == .viaCellular || self == .viaLocal }
  }

  /// What is looked at.
  enum Target: Sendable, Equatable {
    case defaultRoute
    case address(HostAddress)
    case name(DomainName)
  }

  let target: Target
  private let announcer = Announcer()
  private let watch: @Sendable () throws(NetError) -> ReachabilityWatch

  /// The reachability of anything at all, once for the whole process: `sharedManager`.
  public static let shared = Reachability(.defaultRoute)

  /// Makes a reachability of anything at all, which is whether there is a default route: `manager`.
  public static func ofDefaultRoute() -> Reachability { Reachability(.defaultRoute) }

  /// Makes a reachability of a host, by a name that is resolved or an address: `managerForDomain:`.
  ///
  /// The best of its addresses counts. They are looked up again when no way leads to them.
  public convenience init(host: String) throws(NameError) {
    let (host, zone) = try CanonicalHost.parse(Array(host.utf8).span)
    switch host {
    case .name(let name): self.init(.name(name))
    case .ipv4(let address): self.init(.address(.ipv4(address)))
    case .ipv6(let address): self.init(.address(.ipv6(address, zone: Self.number(of: zone))))
    }
  }

  /// Makes a reachability of an address, written without brackets: `managerForAddress:`.
  public convenience init(address: String) throws(NameError) {
    let (host, zone) = try CanonicalHost.parseAddress(Array(address.utf8).span)
    switch host {
    case .name: throw .empty
    case .ipv4(let address): self.init(.address(.ipv4(address)))
    case .ipv6(let address): self.init(.address(.ipv6(address, zone: Self.number(of: zone))))
    }
  }

  /// Makes a reachability of a target, which is waited for on a loop.
  init(
    _ target: Target, on loop: EventLoop? = nil,
    resolver: any HostResolver = SystemResolver()
  ) {
    self.target = target
    watch = { () throws(NetError) in
      guard let loop else { return try ReachabilityWatch(target, resolver, on: .shared()) }
      return try ReachabilityWatch(target, resolver, on: loop)
    }
  }

  deinit { announcer.end() }

  /// The number of an interface; one that this machine does not have leads nowhere.
  private static func number(of zone: String?) -> UInt32 {
    guard let zone else { return 0 }
    return (try? SystemResolver.interface(zone)) ?? .max
  }
}

extension Reachability {
  /// The status of the route: `networkReachabilityStatus`.
  ///
  /// It is unknown until monitoring tells it for the first time, and stays when monitoring stops.
  public var status: Status { announcer.told.status }

  /// The name of the interface that the way leads over, such as `eth0`; nil where there is none.
  public var interface: String? { announcer.told.interface }

  /// Why the status is unknown, if something stood in the way.
  public var failure: (any Error)? { announcer.told.failure }

  /// Whether there is a way: `reachable`.
  public var isReachable: Bool { status.isReachable }

  /// Whether there is a way, and it leads over a modem: `reachableViaWWAN`.
  public var isReachableViaCellular: Bool { status == .viaCellular }

  /// Whether there is a way, and it leads over no modem: `reachableViaWiFi`.
  public var isReachableViaLocal: Bool { status == .viaLocal }

  /// Starts to look at the way, and tells its status at least once: `startMonitoring`.
  ///
  /// What was looked at before is stopped first. The status is told again even if it is the same.
  public func startMonitoring() { announcer.start(watch) }

  /// Stops to look at the way; the status and the closure stay as they are: `stopMonitoring`.
  ///
  /// A closure that runs at this moment is not waited for.
  public func stopMonitoring() { announcer.stop() }

  /// Sets what is called with each status, one call after the other; nil takes it away:
  /// `setReachabilityStatusChangeBlock:`.
  ///
  /// The properties say the same already when it is called, and streams are told after it.
  public func onChange(_ closure: (@Sendable (Status) -> Void)?) { announcer.set(closure) }

  /// A new stream of each status in its order: `AFNetworkingReachabilityDidChangeNotification`.
  ///
  /// It begins with the present status if that has been told, and ends with this object. A reader
  /// that falls behind is told the last 64.
  public var changes: AsyncStream<Status> { announcer.makeStream() }
}

extension Reachability.Status: CustomStringConvertible {
  /// What `AFStringFromNetworkReachabilityStatus` calls it in English.
  public var description: String {
    switch self {
    case .unknown: "Unknown"
    case .notReachable: "Not Reachable"
    case .viaCellular: "Reachable via WWAN"
    case .viaLocal: "Reachable via WiFi"
    }
  }
}
