/// A job that all clients perform in turn, and the bars for the session's processor time.
struct TransportContest {
  private enum Unit: Double {
    case microseconds = 1e3
    case milliseconds = 1e6

    var name: String { self == .microseconds ? "µs" : "ms" }
  }

  private let job: Job
  private let name: String
  private let loopBar: Double
  private let poolBar: Double?

  init(
    _ kind: Job.Kind, _ connections: Int, _ count: Int, _ name: String,
    onLoop loopBar: Double, byDefault poolBar: Double? = nil
  ) {
    job = Job(kind: kind, connections: connections, count: count)
    self.name = name
    self.loopBar = loopBar
    self.poolBar = poolBar
  }

  /// Lets the clients take turns and returns `false` if a bar was missed.
  ///
  /// If a bar is within the spread, the clients take up to three times as many turns.
  func run(rounds: Int, at workplace: Workplace) throws -> Bool {
    var uses: [Party: [Party.Use]] = [:]
    for _ in 0..<3 {
      for _ in 0..<Results.rounds(rounds) {
        for party in [Party.plainC, .onLoop, .byDefault] {
          uses[party, default: []].append(try party.perform(job, at: workplace))
        }
      }
      guard bars(uses).contains(where: \.isUndecided), !Results.isQuick else { break }
    }
    let plainC = uses[.plainC, default: []]
    let onLoop = uses[.onLoop, default: []]
    let byDefault = uses[.byDefault, default: []]
    print(
      """
      \(title), \(unit) of processor:
        on the loop \(figure(onLoop)), by default \(figure(byDefault)), plain C \(figure(plainC))
        to plain C: on the loop \(Measurement.spread(ratios(onLoop, plainC))), by default \
      \(Measurement.spread(ratios(byDefault, plainC)))
      """)
    for (client, list) in [
      ("Apus on its loop, pinned", onLoop), ("Apus by default, pinned", byDefault),
      ("plain C", plainC),
    ] {
      Results.add(title, client: client, unit: unit.name, list.map(each))
    }
    if job.kind == .get, let wrk = try Party.wrk(job.connections, at: workplace) {
      print("  wrk, for orientation: \(Bar.hundredths(wrk / unit.rawValue))")
    }
    var allHold = true
    for bar in bars(uses) { allHold = bar.report() && allHold }
    if poolBar == nil {
      Results.add(
        title, client: "Apus by default, pinned", peer: "plain C", unit: "ratio",
        ratios(byDefault, plainC))
    }
    guard job.connections > 1, job.kind == .get else { return allHold }
    let resident = (onLoop + byDefault).map(\.megabytes).max() ?? 0
    return Bar("resident MB at \(connectionCount)", at: resident, atMost: 20).report() && allHold
  }

  private func bars(_ uses: [Party: [Party.Use]]) -> [Bar] {
    let plainC = uses[.plainC, default: []]
    let loop = Bar(
      title, over: ratios(uses[.onLoop, default: []], plainC), client: "Apus on its loop, pinned",
      peer: "plain C", atMost: loopBar)
    guard let poolBar else { return [loop] }
    let pool = Bar(
      title, over: ratios(uses[.byDefault, default: []], plainC),
      client: "Apus by default, pinned", peer: "plain C", atMost: poolBar)
    return [loop, pool]
  }

  private var title: String { "\(name), \(connectionCount)" }

  private var unit: Unit { job.isBulk ? .milliseconds : .microseconds }

  private var connectionCount: String {
    job.connections == 1 ? "1 connection" : "\(job.connections) connections"
  }

  private func ratios(_ ours: [Party.Use], _ theirs: [Party.Use]) -> [Double] {
    zip(ours, theirs).map { $0.nanoseconds / $1.nanoseconds }
  }

  /// Returns the text of the median for one request or for one file.
  private func figure(_ uses: [Party.Use]) -> String {
    Bar.hundredths(Measurement.median(uses.map(each)))
  }

  private func each(_ use: Party.Use) -> Double {
    use.nanoseconds / Double(job.units) / unit.rawValue
  }
}
