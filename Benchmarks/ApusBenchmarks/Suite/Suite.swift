import ApusNet
import Glibc

/// The runner of the suite, which runs parts and writes their report.
enum Suite {
  /// Runs the command of the given words and returns the exit status.
  static func run(_ words: [String]) throws -> Int32 {
    let options = try Options(words, partNames: Part.all.map(\.name))
    if options.isList {
      list()
      return 0
    }
    if let path = options.report {
      try write(try BenchmarkReport(file: path), options)
      return 0
    }
    if options.isQuick { Results.beQuick() }
    if options.updatesBaselines { Baselines.beginUpdate() }
    ClientRegistry.add(options.clients)
    let parts =
      options.parts.isEmpty
      ? Part.all.filter { !$0.needsPeers } : Part.all.filter { options.parts.contains($0.name) }
    let seconds = parts.map(\.seconds).reduce(0, +) / (options.isQuick ? 4 : 1)
    print("\(parts.count) parts, about \(duration(seconds)) on two free cores")
    var environment = RunEnvironment()
    var (allHold, allEnded) = (true, true)
    for part in parts {
      Results.begin(part.name)
      print("\n== \(part.name): \(part.summary)")
      environment.control += ControlLoop.measure()
      do {
        allHold = try part.run() && allHold
      } catch {
        Results.note("\(part.name) ended early: \(error)")
        allEnded = false
      }
      // The lines of a part appear when the part ends, even if the output is a file.
      fflush(nil)
    }
    environment.control += ControlLoop.measure()
    environment.finish()
    let report = BenchmarkReport(
      environment: environment, notes: Results.notes, rows: Results.rows)
    try write(report, options)
    print("\n" + report.table)
    if environment.isNoisy { print(environment.noiseText) }
    guard allEnded else { return 3 }
    // A few short rounds do not decide about time limits, but counts are the same in short rounds.
    let holds = allHold || options.isQuick
    guard let old = options.compare else { return holds ? 0 : 1 }
    let comparison = ReportComparison(try BenchmarkReport(file: old), report)
    print(comparison.text)
    return comparison.slower.isEmpty && holds ? 0 : 1
  }

  private static func list() {
    for part in Part.all {
      let name = part.name + String(repeating: " ", count: max(1, 12 - part.name.count))
      print("\(name)\(part.needsPeers ? "peers  " : "       ")\(part.seconds) s  \(part.summary)")
    }
  }

  private static func duration(_ seconds: Int) -> String {
    seconds < 120 ? "\(seconds) s" : "\((seconds + 30) / 60) minutes"
  }

  private static func write(_ report: BenchmarkReport, _ options: Options) throws {
    if let path = options.json { try replace(path, with: try report.json()) }
    if let path = options.markdown { try replace(path, with: Array(report.markdown.utf8)) }
    if let path = options.html { try replace(path, with: Array(report.page.utf8)) }
  }

  static func replace(_ path: String, with bytes: [UInt8]) throws {
    try? Files.remove(path)
    try Files.append(bytes, to: path)
  }
}
