public import ApusNames

/// The reachability of a host, an address, or the internet in general from this machine.
///
///     let reachability = try Reachability(host: "api.example.com")
///     reachability.startMonitoring()
///     for await status in reachability.changes where status.isReachable { try await catchUp() }
///
/// A `Reachability` object queries the kernel for the route of packets. The object queries the
/// kernel again when a network interface, an address or a route has changed. Only the resolver
/// sends packets, so a host that is switched off is still reachable. Without changes the object
/// uses no processor time.
///
/// A status is a consistent snapshot: each fact was the same before and after the query for the
/// other facts. States that are too short to be observed are skipped, and the last state is always
/// reported.
///
/// On macOS the status is `unknown`, and `failure` is a `NetError`.
///
/// No other part of this package uses this type, and no request should wait for it. A program
/// should send the request, and use this type to choose the time of a retry or to explain a
/// failure.
///
/// The type corresponds to AFNetworking's `AFNetworkReachabilityManager`. The comment of each
/// member contains the original name.
public final class Reachability: Sendable {
  /// The status of the route to the target.
  ///
  /// The raw values equal those of `AFNetworkReachabilityStatus`.
  public enum Status: Int, Sendable, CaseIterable {
    /// The status of the route is unknown: `AFNetworkReachabilityStatusUnknown`.
    ///
    /// No query of the kernel has ended yet, or the kernel did not respond.
    case unknown = -1
    /// No route to the target exists: `AFNetworkReachabilityStatusNotReachable`.
    case notReachable = 0
    /// The route uses a modem: `AFNetworkReachabilityStatusReachableViaWWAN`.
    case viaCellular = 1
    /// The route uses any other interface: `AFNetworkReachabilityStatusReachableViaWiFi`.
    ///
    /// The interface may be wired or wireless.
    case viaLocal = 2

    /// A Boolean value that indicates whether a route to the target exists.
    public var isReachable: Bool { self == .viaCellular || self == .viaLocal }
  }

  /// The target of reachability queries: the default route, a host or an address.
  enum Target: Sendable, Equatable {
    case defaultRoute
    case address(HostAddress)
    case name(DomainName)
  }

  let target: Target
  private let announcer = Announcer()
  private let watch: @Sendable () throws(NetError) -> ReachabilityWatch

  /// The reachability of the internet in general, shared by the whole process: `sharedManager`.
  public static let shared = Reachability(.defaultRoute)

  /// Creates a reachability of the internet in general: `manager`.
  ///
  /// The internet is reachable if a default route exists.
  public static func ofDefaultRoute() -> Reachability { Reachability(.defaultRoute) }

  /// Creates a reachability of a host, by name or address: `managerForDomain:`.
  ///
  /// The host's best address counts. The host name is looked up again if no route leads to the
  /// known addresses.
  public convenience init(host: String) throws(NameError) {
    let (host, zone) = try CanonicalHost.parse(Array(host.utf8).span)
    switch host {
    case .name(let name): self.init(.name(name))
    case .ipv4(let address): self.init(.address(.ipv4(address)))
    case .ipv6(let address): self.init(.address(.ipv6(address, zone: Self.number(of: zone))))
    }
  }

  /// Creates a reachability of an IP address, written without brackets: `managerForAddress:`.
  public convenience init(address: String) throws(NameError) {
    let (host, zone) = try CanonicalHost.parseAddress(Array(address.utf8).span)
    switch host {
    case .name: throw .empty
    case .ipv4(let address): self.init(.address(.ipv4(address)))
    case .ipv6(let address): self.init(.address(.ipv6(address, zone: Self.number(of: zone))))
    }
  }

  /// Creates a reachability of a target, whose timers and waits use an event loop.
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

  /// Returns the number of the network interface in an IPv6 zone. Throws an error if the machine
  /// does not have the interface.
  private static func number(of zone: String?) -> UInt32 {
    guard let zone else { return 0 }
    return (try? SystemResolver.interface(zone)) ?? .max
  }
}

extension Reachability {
  /// The status of the route to the target: `networkReachabilityStatus`.
  ///
  /// The status is unknown until monitoring reports the first status, and remains when monitoring
  /// stops.
  public var status: Status { announcer.told.status }

  /// The name of the interface of the route, such as `eth0`, or `nil` if no route exists.
  public var interface: String? { announcer.told.interface }

  /// The reason that the status is unknown, or `nil` if no query has failed.
  public var failure: (any Error)? { announcer.told.failure }

  /// A Boolean value that indicates whether a route to the target exists: `reachable`.
  public var isReachable: Bool { status.isReachable }

  /// A Boolean value that indicates whether a route exists and uses a modem: `reachableViaWWAN`.
  public var isReachableViaCellular: Bool { status == .viaCellular }

  /// A Boolean value that indicates whether a route exists without a modem: `reachableViaWiFi`.
  public var isReachableViaLocal: Bool { status == .viaLocal }

  /// Starts to monitor the route, and reports its status at least once: `startMonitoring`.
  ///
  /// The call first stops the monitoring that is in progress. The status is reported again even if
  /// it is unchanged.
  public func startMonitoring() { announcer.start(watch) }

  /// Stops monitoring the route, and retains the status and the closure: `stopMonitoring`.
  ///
  /// The call does not wait for a running closure.
  public func stopMonitoring() { announcer.stop() }

  /// Sets the closure that receives each status: `setReachabilityStatusChangeBlock:`.
  ///
  /// The closure is never called in parallel. The value `nil` removes the closure. The properties
  /// have the new values when the closure is called. Streams receive the status after the closure.
  public func onChange(_ closure: (@Sendable (Status) -> Void)?) { announcer.set(closure) }

  /// A new stream of each status, in order: `AFNetworkingReachabilityDidChangeNotification`.
  ///
  /// The stream begins with the current status if that status was reported. The stream ends with
  /// the `Reachability` object, and not when monitoring stops, because monitoring may start again.
  /// A slow reader receives the last 64 statuses.
  public var changes: AsyncStream<Status> { announcer.makeStream() }
}

extension Reachability.Status: CustomStringConvertible {
  /// The English text of `AFStringFromNetworkReachabilityStatus`.
  public var description: String {
    switch self {
    case .unknown: "Unknown"
    case .notReachable: "Not Reachable"
    case .viaCellular: "Reachable via WWAN"
    case .viaLocal: "Reachable via WiFi"
    }
  }
}
