import CApusTestSupport

/// A network of a test's own, for a suite that runs on a thread of its own.
///
/// It belongs to the thread, and so do the sockets that the thread makes.
enum OwnNetwork {
  /// The reason that there can be none; nil if there can. It depends on the system, such as a
  /// container.
  static let obstacle: String? =
    apus_test_may_own_network() != 0
    ? "this process may not have a network of its own"
    : !Surroundings.isStrict && run("command -v ip") != 0 ? "there is no iproute2" : nil

  /// Enters a new network, in which an IPv6 address drops every packet and an IPv4 address of the
  /// public internet is this machine.
  static func enter() throws {
    guard apus_test_enter_own_network() == 0 else { throw Failure(line: "unshare") }
    for line in [
      "ip link set lo up", "ip link add hole type veth peer name void", "ip link set hole up",
      "ip link set void up", "ip -6 addr add 2001:db8::1/64 dev hole nodad",
      "ip -6 neigh add \(blackHole) lladdr 02:00:00:00:00:02 dev hole",
      "ip addr add \(publicAddress)/32 dev lo",
    ] {
      guard run(line) == 0 else { throw Failure(line: line) }
    }
  }

  static let blackHole = "2001:db8::2"
  static let publicAddress = "9.9.9.9"

  static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } >/dev/null")
  }

  /// The line that failed.
  struct Failure: Error { let line: String }
}
