import CApusTestSupport

/// A small disk for one test.
package struct SmallDisk {
  /// A Boolean value that indicates whether this process may mount one.
  package static let mayMount = run("unshare -m true") == 0

  private let path: String

  /// Mounts a disk of a number of kibibytes at a new path.
  package init(at path: String, kibibytes: Int) throws {
    self.path = path
    let line = "mkdir '\(path)' && mount -t tmpfs -o size=\(kibibytes)k none '\(path)'"
    guard Self.run(line) == 0 else { throw TemporaryFolder.Failure() }
  }

  /// Unmounts the disk.
  package func unmount() { _ = Self.run("umount -l '\(path)'") }

  private static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } >/dev/null 2>&1")
  }
}
