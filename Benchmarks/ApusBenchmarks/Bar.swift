import Glibc

/// A figure and the limit that it has to hold.
///
/// The limit is held or missed only if the middle half of the values is on one side of it.
struct Bar {
  private let name: String
  private let spread: Spread
  private let limit: ReportRow.Limit
  private let client: String
  private let peer: String?

  /// A figure that is a count, or the only value of its kind.
  init(_ name: String, at value: Double, atMost limit: Double) {
    self.init(name, over: [value], atMost: limit)
  }

  /// A figure that is a count, or the only value of its kind.
  init(_ name: String, at value: Double, atLeast limit: Double) {
    self.init(name, over: [value], atLeast: limit)
  }

  /// A figure that was measured several times; the values are ratios if a peer is named.
  init(
    _ name: String, over values: [Double], client: String = "Apus", peer: String? = nil,
    atMost limit: Double
  ) {
    self.name = name
    spread = Spread(values)
    self.limit = ReportRow.Limit(value: limit, isLeast: false)
    self.client = client
    self.peer = peer
  }

  /// A figure that was measured several times; the values are ratios if a peer is named.
  init(
    _ name: String, over values: [Double], client: String = "Apus", peer: String? = nil,
    atLeast limit: Double
  ) {
    self.name = name
    spread = Spread(values)
    self.limit = ReportRow.Limit(value: limit, isLeast: true)
    self.client = client
    self.peer = peer
  }

  /// A Boolean value that indicates whether the limit is within the spread of the values.
  var isUndecided: Bool { limit.outcome(of: spread) == .undecided }

  /// Prints the line, adds it to the results, and returns false if the limit was missed.
  func report() -> Bool {
    let outcome = limit.outcome(of: spread)
    print("  \(word(for: outcome)) \(name): \(Measurement.text(of: spread)), \(bound)")
    // A line appears at once, also if the output is a file.
    fflush(nil)
    Results.add(
      ReportRow(
        part: Results.part, name: name, client: client, peer: peer, unit: unit, value: spread,
        isGreaterBetter: limit.isLeast, limit: limit))
    return outcome != .missed
  }

  private var bound: String { (limit.isLeast ? "at least " : "at most ") + "\(limit.value)" }

  private var unit: String { peer == nil ? "" : "ratio" }

  private func word(for outcome: ReportRow.Outcome) -> String {
    switch outcome {
    case .held: "holds    "
    case .missed: "MISSED   "
    case .undecided: "undecided"
    }
  }

  /// A number with two decimals.
  static func hundredths(_ value: Double) -> String {
    guard abs(value) < 1e15 else { return "\(value)" }
    let hundredths = Int((abs(value) * 100).rounded())
    let digits = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
    return (value < 0 && hundredths > 0 ? "-" : "") + "\(hundredths / 100).\(digits)"
  }
}
