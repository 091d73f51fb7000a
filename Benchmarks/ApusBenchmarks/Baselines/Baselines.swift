import ApusNet
import ApusSerialization
import Synchronization

/// The baseline counts of instructions and allocations, which are stored in one file for each part.
///
/// A count may differ from its baseline by three percent. A deliberate change of a count requires a
/// run of `apus-benchmarks PART --update-baselines` and a commit of the file.
enum Baselines {
  /// The maximum relative difference between a count and its baseline.
  static let tolerance = 0.03

  private static let isUpdating = Mutex(false)

  /// Makes the following checks write their values as new baselines.
  static func beginUpdate() { isUpdating.withLock { $0 = true } }

  /// Counts, compares the value with its baseline and adds the value to the results. Returns
  /// `false` if they differ.
  ///
  /// On a busy machine, the threads of the runtime add instructions to a count. A count that
  /// differs is therefore repeated up to twice, and the last value is compared.
  ///
  /// A decrease beyond the tolerance is a failure too, because the old baseline would hide a later
  /// increase.
  static func check(
    _ part: String, _ name: String, _ count: @autoclosure () throws -> Double
  ) throws -> Bool {
    var values = try read(part)
    var value = try count()
    for _ in 0..<2 {
      guard let baseline = values[name], !isNear(value, baseline) else { break }
      value = try count()
    }
    Results.add(name, client: "Apus", unit: "count", [value])
    if isUpdating.withLock({ $0 }) {
      values[name] = value
      try write(values, part)
      print("  updated   \(name): \(Bar.hundredths(value))")
      return true
    }
    guard let baseline = values[name] else {
      print("  MISSED    \(name): \(Bar.hundredths(value)) has no baseline")
      return false
    }
    let change = change(of: value, baseline)
    let isHeld = isNear(value, baseline)
    print(
      "  \(isHeld ? "holds    " : "MISSED   ") \(name): \(Bar.hundredths(value)), baseline "
        + "\(Bar.hundredths(baseline)), change \(Bar.hundredths(change * 100)) %")
    return isHeld
  }

  private static func isNear(_ value: Double, _ baseline: Double) -> Bool {
    abs(change(of: value, baseline)) <= tolerance
  }

  /// Returns the relative difference between a value and its baseline.
  private static func change(of value: Double, _ baseline: Double) -> Double {
    baseline == 0 ? value : value / baseline - 1
  }

  private static func path(_ part: String) -> String {
    "\(ClientRegistry.root)/Benchmarks/Baselines/\(part).json"
  }

  private static func read(_ part: String) throws -> [String: Double] {
    guard let text = try? Files.contents(of: path(part)) else { return [:] }
    return try JSONCoder().decode([String: Double].self, from: text)
  }

  /// Writes one line for each value in the order of the names, so that a changed value changes a
  /// single line.
  private static func write(_ values: [String: Double], _ part: String) throws {
    let lines = try values.sorted { $0.key < $1.key }.map { name, value in
      let key = String(decoding: try JSONCoder().encode(name), as: UTF8.self)
      return "  \(key): \(value)"
    }
    try Suite.replace(path(part), with: Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8))
  }
}
