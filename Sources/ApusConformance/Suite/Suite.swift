/// One body of cases from outside, and how it is run.
protocol Suite: SendableMetatype {
  /// The word on the command line.
  static var name: String { get }
  /// What its cases are about, in a few words.
  static var summary: String { get }
  /// How the names of its files may end.
  static var fileNameEndings: [String] { get }
  /// The folders of its corpus; none if the files lie in the corpus itself.
  static var folders: [String] { get }

  /// Runs every case that the files hold.
  static func run(files: [String]) async throws -> Report
}

extension Suite {
  static var fileNameEndings: [String] { [".json"] }

  static var folders: [String] { [] }
}

/// What became of the cases of a run, each counted once.
struct Report {
  /// How one case ended.
  enum Verdict: Equatable {
    case passed
    /// Why it failed: what was expected, what happened, and under which circumstances.
    case failed(String)
    /// Why it was not run.
    case skipped(String)
  }

  /// The cases in the order in which they ran.
  private(set) var cases: [(id: String, verdict: Verdict)] = []
  /// Lines about the run as a whole, such as how many ways the cases were run.
  var remarks: [String] = []

  mutating func add(_ id: String, _ verdict: Verdict) { cases.append((id, verdict)) }

  /// Nothing failed, and something passed: an empty folder proves nothing.
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

  /// Each failure by itself; what was skipped is counted by its reason.
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

  /// How many cases were skipped for each reason, in the order in which the reasons came up.
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
