import Glibc

/// A power law that is fitted to measured costs: cost = factor × size^exponent.
struct PowerLaw {
  let exponent: Double
  /// The standard error of the exponent.
  let error: Double

  /// Returns the natural logarithm of a value.
  static func logarithm(_ value: Double) -> Double { log(value) }

  /// Fits a power law with a least squares line through the logarithms of at least three points.
  init(_ points: [(size: Double, cost: Double)]) {
    precondition(points.count >= 3, "a fit with an error needs three points")
    let xs = points.map { log($0.size) }
    let ys = points.map { log($0.cost) }
    let count = Double(points.count)
    let meanX = xs.reduce(0, +) / count
    let meanY = ys.reduce(0, +) / count
    let squares = xs.map { ($0 - meanX) * ($0 - meanX) }.reduce(0, +)
    exponent = zip(xs, ys).map { ($0 - meanX) * ($1 - meanY) }.reduce(0, +) / squares
    let slope = exponent
    let residuals = zip(xs, ys).map { pow($1 - meanY - slope * ($0 - meanX), 2) }.reduce(0, +)
    error = (residuals / (count - 2) / squares).squareRoot()
  }
}
