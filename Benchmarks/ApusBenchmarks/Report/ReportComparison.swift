/// The row-by-row comparison of two reports from the same machine.
struct ReportComparison {
  /// A row whose median changed beyond the spreads of both runs.
  struct Change {
    let row: ReportRow
    let old: Spread
    /// The new median of the row divided by its old median.
    let factor: Double

    var isWorse: Bool { row.isGreaterBetter ? factor < 1 : factor > 1 }
  }

  /// The smallest relative change of a median that is reported. Smaller changes occur even on a
  /// quiet machine.
  private static let tolerance = 0.03

  private(set) var changes: [Change] = []
  private(set) var sameCount = 0
  /// The number of rows that only one of the two reports contains.
  let unmatchedCount: Int
  private let isNoisy: Bool

  init(_ old: BenchmarkReport, _ new: BenchmarkReport) {
    let before = Dictionary(old.rows.map { ($0.key, $0) }) { first, _ in first }
    var matchedCount = 0
    for row in new.rows {
      guard let other = before[row.key] else { continue }
      matchedCount += 1
      let factor = other.value.median == 0 ? 1 : row.value.median / other.value.median
      if row.value.overlaps(other.value) || abs(factor - 1) <= Self.tolerance {
        sameCount += 1
      } else {
        changes.append(Change(row: row, old: other.value, factor: factor))
      }
    }
    unmatchedCount = new.rows.count + old.rows.count - 2 * matchedCount
    isNoisy = old.environment.isNoisy || new.environment.isNoisy
  }

  /// The rows of Apus whose values became worse.
  var slower: [Change] { changes.filter { $0.isWorse && $0.row.isOurs } }

  var text: String {
    var lines = [
      "\ncomparison: \(sameCount) rows agree within spreads or 3 %, \(changes.count) changed, "
        + "\(unmatchedCount) are in one report only"
    ]
    if isNoisy { lines.append("one of the runs was noisy, so that a change may be the machine's") }
    for change in changes {
      let row = change.row
      lines.append(
        "  \(change.isWorse ? "WORSE " : "better") \(row.part): \(row.name), \(row.client)"
          + (row.peer.map { " to \($0)" } ?? "") + ": \(Bar.hundredths(change.factor)) times "
          + "\(BenchmarkReport.figure(change.old.median)) \(row.unit)")
    }
    return lines.joined(separator: "\n")
  }
}
