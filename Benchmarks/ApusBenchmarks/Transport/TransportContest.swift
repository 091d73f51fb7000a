/// A job that all parties do by turns, and the bars for the session's share of the processor.
struct TransportContest {
  private enum Unit: Double {
    case microseconds = 1e3
    case milliseconds = 1e6
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

  /// Lets the parties take turns, and says whether the bars held.
  func run(rounds: Int, at workplace: Workplace) throws -> Bool {
    var uses: [Party: [Party.Use]] = [:]
    for _ in 0..<rounds {
      for party in [Party.plainC, .onLoop, .byDefault] {
        uses[party, default: []].append(try party.perform(job, at: workplace))
      }
    }
    let plainC = uses[.plainC, default: []]
    let onLoop = uses[.onLoop, default: []]
    let byDefault = uses[.byDefault, default: []]
    print(
      """
      \(name), \(connectionCount), \(unit) of processor:
        on the loop \(figure(onLoop)), by default \(figure(byDefault)), plain C \(figure(plainC))
        to plain C: on the loop \(Measurement.spread(ratios(onLoop, plainC))), by default \
      \(Measurement.spread(ratios(byDefault, plainC)))
      """)
    if job.kind == .get, let wrk = try Party.wrk(job.connections, at: workplace) {
      print("  wrk, for orientation: \(Bar.hundredths(wrk / unit.rawValue))")
    }
    var allHold = Bar(
      "\(name), \(connectionCount), on the loop, to plain C", at: ratio(onLoop, plainC),
      atMost: loopBar
    ).report()
    let ratioByDefault = ratio(byDefault, plainC)
    if let poolBar {
      let bar = Bar(
        "\(name), \(connectionCount), by default, to plain C", at: ratioByDefault,
        atMost: poolBar)
      allHold = bar.report() && allHold
    } else {
      print("  no bar by default, to plain C: \(Bar.hundredths(ratioByDefault))")
    }
    guard job.connections > 1, job.kind == .get else { return allHold }
    let resident = (onLoop + byDefault).map(\.megabytes).max() ?? 0
    return Bar("resident MB at \(connectionCount)", at: resident, atMost: 20).report() && allHold
  }

  private var unit: Unit { job.isBulk ? .milliseconds : .microseconds }

  private var connectionCount: String {
    job.connections == 1 ? "1 connection" : "\(job.connections) connections"
  }

  /// The median of the ratios of each turn.
  private func ratio(_ ours: [Party.Use], _ theirs: [Party.Use]) -> Double {
    Measurement.median(ratios(ours, theirs))
  }

  private func ratios(_ ours: [Party.Use], _ theirs: [Party.Use]) -> [Double] {
    zip(ours, theirs).map { $0.nanoseconds / $1.nanoseconds }
  }

  /// The median for one request, or for one file.
  private func figure(_ uses: [Party.Use]) -> String {
    let median = Measurement.median(uses.map(\.nanoseconds))
    return Bar.hundredths(median / Double(job.units) / unit.rawValue)
  }
}
