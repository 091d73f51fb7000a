import ApusNet

/// The environment of the tests.
enum Surroundings {
  /// The variables of the environment.
  static let variables: [String: String] = {
    let bytes = (try? Files.contents(of: "/proc/self/environ")) ?? []
    let entries = bytes.split(separator: 0).map { entry in
      entry.split(separator: 0x3d, maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    return Dictionary(entries.map { ($0[0], $0.last ?? "") }) { first, _ in first }
  }()

  /// A Boolean value that indicates whether a missing requirement of a test is a failure.
  static let isStrict = variables["APUS_STRICT"] == "1"
}
