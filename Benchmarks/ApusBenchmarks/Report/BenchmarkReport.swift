import ApusNet
import ApusSerialization

/// The report of a benchmark run, which contains the machine, the remarks and the rows.
struct BenchmarkReport: Codable {
  let environment: RunEnvironment
  let notes: [String]
  let rows: [ReportRow]

  init(environment: RunEnvironment, notes: [String], rows: [ReportRow]) {
    self.environment = environment
    self.notes = notes
    self.rows = rows
  }

  /// Reads a report that an earlier run has written.
  init(file path: String) throws {
    try self.init(bytes: try Files.contents(of: path))
  }

  init(bytes: [UInt8]) throws { self = try JSONCoder().decode(BenchmarkReport.self, from: bytes) }

  func json() throws -> [UInt8] { try JSONCoder().encode(self) + [0x0a] }

  /// The rows of peers that lead outside of the spread.
  var peersAhead: [ReportRow] { rows.filter(\.isPeerAhead) }

  /// Returns the rows of a part with absolute values, grouped by workload in the order of
  /// measurement.
  func workloads(of part: String) -> [(name: String, rows: [ReportRow])] {
    var list: [(name: String, rows: [ReportRow])] = []
    for row in rows where row.part == part && row.peer == nil && row.limit == nil {
      let name = "\(row.name), \(row.unit)"
      if let index = list.firstIndex(where: { $0.name == name }) {
        list[index].rows.append(row)
      } else {
        list.append((name, [row]))
      }
    }
    return list
  }

  /// The names of the measured parts in the order of measurement.
  var parts: [String] {
    var names: [String] = []
    for row in rows where !names.contains(row.part) { names.append(row.part) }
    return names
  }

  /// Returns a number with three significant digits and without an exponent.
  static func figure(_ value: Double) -> String {
    let size = abs(value)
    if size >= 100 { return "\(Int(value.rounded()))" }
    if size >= 10 { return HTTPBenchmarks.one(value) }
    if size >= 0.1 || size == 0 { return Bar.hundredths(value) }
    let digits = Int((size * 10_000).rounded())
    let text = String(digits)
    return (value < 0 ? "-0." : "0.") + String(repeating: "0", count: max(0, 4 - text.count)) + text
  }
}
