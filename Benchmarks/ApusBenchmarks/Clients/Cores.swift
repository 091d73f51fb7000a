import Glibc

/// The cores of a measurement with a server: the server is on the first, pinned clients are on the
/// last.
enum Cores {
  static let server = 0
  static let client = max(0, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1)
}
