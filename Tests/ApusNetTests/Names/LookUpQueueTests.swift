import TestSupport
import Testing

@testable import ApusNet

/// Unresponsive servers occupy at most two threads for each registrable domain.
@Suite(.timeLimit(.minutes(3))) struct LookUpQueueTests {
  private static let one = HostAddress.ipv4(IPv4Address(192, 0, 2, 1))

  /// A C library resolver that hangs for some names until the gate is opened.
  private static func resolver(
    _ pool: BlockingPool, _ gate: Gate, hangs: @escaping @Sendable (String) -> Bool
  ) -> SystemResolver {
    SystemResolver(pool: pool) { name in
      if hangs(name) { gate.pass() }
      return .addresses([one])
    }
  }

  private func addresses(
    _ text: String, _ names: Names, until deadline: Deadline = .after(.seconds(100))
  ) async throws -> [HostAddress] {
    try await names.addresses(of: .name(DomainName(text)), until: deadline)
  }

  @Test func `eight look-ups with a silent name server do not block other look-ups`() async throws {
    try await EventLoop.lend { loop in
      let gate = Gate()
      let resolver = Self.resolver(BlockingPool(threadLimit: 8), gate) {
        $0.utf8.suffix(14).elementsEqual("silent.example".utf8)
      }
      let names = Names(resolver, on: loop)
      try await withThrowingTaskGroup(of: [HostAddress].self) { group in
        for number in 0..<8 {
          group.addTask { try await addresses("n\(number).silent.example", names) }
        }
        while loop.census.waiting < 8 { await Pause.brief() }
        while resolver.waitingCount < 6 { await Pause.brief() }
        for number in 0..<20 {
          #expect(try await addresses("other\(number).example", names) == [Self.one])
        }
        #expect(resolver.waitingCount == 6)
        gate.open()
        for try await found in group { #expect(found == [Self.one]) }
      }
      #expect(resolver.waitingCount == 0)
    }
  }

  @Test func `names of the same domain are looked up two at a time, in order`() async throws {
    try await EventLoop.lend { loop in
      let (running, most, order) = (Shared(0), Shared(0), Shared<[String]>([]))
      let resolver = SystemResolver(pool: BlockingPool(threadLimit: 4)) { name in
        running.change { count in
          count += 1
          let now = count
          most.change { $0 = max($0, now) }
        }
        order.change { $0.append(name) }
        running.change { $0 -= 1 }
        return .addresses([Self.one])
      }
      let ended = Shared(0)
      for number in 0..<50 {
        _ = try resolver.lookUp(DomainName("n\(number).one.example")) { _ in
          ended.change { $0 += 1 }
        }
      }
      while ended.value < 50 { await Pause.brief() }
      #expect(most.value <= 2)
      #expect(order.value.count == 50)
      #expect(Set(order.value).count == 50)
      // No look-up may be left that would occupy a slot.
      while resolver.waitingCount > 0 { await Pause.brief() }
    }
  }

  @Test func `after a cancelled look-up, the next look-up of the domain starts`() async throws {
    try await EventLoop.lend { loop in
      let (gate, asked) = (Gate(), Shared<[String]>([]))
      let pool = BlockingPool(threadLimit: 1)
      let resolver = SystemResolver(pool: pool) { name in
        asked.change { $0.append(name) }
        gate.pass()
        return .addresses([Self.one])
      }
      let ended = Shared<[Int]>([])
      var giveUps: [@Sendable () -> Void] = []
      for number in 0..<5 {
        giveUps.append(
          try resolver.lookUp(DomainName("n\(number).one.example")) { _ in
            ended.change { $0.append(number) }
          })
      }
      while asked.value.isEmpty { await Pause.brief() }
      // The first one runs, the second one waits for a thread, and the others wait for their
      // domain.
      #expect(resolver.waitingCount == 3)
      giveUps[1]()
      #expect(resolver.waitingCount == 2)
      giveUps[3]()
      #expect(resolver.waitingCount == 1)
      giveUps[0]()
      gate.open()
      while ended.value.count < 3 { await Pause.brief() }
      #expect(ended.value == [0, 2, 4])
    }
  }

  @Test func `the look-up queue has the same limit as the queue of its thread pool`() async throws {
    let gate = Gate()
    let resolver = Self.resolver(BlockingPool(threadLimit: 2, queueLimit: 3), gate) { _ in true }
    defer { gate.open() }
    for number in 0..<5 {
      _ = try resolver.lookUp(DomainName("n\(number).one.example")) { _ in }
    }
    #expect(throws: NetError.tooMuchQueued(limit: 3)) {
      _ = try resolver.lookUp(DomainName("n5.one.example")) { _ in }
    }
  }
}
