import FoundationEssentials

/// A folder of a test's own, which goes with what is in it when the test ends.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID())")
    path = url.path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Makes a file, and returns its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = "\(path)/\(name)"
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }
}
