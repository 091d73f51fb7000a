import ApusNet
import CApusTestSupport
import Testing

/// The number of allocations for a new connection, on the thread that makes it.
@Suite(
  .timeLimit(.minutes(3)),
  .enabled(if: apus_test_allocations() >= 0, "a sanitizer hands out the memory"))
struct DialCostTests {
  private static let home = HostAddress.ipv4(IPv4Address(127, 0, 0, 1))

  /// The first address of the second dial rejects, so that there are two attempts.
  private static let dials: [([HostAddress], Int64)] = [
    ([home], 12), ([.ipv6(IPv6Address(value: 1)), home], 50),
  ]

  @Test(arguments: dials)
  func `connecting to an address allocates memory only a few times`(
    hosts: [HostAddress], limit: Int64
  )
    async throws
  {
    try await EventLoop.lend { loop in
      let listener = try Listener(at: Echo.home, on: loop)
      let port = try #require(listener.address.port)
      try await withTaskExecutorPreference(loop) {
        var least = Int64.max
        // Growing tables and other jobs on the loop are not part of a dial.
        for _ in 0..<20 {
          let before = apus_test_allocations()
          let socket = try await Socket.connect(
            to: hosts, port: port, by: .init(), until: .after(.seconds(10)), on: loop)
          least = min(least, apus_test_allocations() - before)
          socket.close()
        }
        #expect(1...limit ~= least)
      }
      listener.close()
    }
  }
}
