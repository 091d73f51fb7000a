import ApusNet

/// Test data from outside, which lies beside the repository or where `APUS_CORPORA` says.
struct Corpus {
  let path: String

  init(_ name: String) {
    path = (Self.environment["APUS_CORPORA"] ?? Trial.root + "/../shared/corpora") + "/" + name
  }

  /// Whether a test that needs it is to run: where `APUS_STRICT` is 1 its absence is a failure.
  var isExpected: Bool { Files.isFolder(path) || Self.isStrict }

  static var isStrict: Bool { environment["APUS_STRICT"] == "1" }

  private static let environment: [String: String] = {
    let bytes = (try? Files.contents(of: "/proc/self/environ")) ?? []
    let entries = bytes.split(separator: 0).map { entry in
      entry.split(separator: 0x3d, maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    return Dictionary(entries.map { ($0[0], $0.last ?? "") }) { first, _ in first }
  }()
}
