/// The median and the quartiles of measured values.
struct Spread: Codable, Equatable {
  /// The median of the values.
  let median: Double
  /// The lower and the upper quartile of the values.
  let lower: Double
  let upper: Double
  /// The least and the greatest of the values.
  let least: Double
  let greatest: Double
  /// The number of measured values.
  let count: Int

  /// Creates the spread of one or more values.
  ///
  /// A quartile between two values is interpolated.
  init(_ values: [Double]) {
    precondition(!values.isEmpty, "a spread has values")
    let sorted = values.sorted()
    func quantile(_ fraction: Double) -> Double {
      let place = fraction * Double(sorted.count - 1)
      let below = Int(place)
      let above = min(below + 1, sorted.count - 1)
      return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
    median = quantile(0.5)
    lower = quantile(0.25)
    upper = quantile(0.75)
    least = sorted[0]
    greatest = sorted[sorted.count - 1]
    count = sorted.count
  }

  /// Returns whether the middle halves of two spreads overlap.
  func overlaps(_ other: Spread) -> Bool { lower <= other.upper && other.lower <= upper }

  /// The width of the middle half in percent of the median.
  var percent: Double { median == 0 ? 0 : (upper - lower) / abs(median) * 100 }

}
