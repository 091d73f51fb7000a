/// The percentiles of measured latencies.
struct Percentiles {
  private let sorted: [Double]

  init(_ values: [Double]) {
    precondition(!values.isEmpty, "percentiles have values")
    sorted = values.sorted()
  }

  /// Returns whether at least five values exceed a percentile. Otherwise the percentile would only
  /// be the greatest value.
  func has(_ percent: Double) -> Bool {
    percent == 100 || Double(sorted.count) * (100 - percent) >= 500 - 1e-6
  }

  /// Returns the least value that is at least as great as the given percentage of all values.
  func value(at percent: Double) -> Double {
    let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
    return sorted[min(sorted.count - 1, max(0, Int(rank) - 1))]
  }
}
