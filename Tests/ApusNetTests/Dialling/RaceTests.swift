import ApusNet
import CApusTestSupport
import Testing

/// Connecting to a name with several addresses. RFC 8305 section 5.
@Suite(.timeLimit(.minutes(3))) struct RaceTests {
  private static let home = HostAddress.ipv4(IPv4Address(127, 0, 0, 1))
  private static let closed = HostAddress.ipv4(IPv4Address(127, 0, 0, 2))

  private static func connect(
    _ hosts: [HostAddress], _ port: UInt16, by rules: DialRules = .init(),
    until deadline: Deadline = .after(.seconds(100)), on loop: EventLoop
  ) async throws(NetError) -> Socket {
    try await Socket.connect(to: hosts, port: port, by: rules, until: deadline, on: loop)
  }

  @Test func `if the first address rejects the connection, the second is tried at once`()
    async throws
  {
    try await EventLoop.lend { loop in
      try await Echo.serve(on: loop) { address in
        let port = try #require(address.port)
        let socket = try await Self.connect([Self.closed, Self.home, Self.home], port, on: loop)
        #expect(socket.peer == address)
        try await socket.send([1, 2])
        #expect(try await socket.receiveAll(2) == [1, 2])
      }
    }
  }

  @Test func `if the first address does not respond, the second is tried in parallel`()
    async throws
  {
    try await EventLoop.lend { loop in
      let silent = try await Silent(on: loop)
      let port = try #require(silent.address.port)
      let start = ContinuousClock.now
      try await Echo.serve(at: Self.closed.socketAddress(port: port), on: loop) { address in
        let socket = try await Self.connect([Self.home, Self.closed], port, on: loop)
        #expect(socket.peer == address)
        #expect(ContinuousClock.now - start >= HappyEyeballs.attemptDelay)
        try await socket.send([1, 2])
        #expect(try await socket.receiveAll(2) == [1, 2])
      }
      silent.close()
    }
  }

  @Test func `if all addresses fail, the error contains the reason for each address`() async throws
  {
    try await EventLoop.lend { loop in
      let listener = try Listener(at: Echo.home, on: loop)
      let port = try #require(listener.address.port)
      listener.close()
      let foreign = HostAddress.ipv6(IPv6Address(value: 0x2001_0db8 << 96 | 1))
      let rules = DialRules(from: .ipv4(IPv4Address(127, 0, 0, 1), port: 0))
      let hosts = [Self.closed, foreign, Self.home]
      let error = await failure {
        _ = try await Self.connect(hosts, port, by: rules, on: loop)
      }
      guard case .noneAnswered(let failures) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let (first, last) = (
        Self.closed.socketAddress(port: port), Self.home.socketAddress(port: port)
      )
      let other = foreign.socketAddress(port: port)
      #expect(failures.map(\.address) == [first, other, last])
      #expect(failures[0].error == .refused(by: first))
      #expect(
        failures[1].error == .otherFamily(other, from: .ipv4(IPv4Address(127, 0, 0, 1), port: 0)))
      let words = try #require(error).description
      for address in failures.map(\.address) {
        #expect(words.split(separator: "\(address)", omittingEmptySubsequences: false).count == 2)
      }
    }
  }

  @Test func `an address that the egress guard rejects is skipped at any position`()
    async throws
  {
    try await EventLoop.lend { loop in
      let listener = try Listener(at: Echo.home, on: loop)
      let port = try #require(listener.address.port)
      let block = try #require(AddressBlock("127.0.0.1"))
      for egress in [EgressGuard(.anywhere, denied: [block]), .publicOnly] {
        for hosts in [[Self.home], [Self.closed, Self.home], [Self.home, Self.closed]] {
          let rules = DialRules(egress: egress)
          let error = await failure { _ = try await Self.connect(hosts, port, by: rules, on: loop) }
          let peer = Self.home.socketAddress(port: port)
          let refusal: EgressGuard.Refusal =
            egress == .publicOnly ? .notPublic(peer) : .deniedAddress(peer, by: block)
          if case .noneAnswered(let failures) = error {
            #expect(failures.first { $0.address == peer }?.error == .egress(refusal))
          } else {
            #expect(error == .egress(refusal))
          }
        }
      }
      // No other connection was made or is being made: this is the first one.
      let own = try await Socket.connect(
        to: listener.address, until: .after(.seconds(10)), on: loop)
      let first = try await listener.accept(until: .after(.seconds(10)))
      #expect(first.peer == own.local)
      let second = await failure { _ = try await listener.accept(until: .after(.milliseconds(5))) }
      #expect(second == .timedOut(.accept, listener.address))
      for socket in [own, first] { socket.close() }
      listener.close()
    }
  }

  @Test func `at the deadline, all connection attempts of a race end with a timeout`() async throws
  {
    try await EventLoop.lend { loop in
      let silent = try await Silent(on: loop)
      let port = try #require(silent.address.port)
      for (milliseconds, hosts) in [(60, [Self.home, Self.home]), (60, [Self.home, Self.closed])] {
        let start = ContinuousClock.now
        let error = await failure {
          _ = try await Self.connect(
            hosts, port, until: .after(.milliseconds(milliseconds)), on: loop)
        }
        // The error contains the tried addresses with their results.
        guard case .noneAnswered(let failures) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(
          failures.last == FailedAttempt(silent.address, .timedOut(.connect, silent.address)))
        #expect(ContinuousClock.now - start >= .milliseconds(milliseconds))
      }
      silent.close()
    }
  }

  @Test func `a race without any address fails immediately`() async throws {
    try await EventLoop.lend { loop in
      let error = await failure { _ = try await Self.connect([], 1, on: loop) }
      #expect(error == .noneAnswered([]))
    }
  }

  @Test func `a cancelled race leaves no connection open`() async {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      let silent = try await Silent(on: loop)
      let port = try #require(silent.address.port)
      let before = apus_test_descriptors()
      try await Echo.serve(at: Self.closed.socketAddress(port: port), on: loop) { _ in
        for round in 0..<600 {
          // The second address refuses or responds; the first one is silent or comes last.
          let hosts =
            round % 2 == 0
            ? [Self.home, .ipv4(IPv4Address(127, 0, 0, 3))]
            : [.ipv4(IPv4Address(127, 0, 0, 3)), Self.closed, Self.home]
          let task = Task(executorPreference: round % 4 < 2 ? loop : nil) {
            try await Self.connect(hosts, port, on: loop).close()
          }
          for _ in 0..<(round % 30) { await Task.yield() }
          task.cancel()
          try? await task.value
        }
      }
      silent.close()
      #expect(loop.census == (0, 0, 0))
      #expect(apus_test_descriptors() < before + 100)
    }
  }
}

extension String {
  fileprivate func contains(_ other: String) -> Bool {
    let (own, other) = (Array(utf8), Array(other.utf8))
    return own.indices.contains { own[$0...].starts(with: other) }
  }
}
