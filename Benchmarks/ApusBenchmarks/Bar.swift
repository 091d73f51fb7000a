/// A figure and the bar it has to hold.
struct Bar {
  private let name: String
  private let value: Double
  private let holds: Bool
  private let bound: String

  init(_ name: String, at value: Double, atMost limit: Double) {
    self.name = name
    self.value = value
    holds = value <= limit
    bound = "at most \(limit)"
  }

  init(_ name: String, at value: Double, atLeast limit: Double) {
    self.name = name
    self.value = value
    holds = value >= limit
    bound = "at least \(limit)"
  }

  /// Prints the line and says whether the bar held.
  func report() -> Bool {
    print("  \(holds ? "holds " : "MISSED") \(name): \(Bar.hundredths(value)), \(bound)")
    return holds
  }

  /// A number with two decimals.
  static func hundredths(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let digits = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
    return "\(hundredths / 100).\(digits)"
  }
}
