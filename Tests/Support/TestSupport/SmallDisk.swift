import CApusTestSupport

/// A disk of a test's own, which is soon full.
package struct SmallDisk {
  /// Whether this process may mount one.
  package static let mayMount = run("unshare -m true") == 0

  private let path: String

  /// Mounts a disk of so many kibibytes at a path where nothing is.
  package init(at path: String, kibibytes: Int) throws {
    self.path = path
    let line = "mkdir '\(path)' && mount -t tmpfs -o size=\(kibibytes)k none '\(path)'"
    guard Self.run(line) == 0 else { throw TemporaryFolder.Failure() }
  }

  /// Lets go of the disk.
  package func unmount() { _ = Self.run("umount -l '\(path)'") }

  private static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } >/dev/null 2>&1")
  }
}
