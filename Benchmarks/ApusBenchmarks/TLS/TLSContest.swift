/// A job that all parties do by turns, and the bars for the session's share of the processor.
struct TLSContest {
  /// Which server is asked.
  enum Place {
    /// nginx with a key of P-256, and with RSA.
    case ecdsa
    case rsa
    /// `openssl s_server` with a key of P-256.
    case server

    func port(of workplace: TLSWorkplace) -> UInt16 {
      switch self {
      case .ecdsa: workplace.ecdsaPort
      case .rsa: workplace.rsaPort
      case .server: workplace.serverPort
      }
    }
  }

  private let name: String
  private let place: Place
  private let job: Job
  private let bar: Double?
  /// Whether libcurl must take more, in either mode.
  private let beatsCurl: Bool

  init(
    _ name: String, _ place: Place, _ kind: Job.Kind, _ connections: Int, _ count: Int,
    atMost bar: Double? = nil, beatsCurl: Bool = false
  ) {
    self.name = name
    self.place = place
    self.bar = bar
    self.beatsCurl = beatsCurl
    job = Job(kind: kind, connections: connections, count: count)
  }

  /// Lets the parties take turns, and says whether the bars held.
  func run(rounds: Int, at workplace: TLSWorkplace) throws -> Bool {
    var times: [TLSParty: [Double]] = [:]
    for _ in 0..<rounds {
      for party in TLSParty.allCases {
        times[party, default: []].append(try party.perform(job, at: place, workplace))
      }
    }
    print("\(name), \(job.isBulk ? "milliseconds" : "microseconds") of processor:")
    let unit = Double(job.units) * (job.isBulk ? 1e6 : 1e3)
    for party in TLSParty.allCases {
      let figure = Measurement.median(times[party, default: []]) / unit
      let ratios = ratios(times[party, default: []], times[.openSSL, default: []])
      print(
        "  \(party.name): \(Bar.hundredths(figure)), \(Measurement.spread(ratios)) of plain C")
    }
    var allHold = true
    if let bar {
      let ratio = ratio(times[.onLoop, default: []], times[.openSSL, default: []])
      allHold = Bar("\(name), to plain C", at: ratio, atMost: bar).report()
    }
    guard beatsCurl else { return allHold }
    for party in [TLSParty.onLoop, .byDefault] {
      let ratio = ratio(times[party, default: []], times[.curl, default: []])
      let bar = Bar("\(name), \(party.name), to libcurl", at: ratio, atMost: 1)
      allHold = bar.report() && allHold
    }
    return allHold
  }

  /// The median of the ratios of each turn.
  private func ratio(_ ours: [Double], _ theirs: [Double]) -> Double {
    Measurement.median(ratios(ours, theirs))
  }

  private func ratios(_ ours: [Double], _ theirs: [Double]) -> [Double] {
    zip(ours, theirs).map { $0 / $1 }
  }
}
