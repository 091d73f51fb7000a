import ApusNet

/// Test data from outside, next to the repository or at the path in `APUS_CORPORA`.
package struct Corpus: Sendable {
  package let path: String

  package init(_ name: String) {
    path = (Self.environment["APUS_CORPORA"] ?? Self.root + "/../shared/corpora") + "/" + name
  }

  /// A Boolean value that indicates whether tests that need the data must run: with `APUS_STRICT`
  /// set to 1 its absence is a failure.
  package var isExpected: Bool { Files.isFolder(path) || Self.isStrict }

  /// A Boolean value that indicates whether the absence of a test's requirement is a failure.
  package static var isStrict: Bool { environment["APUS_STRICT"] == "1" }

  /// Returns the names of the files in its folder, or in a subfolder.
  package func names(in folder: String = "") throws -> [String] {
    try Files.names(in: folder.isEmpty ? path : path + "/" + folder)
  }

  /// Returns the bytes of one of its files.
  package func contents(of name: String) throws -> [UInt8] {
    try Files.contents(of: path + "/" + name)
  }

  /// The folder of the repository.
  package static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

  /// The environment of the process.
  package static let environment: [String: String] = {
    let bytes = (try? Files.contents(of: "/proc/self/environ")) ?? []
    let entries = bytes.split(separator: 0).map { entry in
      entry.split(separator: 0x3d, maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    return Dictionary(entries.map { ($0[0], $0.last ?? "") }) { first, _ in first }
  }()
}
