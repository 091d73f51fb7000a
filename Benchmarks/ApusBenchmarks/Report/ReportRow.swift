/// A figure of a report, which is the cost of a workload for a client or a ratio of two costs.
struct ReportRow: Codable, Equatable {
  /// The result of comparing a figure with its limit.
  enum Outcome: String, Codable {
    case held
    case missed
    /// The limit is within the spread of the values.
    case undecided
  }

  /// A limit for the median of a figure.
  struct Limit: Codable, Equatable {
    let value: Double
    /// A Boolean value that indicates whether the limit is a lower limit, so that greater values
    /// are good.
    let isLeast: Bool

    /// Returns the result of comparing a spread with the limit. A limit within the spread is
    /// undecided.
    func outcome(of spread: Spread) -> Outcome {
      if isLeast ? spread.lower >= value : spread.upper <= value { return .held }
      return (isLeast ? spread.upper < value : spread.lower > value) ? .missed : .undecided
    }
  }

  /// The name of the suite's part, such as `transport`.
  let part: String
  /// The name of the workload.
  let name: String
  /// The name of the client or the module.
  let client: String
  /// The name of the client whose value is the divisor, or `nil` for an absolute value.
  var peer: String?
  let unit: String
  let value: Spread
  /// A Boolean value that indicates whether a greater value of the figure is better.
  var isGreaterBetter = false
  var limit: Limit?

  var outcome: Outcome? { limit?.outcome(of: value) }

  /// A Boolean value that indicates whether the row describes Apus.
  var isOurs: Bool { client.utf8.starts(with: "Apus".utf8) }

  /// A Boolean value that indicates whether the peer leads outside of the spread.
  var isPeerAhead: Bool {
    guard peer != nil, isOurs else { return false }
    return isGreaterBetter ? value.upper < 1 : value.lower > 1
  }

  /// The words that identify the same row in two reports.
  var key: String { [part, name, client, peer ?? "", unit].joined(separator: "|") }
}
