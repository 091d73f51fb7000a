/// The percentiles of latencies.
struct Percentiles {
  private let sorted: [Double]

  init(_ values: [Double]) {
    precondition(!values.isEmpty, "percentiles have values")
    sorted = values.sorted()
  }

  /// A Boolean value that indicates whether at least five values exceed a percentile; otherwise it
  /// would only be the greatest value.
  func has(_ percent: Double) -> Bool {
    percent == 100 || Double(sorted.count) * (100 - percent) >= 500 - 1e-6
  }

  /// The least value that is not less than a percentage of all values.
  func value(at percent: Double) -> Double {
    let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
    return sorted[min(sorted.count - 1, max(0, Int(rank) - 1))]
  }
}
