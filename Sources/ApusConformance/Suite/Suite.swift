/// A test suite, which consists of test cases from another project and the code that runs these
/// cases.
protocol Suite: SendableMetatype {
  /// The name of the test suite on the command line.
  static var name: String { get }
  /// The subject of the test suite in a few words.
  static var summary: String { get }
  /// The endings of the names of the test suite's files.
  static var fileNameEndings: [String] { get }
  /// The folders of the test suite's corpus, or an empty array if the files are directly in the
  /// corpus.
  static var folders: [String] { get }

  /// Runs each test case in the files.
  static func run(files: [String]) async throws -> Report
}

extension Suite {
  static var fileNameEndings: [String] { [".json"] }

  static var folders: [String] { [] }
}

/// The report of a test run. Each test case is counted once.
struct Report {
  /// The result of a test case.
  enum Verdict: Equatable {
    case passed
    /// The test case failed. The associated value contains the expected result, the actual result
    /// and the circumstances.
    case failed(String)
    /// The test case was not run, for the given reason.
    case skipped(String)
  }

  /// The test cases in the order of their runs.
  private(set) var cases: [(id: String, verdict: Verdict)] = []
  /// The lines about the whole test run, such as the number of divisions of each case.
  var remarks: [String] = []

  mutating func add(_ id: String, _ verdict: Verdict) { cases.append((id, verdict)) }

  /// A Boolean value that indicates whether no test case failed and at least one test case passed.
  /// An empty folder of cases is not a success.
  var isSuccess: Bool { counts.failed == 0 && counts.passed > 0 }

  var counts: (passed: Int, failed: Int, skipped: Int) {
    var counts = (passed: 0, failed: 0, skipped: 0)
    for (_, verdict) in cases {
      switch verdict {
      case .passed: counts.passed += 1
      case .failed: counts.failed += 1
      case .skipped: counts.skipped += 1
      }
    }
    return counts
  }

  /// Prints the test report. Each failure has its own line, and the skipped cases are counted by
  /// their reasons.
  func print(isVerbose: Bool) {
    for (id, verdict) in cases {
      switch verdict {
      case .passed: if isVerbose { Swift.print("passed  \(id)") }
      case .failed(let why): Swift.print("FAILED  \(id): \(why)")
      case .skipped(let why): if isVerbose { Swift.print("skipped \(id): \(why)") }
      }
    }
    for remark in remarks { Swift.print(remark) }
    for (why, count) in skipped { Swift.print("skipped \(count): \(why)") }
    Swift.print("\(counts.passed) passed, \(counts.failed) failed, \(counts.skipped) skipped")
  }

  /// The number of skipped test cases for each reason, in the order of the first occurrence of each
  /// reason.
  var skipped: [(why: String, count: Int)] {
    var skipped: [(why: String, count: Int)] = []
    for case (_, .skipped(let why)) in cases {
      if let place = skipped.firstIndex(where: { $0.why == why }) {
        skipped[place].count += 1
      } else {
        skipped.append((why, 1))
      }
    }
    return skipped
  }
}
