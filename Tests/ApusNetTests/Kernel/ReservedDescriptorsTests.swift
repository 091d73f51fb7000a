import ApusNet
import CApusTestSupport
import Testing

/// The last descriptors of a process are reserved for its runtime, which aborts without one.
@Suite(.timeLimit(.minutes(3))) struct ReservedDescriptorsTests {
  @Test func `creating event loops until an error leaves descriptors for the Swift runtime`()
    async
  {
    await #expect(processExitsWith: .success) {
      #expect(apus_test_limit_descriptors(40) == 0)
      var loops: [EventLoop] = []
      var failure: NetError?
      while failure == nil {
        do throws(NetError) { loops.append(try EventLoop()) } catch { failure = error }
      }
      #expect(loops.count > 2)
      #expect(failure == .outOfDescriptors(wholeSystem: false))
      for _ in 0..<6 { #expect(apus_test_take_descriptor() >= 0) }
      // Released descriptors are available again.
      while let loop = loops.popLast() { await loop.shutdown() }
      #expect(throws: Never.self) { try Files.contents(of: "/dev/null", mayWait: true) }
    }
  }

  @Test func `an event loop can be created after the descriptor limit is raised`() async {
    await #expect(processExitsWith: .success) {
      #expect(apus_test_limit_descriptors(30) == 0)
      var loops: [EventLoop] = []
      while let loop = try? EventLoop() { loops.append(loop) }
      #expect(apus_test_limit_descriptors(60) == 0)
      loops.append(try EventLoop())
      #expect(loops.count > 1)
    }
  }
}
