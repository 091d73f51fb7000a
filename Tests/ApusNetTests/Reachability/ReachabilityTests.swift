import CApusTestSupport
import Testing

@testable import ApusNet

/// The behaviour of AFNetworking's manager, as far as it applies here.
@Suite(
  .timeLimit(.minutes(3)),
  .enabled(if: OwnNetwork.obstacle == nil, Comment(rawValue: OwnNetwork.obstacle ?? "")))
struct ReachabilityTests {
  typealias Status = Reachability.Status

  @Test func `each reachability status has the number of AFNetworking's status`() {
    #expect(Status.allCases.map(\.rawValue) == [-1, 0, 1, 2])
    #expect(Status.allCases == [.unknown, .notReachable, .viaCellular, .viaLocal])
    #expect(Status(rawValue: 3) == nil)
  }

  @Test func `the shared reachability is a singleton that monitors the default route`() {
    #expect(Reachability.shared === Reachability.shared)
    #expect(Reachability.shared !== Reachability.ofDefaultRoute())
    #expect(Reachability.shared.target == .defaultRoute)
  }

  @Test func `a reachability accepts a host name or IP address, and rejects invalid text`()
    throws
  {
    let address = Reachability.Target.address(.ipv4(IPv4Address(192, 0, 2, 7)))
    #expect(try Reachability(host: "192.0.2.7").target == address)
    #expect(try Reachability(address: "192.0.2.7").target == address)
    #expect(
      try Reachability(host: "[2001:db8::1]").target
        == Reachability(address: "2001:db8::1").target)
    #expect(try Reachability(host: "Example.COM").target == .name(DomainName("example.com")))
    for host in ["", "a b", "300.1.1.1", "exa%mple.com", "2001:db8::1"] {
      #expect(throws: NameError.self) { try Reachability(host: host) }
    }
    for text in ["", "example.com", "[2001:db8::1]", "1.2.3"] {
      #expect(throws: NameError.self) { try Reachability(address: text) }
    }
  }

  @Test func `a host name is resolved again if no known address has a route`()
    async throws
  {
    try await OwnNetwork.with { loop in
      try OwnNetwork.change("ip route del default")
      let resolver = ListedResolver(["far.test": [try #require(HostAddress("198.51.100.7"))]])
      let name = try DomainName("far.test")
      let reachability = Reachability(.name(name), on: loop, resolver: resolver)
      var told = Told(by: reachability)
      #expect(await told.next() == .notReachable)
      resolver.list.change { $0["far.test"] = HostAddress("192.0.2.9").map { [$0] } }
      try OwnNetwork.change("ip addr add 192.0.2.3/24 dev out")
      #expect(await told.next() == .viaLocal)
      let asked = resolver.asked.value
      #expect(asked >= 2)
      try OwnNetwork.change("ip addr del 192.0.2.3/24 dev out", "ip link set out down")
      #expect(await told.next() == .notReachable)
      reachability.stopMonitoring()
      let nowhere = Reachability(.name(try DomainName("no.test")), on: loop, resolver: resolver)
      var toldOfNowhere = Told(by: nowhere)
      #expect(await toldOfNowhere.next() == .notReachable)
      nowhere.stopMonitoring()
    }
  }

  @Test
  func `the reachability status is unknown until the first report`()
    async throws
  {
    try await OwnNetwork.with { loop in
      let reachability = try Reachability.of("127.0.0.1", on: loop)
      #expect(reachability.status == .unknown && !reachability.isReachable)
      #expect(reachability.interface == nil && reachability.failure == nil)
      var told = Told(by: reachability)
      #expect(await told.next() == .viaLocal)
      #expect(reachability.isReachable && reachability.isReachableViaLocal)
      #expect(!reachability.isReachableViaCellular && reachability.interface == "lo")
      reachability.stopMonitoring()
      #expect(Status.allCases.map(\.isReachable) == [false, false, true, true])
    }
  }

  @Test func `startMonitoring reports the status once, and then each change`()
    async throws
  {
    try await OwnNetwork.with { loop in
      let reachability = try Reachability.of(nil, on: loop)
      var told = Told(by: reachability)
      for _ in 0..<3 {
        #expect(await told.next() == .viaLocal)
        // A change without effect on the target is not reported.
        try OwnNetwork.change(
          "ip addr add 10.0.0.7/32 dev out", "ip addr del 10.0.0.7/32 dev out")
        reachability.startMonitoring()
      }
      #expect(await told.next() == .viaLocal)
      try OwnNetwork.change("ip route del default")
      #expect(await told.next() == .notReachable)
      reachability.stopMonitoring()
    }
  }

  @Test func `stopMonitoring keeps the status and the closure, and stops the reports`()
    async throws
  {
    try await OwnNetwork.with { loop in
      let reachability = try Reachability.of(nil, on: loop)
      let heard = Shared<[Status]>([])
      reachability.onChange { status in heard.change { $0.append(status) } }
      var told = Told(by: reachability)
      #expect(await told.next() == .viaLocal)
      reachability.stopMonitoring()
      #expect(loop.census == (0, 0, 0))
      reachability.stopMonitoring()
      try OwnNetwork.change("ip route del default")
      #expect(reachability.status == .viaLocal && heard.value == [.viaLocal])
      reachability.startMonitoring()
      #expect(await told.next() == .notReachable)
      #expect(heard.value == [.viaLocal, .notReachable])
      reachability.onChange(nil)
      reachability.startMonitoring()
      #expect(await told.next() == .notReachable)
      #expect(heard.value.count == 2)
      reachability.stopMonitoring()
    }
  }

  @Test func `the status property is set before the closure and the stream are notified`()
    async throws
  {
    try await OwnNetwork.with { loop in
      let reachability = try Reachability.of(nil, on: loop)
      let heard = Shared<[[Status?]]>([])
      reachability.onChange { [weak reachability] status in
        heard.change { $0.append([status, reachability?.status]) }
      }
      var told = Told(by: reachability)
      var expected: [[Status?]] = []
      for (line, status) in [
        ("true", Status.viaLocal), ("ip route del default", .notReachable),
        (OwnNetwork.route, .viaLocal),
      ] {
        try OwnNetwork.change(line)
        #expect(await told.next() == status)
        expected.append([status, status])
        #expect(heard.value == expected)
      }
      // A late stream begins with the current status.
      var late = reachability.changes.makeAsyncIterator()
      #expect(await late.next() == .viaLocal)
      reachability.stopMonitoring()
    }
  }

  @Test func `each reachability status has AFNetworking's description`() {
    #expect(
      Status.allCases.map(\.description) == [
        "Unknown", "Not Reachable", "Reachable via WWAN", "Reachable via WiFi",
      ])
  }

  @Test func `status streams end when the reachability object is released`()
    async throws
  {
    try await OwnNetwork.with { loop in
      var reachability: Reachability? = try Reachability.of(nil, on: loop)
      let changes = try #require(reachability?.changes)
      reachability?.startMonitoring()
      reachability = nil
      for await _ in changes {}
      #expect(loop.census == (0, 0, 0))
    }
  }

  @Test func `if the netlink socket cannot be opened, the status is unknown with an error`()
    async throws
  {
    let loop = try EventLoop()
    await loop.shutdown()
    let reachability = try Reachability.of(nil, on: loop)
    var told = Told(by: reachability)
    #expect(await told.next() == .unknown)
    #expect(reachability.failure as? NetError == .shutDown)
  }
}
