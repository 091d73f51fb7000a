import ApusNet
import CApusTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct ListenerTests {
  @Test func `an address is in use while a listener has it, and free after close`()
    async throws
  {
    try await EventLoop.lend { loop in
      let listener = try Listener(at: Echo.home, on: loop)
      let address = listener.address
      #expect(address.port != 0)
      #expect(throws: NetError.addressInUse(address)) { _ = try Listener(at: address, on: loop) }
      listener.close()
      // The kernel may have given the port to another program meanwhile, but not five times.
      for attempt in 1...5 {
        do throws(NetError) {
          let address = try Self.addressOfClosed(on: loop)
          try Listener(at: address, on: loop).close()
          break
        } catch {
          guard attempt < 5, case .addressInUse = error else { throw error }
        }
      }
      let foreign = SocketAddress.ipv4(IPv4Address(192, 0, 2, 1), port: 0)
      #expect(throws: NetError.addressNotLocal(foreign)) {
        _ = try Listener(at: foreign, on: loop)
      }
    }
  }

  /// The address of a listener that was closed just now.
  private static func addressOfClosed(on loop: EventLoop) throws(NetError) -> SocketAddress {
    let listener = try Listener(at: Echo.home, on: loop)
    defer { listener.close() }
    return listener.address
  }

  @Test func `accept ends with an error at the deadline or when the listener closes`()
    async throws
  {
    try await EventLoop.lend { loop in
      let listener = try Listener(at: Echo.home, on: loop)
      #expect(
        await failure { _ = try await listener.accept(until: .after(.milliseconds(5))) }
          == .timedOut(.accept, listener.address))
      async let waiting = failure { _ = try await listener.accept() }
      while loop.census.waiting == 0 { await Pause.brief() }
      listener.close()
      #expect(await waiting == .closed)
      #expect(await failure { _ = try await listener.accept() } == .closed)
    }
  }

  @Test func `a listener accepts many parallel connections`() async throws {
    try await EventLoop.lend { loop in
      try await Echo.serve(on: loop) { address in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for index in 0..<200 {
            group.addTask {
              let socket = try await Socket.connect(
                to: address, until: .after(.seconds(20)), on: loop)
              try await socket.send([UInt8(index)])
              #expect(try await socket.receiveAll(1) == [UInt8(index)])
            }
          }
          try await group.waitForAll()
        }
      }
    }
  }

  /// On a busy machine, the runtime's thread pool counts its threads through files of `/proc`, and
  /// a signal ends a process that has no free descriptor. Such an end is not a failure of the
  /// listener, so one of three processes must reach its end. Each other failure counts at once.
  @Test func `without free descriptors, a connection waits and is accepted later`() async {
    for remaining in [2, 1, 0] {
      // The condition holds for each end of the process, because the process never ends with 0.
      let result = await #expect(processExitsWith: .failure, observing: [\.exitStatus]) {
        try await ListenerTests.acceptLater()
        apus_test_leave(ListenerTests.reachedEnd)
      }
      if case .signal = result?.exitStatus, remaining > 0 { continue }
      #expect(result?.exitStatus == .exitCode(ListenerTests.reachedEnd))
      return
    }
  }

  /// The exit status of a process that has accepted the connection.
  private static let reachedEnd: Int32 = 42

  private static func acceptLater() async throws {
    let loop = try EventLoop()
    let listener = try Listener(at: Echo.home, on: loop)
    var clients: [Socket] = []
    for _ in 0..<8 {
      clients.append(
        try await Socket.connect(to: listener.address, until: .after(.seconds(90)), on: loop))
    }
    // The runtime of Swift opens its own descriptors when it first needs threads and timers.
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 { group.addTask { try? await Task.sleep(for: .milliseconds(5)) } }
    }
    // The runtime may also close a descriptor after the exhaustion, which then starts again.
    var error: NetError?
    for _ in 0..<4 where error == nil {
      try #require(apus_test_exhaust_descriptors() == 0)
      error = await failure { _ = try await listener.accept(until: .after(.seconds(1))) }
    }
    try #require(error == .outOfDescriptors(wholeSystem: false))
    let error2 = await failure {
      _ = try await Socket.connect(
        to: listener.address, until: .after(.seconds(90)), on: loop)
    }
    try #require(error2 == .outOfDescriptors(wholeSystem: false))
    let start = apus_test_processor_nanoseconds()
    async let accepted = listener.accept(until: .after(.seconds(90)))
    try await loop.sleep(until: .after(.milliseconds(600)))
    try #require(apus_test_processor_nanoseconds() - start < 150_000_000)
    clients.removeFirst().close()
    let socket = try await accepted
    socket.close()
  }
}
