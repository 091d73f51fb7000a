import CApusTestSupport
import Testing

@testable import ApusNet

/// A separate network of a test: the network namespace of a loop's thread, and of its sockets.
///
/// It contains the two ends of one wire, `out` and `in`.
enum OwnNetwork {
  /// The reason that there can be none; nil if there can. With `APUS_STRICT` a reason is a failure.
  static let obstacle: String? =
    ProcessEnvironment.value(of: "APUS_STRICT") == "1"
    ? nil
    : apus_test_may_own_network() != 0
      ? "this process may not have a network of its own"
      : run("command -v ip") != 0 ? "there is no iproute2" : nil

  /// Runs `body` on the thread of a loop with a separate network, with a default route.
  static func with(
    _ family: NetworkRoute.Family = .ipv4, _ body: @Sendable (EventLoop) async throws -> Void
  ) async throws {
    try await EventLoop.lend { loop in
      try await withTaskExecutorPreference(loop) {
        guard apus_test_enter_own_network() == 0 else { throw Failure(line: "unshare") }
        try change(
          "ip link set lo up", "ip link add out type veth peer name in", "ip link set in up",
          "ip link set out up")
        switch family {
        case .ipv4: try change(address, route)
        case .ipv6: try change(address6, route6)
        }
        try await body(loop)
      }
    }
  }

  static let address = "ip addr add 192.0.2.2/24 dev out"
  static let route = "ip route add default via 192.0.2.1"
  static let address6 = "ip -6 addr add 2001:db8::2/64 dev out nodad"
  static let route6 = "ip -6 route add default via 2001:db8::1"

  /// Changes the network by shell commands, each of which must succeed.
  static func change(_ lines: String...) throws {
    for line in lines where run(line) != 0 { throw Failure(line: line) }
  }

  private static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } >/dev/null 2>&1")
  }

  /// The command that failed.
  struct Failure: Error { let line: String }
}

/// Reads the statuses of a reachability, one after the other.
struct Told: ~Copyable {
  private var iterator: AsyncStream<Reachability.Status>.Iterator

  init(by reachability: Reachability) {
    iterator = reachability.changes.makeAsyncIterator()
    reachability.startMonitoring()
  }

  mutating func next() async -> Reachability.Status? {
    await iterator.next(isolation: #isolation)
  }
}

extension Reachability {
  /// Returns the reachability of an address, or of the default route.
  static func of(_ text: String?, on loop: EventLoop) throws -> Reachability {
    guard let text else { return Reachability(.defaultRoute, on: loop) }
    return Reachability(.address(try #require(HostAddress(text))), on: loop)
  }
}
