import ApusNet

/// The failures of other projects in documents outside of the repository.
///
/// Classes of attacks have numbers. A probed fault of a client is a row of a table, and its key is
/// its position there.
///
///     24. **Multipart injection / boundary guessing.** undici CVE-2025-22150 …
///     | 302 to another origin: `Authorization` forwarded | **yes** | no | no | no |
enum ListedFailures {
  /// The numbers of the classes of attacks.
  static func attacks() throws -> [Int] {
    try lines(of: "security.md").compactMap { line in
      let parts = line.split(separator: ".", maxSplits: 1)
      guard parts.count == 2, parts[1].utf8.starts(with: " **".utf8) else { return nil }
      return Int(parts[0])
    }
  }

  /// Returns the rows of the table of probes.
  static func probes() throws -> [FeatureRows.Row] {
    var rows: [FeatureRows.Row] = []
    var isInside = false
    for line in try lines(of: "peers.md") {
      if line.utf8.starts(with: "#".utf8) { isInside = line.utf8.starts(with: "### 0.2 ".utf8) }
      // The first two lines of a table are not rows.
      if isInside, line.utf8.first == 0x7c { rows.append(FeatureRows.Row("FN", rows.count - 1)) }
    }
    return Array(rows.dropFirst(2))
  }

  /// A Boolean value that indicates whether tests that need a document must run: with `APUS_STRICT`
  /// set to 1 its absence is a failure.
  static var isExpected: Bool {
    Files.exists(folder + "security.md") || ProcessEnvironment.value(of: "APUS_STRICT") == "1"
  }

  private static func lines(of name: String) throws -> [Substring] {
    String(decoding: try Files.contents(of: folder + name), as: UTF8.self).split(separator: "\n")
  }

  private static let folder =
    (ProcessEnvironment.value(of: "APUS_CORPORA") ?? House.root + "/../shared/corpora")
    + "/../spec/"
}
