@testable import ApusNet

/// The Linux features without which some tests are skipped.
enum LinuxOnly {
  private static let isStrict = ProcessEnvironment.value(of: "APUS_STRICT") == "1"

  /// A Boolean value that indicates whether the kernel has netlink sockets.
  static let hasRoutes = isStrict || (try? RouteSocket()) != nil

  /// A Boolean value that indicates whether a write to `/dev/full` fails.
  static let hasFullDevice = isStrict || Files.exists("/dev/full")

  /// A Boolean value that indicates whether `/proc` is mounted.
  static let hasProc = isStrict || (try? Files.contents(of: "/proc/self/status")) != nil
}
