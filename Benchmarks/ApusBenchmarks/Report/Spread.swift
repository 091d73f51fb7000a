/// The median and the quartiles of measured values.
struct Spread: Codable, Equatable {
  /// The value in the middle.
  let median: Double
  /// The limits of the middle half of the values.
  let lower: Double
  let upper: Double
  /// The least and the greatest value.
  let least: Double
  let greatest: Double
  /// The number of values.
  let count: Int

  /// The spread of one value or more.
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

  /// A Boolean value that indicates whether the middle halves of two spreads overlap.
  func overlaps(_ other: Spread) -> Bool { lower <= other.upper && other.lower <= upper }

  /// The width of the middle half, in hundredths of the median.
  var percent: Double { median == 0 ? 0 : (upper - lower) / abs(median) * 100 }

}
