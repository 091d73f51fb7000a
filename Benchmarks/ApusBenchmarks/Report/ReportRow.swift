/// One figure of a report: the cost of a workload for a client, or a ratio of two costs.
struct ReportRow: Codable, Equatable {
  /// The result of a comparison with a limit.
  enum Outcome: String, Codable {
    case held
    case missed
    /// The limit is within the spread.
    case undecided
  }

  /// A limit for the median.
  struct Limit: Codable, Equatable {
    let value: Double
    /// A Boolean value that indicates whether values above the limit are good.
    let isLeast: Bool

    /// The outcome for a spread: a limit within the spread is undecided.
    func outcome(of spread: Spread) -> Outcome {
      if isLeast ? spread.lower >= value : spread.upper <= value { return .held }
      return (isLeast ? spread.upper < value : spread.lower > value) ? .missed : .undecided
    }
  }

  /// The part of the suite, such as `transport`.
  let part: String
  /// The workload.
  let name: String
  /// The client, or the module.
  let client: String
  /// The client that the value is divided by; nil for an absolute value.
  var peer: String?
  let unit: String
  let value: Spread
  /// A Boolean value that indicates whether greater values are better.
  var isGreaterBetter = false
  var limit: Limit?

  var outcome: Outcome? { limit?.outcome(of: value) }

  /// A Boolean value that indicates whether the row is about Apus.
  var isOurs: Bool { client.utf8.starts(with: "Apus".utf8) }

  /// A Boolean value that indicates whether the peer is ahead, outside of the spread.
  var isPeerAhead: Bool {
    guard peer != nil, isOurs else { return false }
    return isGreaterBetter ? value.upper < 1 : value.lower > 1
  }

  /// The words that identify a row in two reports.
  var key: String { [part, name, client, peer ?? "", unit].joined(separator: "|") }
}
