import Glibc

/// A measured figure and the limit that the figure must meet.
///
/// The limit is met or missed only if the middle half of the values is on one side of the limit.
struct Bar {
  private let name: String
  private let spread: Spread
  private let limit: ReportRow.Limit
  private let client: String
  private let peer: String?

  /// Creates a bar for a single value, such as a count, with an upper limit.
  init(_ name: String, at value: Double, atMost limit: Double) {
    self.init(name, over: [value], atMost: limit)
  }

  /// Creates a bar for a single value, such as a count, with a lower limit.
  init(_ name: String, at value: Double, atLeast limit: Double) {
    self.init(name, over: [value], atLeast: limit)
  }

  /// Creates a bar for a figure that was measured several times, with an upper limit. The values
  /// are ratios if a peer is named.
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

  /// Creates a bar for a figure that was measured several times, with a lower limit. The values are
  /// ratios if a peer is named.
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

  /// Prints the line of the figure and adds it to the results. Returns `false` if the figure misses
  /// its limit.
  func report() -> Bool {
    let outcome = limit.outcome(of: spread)
    print("  \(word(for: outcome)) \(name): \(Measurement.text(of: spread)), \(bound)")
    // The line appears at once, even if the output is a file.
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

  /// Returns a number with two decimals.
  static func hundredths(_ value: Double) -> String {
    guard abs(value) < 1e15 else { return "\(value)" }
    let hundredths = Int((abs(value) * 100).rounded())
    let digits = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
    return (value < 0 && hundredths > 0 ? "-" : "") + "\(hundredths / 100).\(digits)"
  }
}
