import CApusTestSupport
import TestSupport
import Testing

@testable import ApusNet

/// Reports about a real network that changes during the test.
@Suite(
  .timeLimit(.minutes(3)),
  .enabled(if: OwnNetwork.obstacle == nil, Comment(rawValue: OwnNetwork.obstacle ?? "")))
struct ReachabilityNetworkTests {
  @Test(arguments: [("out", "out"), ("in", "out")])
  func `reachability changes when either end of a link goes down and up`(
    _ end: String, _ name: String
  ) async throws {
    try await OwnNetwork.with { loop in
      let reachability = try Reachability.of("192.0.2.9", on: loop)
      var told = Told(by: reachability)
      #expect(await told.next() == .viaLocal)
      #expect(reachability.interface == name)
      for _ in 0..<3 {
        try OwnNetwork.change("ip link set \(end) down")
        #expect(await told.next() == .notReachable)
        #expect(reachability.interface == nil)
        try OwnNetwork.change("ip link set \(end) up")
        #expect(await told.next() == .viaLocal)
      }
      reachability.stopMonitoring()
    }
  }

  @Test func `reachability changes when an address is removed and added`() async throws {
    try await OwnNetwork.with { loop in
      let target = try Reachability.of("192.0.2.9", on: loop)
      let everything = try Reachability.of(nil, on: loop)
      var told = Told(by: target)
      var toldOfEverything = Told(by: everything)
      #expect(await told.next() == .viaLocal)
      #expect(await toldOfEverything.next() == .viaLocal)
      try OwnNetwork.change("ip addr del 192.0.2.2/24 dev out")
      #expect(await told.next() == .notReachable)
      #expect(await toldOfEverything.next() == .notReachable)
      try OwnNetwork.change(OwnNetwork.address)
      #expect(await told.next() == .viaLocal)
      #expect(everything.status == .notReachable)
      try OwnNetwork.change(OwnNetwork.route)
      #expect(await toldOfEverything.next() == .viaLocal)
      target.stopMonitoring()
      everything.stopMonitoring()
    }
  }

  @Test func `reachability changes when the default route is removed and restored`() async throws {
    try await OwnNetwork.with { loop in
      let everything = try Reachability.of(nil, on: loop)
      let far = try Reachability.of("198.51.100.7", on: loop)
      var told = Told(by: everything)
      var toldOfFar = Told(by: far)
      #expect(await told.next() == .viaLocal)
      #expect(await toldOfFar.next() == .viaLocal)
      var soonest = Duration.seconds(100)
      for _ in 0..<5 {
        let start = ContinuousClock.now
        try OwnNetwork.change("ip route del default")
        #expect(await told.next() == .notReachable)
        soonest = min(soonest, ContinuousClock.now - start)
        #expect(await toldOfFar.next() == .notReachable)
        try OwnNetwork.change(OwnNetwork.route)
        #expect(await told.next() == .viaLocal)
        #expect(await toldOfFar.next() == .viaLocal)
      }
      print("a route that went was told \(soonest) after a shell was begun to remove it")
      everything.stopMonitoring()
      far.stopMonitoring()
    }
  }

  @Test func `a host route makes only its host reachable, unless it rejects packets`()
    async throws
  {
    try await OwnNetwork.with { loop in
      try OwnNetwork.change("ip route del default")
      let host = try Reachability.of("203.0.113.5", on: loop)
      let neighbour = try Reachability.of("203.0.113.6", on: loop)
      var told = Told(by: host)
      var toldOfNeighbour = Told(by: neighbour)
      #expect(await told.next() == .notReachable)
      #expect(await toldOfNeighbour.next() == .notReachable)
      try OwnNetwork.change("ip route add 203.0.113.5 via 192.0.2.1")
      #expect(await told.next() == .viaLocal)
      try OwnNetwork.change(OwnNetwork.route)
      #expect(await toldOfNeighbour.next() == .viaLocal)
      for kind in ["unreachable", "blackhole", "prohibit"] {
        try OwnNetwork.change("ip route add \(kind) 203.0.113.6")
        #expect(await toldOfNeighbour.next() == .notReachable)
        try OwnNetwork.change("ip route del \(kind) 203.0.113.6")
        #expect(await toldOfNeighbour.next() == .viaLocal)
      }
      #expect(host.status == .viaLocal)
      host.stopMonitoring()
      neighbour.stopMonitoring()
    }
  }

  @Test func `an IPv6-only network is reachable until its address or route is removed`()
    async throws
  {
    try await OwnNetwork.with(.ipv6) { loop in
      let everything = try Reachability.of(nil, on: loop)
      let far = try Reachability.of("2001:db8:1::7", on: loop)
      let old = try Reachability.of("198.51.100.7", on: loop)
      var told = Told(by: everything)
      var toldOfFar = Told(by: far)
      var toldOfOld = Told(by: old)
      #expect(await told.next() == .viaLocal)
      #expect(await toldOfFar.next() == .viaLocal)
      #expect(await toldOfOld.next() == .notReachable)
      try OwnNetwork.change("ip -6 addr del 2001:db8::2/64 dev out")
      #expect(await told.next() == .notReachable)
      #expect(await toldOfFar.next() == .notReachable)
      try OwnNetwork.change(OwnNetwork.address6)
      // The route may have remained, or disappeared with the address.
      _ = try? OwnNetwork.change(OwnNetwork.route6)
      #expect(await told.next() == .viaLocal)
      #expect(await toldOfFar.next() == .viaLocal)
      try OwnNetwork.change("ip -6 route del default")
      #expect(await told.next() == .notReachable)
      #expect(await toldOfFar.next() == .notReachable)
      for reachability in [everything, far, old] { reachability.stopMonitoring() }
    }
  }

  @Test func `after a thousand network changes, the last reachability status is correct`()
    async throws
  {
    try await OwnNetwork.with { loop in
      let everything = try Reachability.of(nil, on: loop)
      let all = Shared<[Reachability.Status]>([])
      everything.onChange { status in all.change { $0.append(status) } }
      var told = Told(by: everything)
      #expect(await told.next() == .viaLocal)
      let storm =
        "for i in $(seq 500); do echo route del default;"
        + " echo route add default via 192.0.2.1; done | ip -batch -"
      try OwnNetwork.change(storm, "ip route del default")
      // A lost change would leave the status unchanged, and the test waiting.
      while everything.status != .notReachable { _ = await told.next() }
      try OwnNetwork.change(OwnNetwork.route)
      while everything.status != .viaLocal { _ = await told.next() }
      everything.stopMonitoring()
      let statuses = all.value
      #expect(statuses.count <= 1_004 && !statuses.contains(.unknown))
      #expect(zip(statuses, statuses.dropFirst()).allSatisfy { $0 != $1 })
    }
  }

  @Test func `after dropped kernel messages, the reachability status becomes correct`()
    async throws
  {
    try await OwnNetwork.with { loop in
      let changes = try NetworkChanges(.hearingAll, on: loop)
      // Far more messages than the socket has room for, while none is read.
      let flood =
        "for i in $(seq 2000); do echo addr add 10.0.0.7/32 dev out;"
        + " echo addr del 10.0.0.7/32 dev out; done | ip -batch -"
      try OwnNetwork.change(flood)
      #expect(changes.nextFailure() == Kernel.Failure.noBuffers)
      #expect(await changes.wait(until: .never))
      // All received messages are taken, and the next change is received.
      async let heard = changes.wait(until: .never)
      try OwnNetwork.change("ip route del default")
      #expect(await heard)
      changes.close()
      #expect(await changes.wait(until: .never) == false)
    }
  }

  @Test func `without network changes, the kernel is not queried and no timer is set`()
    async throws
  {
    try await OwnNetwork.with { network in
      let loop = try EventLoop()
      let watch = try ReachabilityWatch(.defaultRoute, ListedResolver([:]), on: loop)
      let told = Shared(0)
      let running = Task { await watch.run { _ in told.change { $0 += 1 } } }
      while told.value == 0 { await Pause.brief() }
      // The kernel checks new IPv6 addresses for a while, and reports the end of the check.
      var looks = (before: 0, after: 0)
      var sleepsUntil: Deadline?
      repeat {
        await Pause.brief()
        looks.before = watch.lookCount.withLock { $0 }
        sleepsUntil = loop.census.waiting == 1 ? loop.withState { $0.sleepsUntil } : nil
        looks.after = watch.lookCount.withLock { $0 }
      } while sleepsUntil == nil || looks.before != looks.after
      #expect(sleepsUntil == .never)
      watch.close()
      await running.value
      #expect(loop.census == (0, 0, 0))
      await loop.shutdown()
    }
  }

  @Test func `a connection to a target with the status notReachable still succeeds`() async throws {
    try await OwnNetwork.with { loop in
      let everything = try Reachability.of(nil, on: loop)
      var told = Told(by: everything)
      try OwnNetwork.change("ip route del default")
      while await told.next() != .notReachable {}
      let home = SocketAddress.ipv4(IPv4Address(192, 0, 2, 2), port: 0)
      try await Echo.serve(at: home, on: loop) { address in
        let socket = try await Socket.connect(to: address, until: .after(.seconds(100)), on: loop)
        try await socket.send([1, 2, 3])
        #expect(try await socket.receiveAll(3) == [1, 2, 3])
        socket.close()
      }
      #expect(everything.status == .notReachable)
      everything.stopMonitoring()
    }
  }

  @Test func `only lost addresses are reported, not kept or new addresses`()
    async throws
  {
    try await OwnNetwork.with { loop in
      let losses = try LocalAddressLosses(on: loop)
      async let first = losses.next()
      try OwnNetwork.change(
        "ip addr add 192.0.2.3/24 dev out", "ip -6 addr add 2001:db8::3/64 dev out nodad",
        "ip addr del 192.0.2.3/24 dev out")
      // It may have been added and removed between two lists.
      try OwnNetwork.change("ip addr del 192.0.2.2/24 dev out")
      var lost = try #require(await first)
      let gone = try #require(HostAddress("192.0.2.2"))
      while !lost.contains(gone) { lost.formUnion(try #require(await losses.next())) }
      let brief = try #require(HostAddress("192.0.2.3"))
      // The removal of the briefly added address was reported.
      while !lost.contains(brief) { lost.formUnion(try #require(await losses.next())) }
      #expect(lost == [gone, brief])
      #expect(losses.isLost(gone) && losses.isLost(brief))
      // It is added again before the removal is received.
      try OwnNetwork.change("ip addr add 192.0.2.2/24 dev out")
      #expect(!losses.isLost(gone) && losses.isLost(brief))
      losses.close()
      #expect(await losses.next() == nil)
    }
  }
}

extension NetworkChanges {
  /// Takes the received messages until a call fails, and returns the failure.
  fileprivate func nextFailure() -> Int64 {
    while true {
      let result = takeOne()
      if result < 0 { return result }
    }
  }
}
