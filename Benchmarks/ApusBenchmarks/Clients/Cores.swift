import Glibc

/// The processor cores of a measurement with a server. The server runs on the first core, and
/// pinned clients run on the last core.
enum Cores {
  static let server = 0
  static let client = max(0, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1)
}
