import CApusTestSupport
import Testing

@testable import ApusNet

/// A child of `fork` that does not call `exec`: a separate process forks, and waits for its child.
/// If the child waits forever, an alarm ends it with a signal.
@Suite(.timeLimit(.minutes(3))) struct CurrentProcessTests {
  @Test func `isForkedChild is true in a forked child and false in its parent`() async {
    await #expect(processExitsWith: .success) {
      #expect(!CurrentProcess.isForkedChild)
      // No thread of ours runs yet, so that a child may still start some.
      let early = apus_test_fork()
      if early == 0 { apus_test_leave(CurrentProcess.isForkedChild ? 1 : 0) }
      #expect(apus_test_await(early) == 0)
      let loop = try EventLoop()
      let late = apus_test_fork()
      if late == 0 { apus_test_leave(CurrentProcess.isForkedChild ? 0 : 1) }
      #expect(apus_test_await(late) == 0)
      #expect(!CurrentProcess.isForkedChild)
      await loop.shutdown()
    }
  }

  @Test func `in a forked child each call throws forked, and the parent is unaffected`() async {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      let pool = BlockingPool(threadLimit: 1)
      _ = try await pool.run(until: .never, on: loop) { 1 }
      let connection = try await Connection(on: loop)
      let (client, server) = (connection.client, connection.server)
      let child = apus_test_fork()
      if child == 0 {
        let calls: [() async throws -> Void] = [
          { _ = try EventLoop() },
          { _ = try Listener(at: Echo.home, on: loop) },
          { _ = try await Socket.connect(to: client.peer, until: .never, on: loop) },
          { _ = try await client.send([1]) },
          { _ = try await client.receiveAll(1) },
          { try await client.wait(for: .input, .receive, until: .never) },
          { try await loop.sleep(until: .never) },
          { try await pool.run(until: .never, on: loop) {} },
          { _ = try await FileAccess(on: loop).open("/dev/null", until: .never) },
          { _ = try SystemResolver().lookUp(DomainName("a.example")) { _ in } },
        ]
        for (index, call) in calls.enumerated() {
          guard await failure(call) == .forked else { apus_test_leave(Int32(index) + 1) }
        }
        guard client.silence() == .failed(.forked) else { apus_test_leave(100) }
        client.close()
        apus_test_leave(0)
      }
      #expect(apus_test_await(child) == 0)
      // The child has sent no bytes, and has removed no socket from the shared poller.
      async let received = client.receiveAll(2)
      try await server.send([1, 2])
      #expect(try await received == [1, 2])
      try await client.send([3])
      #expect(try await server.receiveAll(1) == [3])
    }
  }
}
