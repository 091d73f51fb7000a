/// A length of time as people type it for a timeout: seconds, perhaps with a fraction.
enum TimeLimit {
  static let expected = "seconds, as in 30 or 2.5"

  static func read(_ text: String) -> Duration? {
    let parts = text.utf8.split(separator: 0x2e, maxSplits: 1, omittingEmptySubsequences: false)
    guard 1...7 ~= parts[0].count, parts.count == 1 || 1...3 ~= parts[1].count,
      parts.allSatisfy({ $0.allSatisfy { $0 &- 0x30 < 10 } })
    else { return nil }
    let digits = parts.count == 1 ? [] : Array(parts[1])
    let padded = Array(parts[0]) + digits + [UInt8](repeating: 0x30, count: 3 - digits.count)
    // At most ten digits.
    let milliseconds = padded.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    return milliseconds > 0 ? .milliseconds(milliseconds) : nil
  }
}
