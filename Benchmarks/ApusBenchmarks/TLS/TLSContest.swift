/// A job that all clients perform in turn, and the bars for the session's processor time.
struct TLSContest {
  /// The server that receives the requests of the clients.
  enum Place {
    /// The nginx server with a P-256 key, and the nginx server with an RSA key.
    case ecdsa
    case rsa
    /// The server `openssl s_server` with a P-256 key.
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
  /// A Boolean value that indicates whether libcurl must take longer than the session in either
  /// mode.
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

  /// Lets the clients take turns and returns `false` if a bar was missed.
  ///
  /// If a bar is within the spread, the clients take up to three times as many turns.
  func run(rounds: Int, at workplace: TLSWorkplace) throws -> Bool {
    var times: [TLSParty: [Double]] = [:]
    for _ in 0..<3 {
      for _ in 0..<Results.rounds(rounds) {
        for party in TLSParty.allCases {
          times[party, default: []].append(try party.perform(job, at: place, workplace))
        }
      }
      guard bars(times).contains(where: \.isUndecided), !Results.isQuick else { break }
    }
    print("\(name), \(job.isBulk ? "milliseconds" : "microseconds") of processor:")
    let unit = Double(job.units) * (job.isBulk ? 1e6 : 1e3)
    for party in TLSParty.allCases {
      let own = times[party, default: []]
      let ratios = ratios(own, times[.openSSL, default: []])
      let figure = Measurement.median(own) / unit
      print(
        "  \(party.name): \(Bar.hundredths(figure)), \(Measurement.spread(ratios)) of plain C")
      Results.add(name, client: party.title, unit: job.isBulk ? "ms" : "µs", own.map { $0 / unit })
      guard party.isOurs, party != .onLoop || bar == nil else { continue }
      Results.add(name, client: party.title, peer: "plain C", unit: "ratio", ratios)
    }
    var allHold = true
    for bar in bars(times) { allHold = bar.report() && allHold }
    return allHold
  }

  private func bars(_ times: [TLSParty: [Double]]) -> [Bar] {
    var bars: [Bar] = []
    if let bar {
      let ratios = ratios(times[.onLoop, default: []], times[.openSSL, default: []])
      bars.append(
        Bar(name, over: ratios, client: TLSParty.onLoop.title, peer: "plain C", atMost: bar))
    }
    guard beatsCurl else { return bars }
    for party in [TLSParty.onLoop, .byDefault] {
      let ratios = ratios(times[party, default: []], times[.curl, default: []])
      bars.append(Bar(name, over: ratios, client: party.title, peer: "libcurl", atMost: 1))
    }
    return bars
  }

  private func ratios(_ ours: [Double], _ theirs: [Double]) -> [Double] {
    zip(ours, theirs).map { $0 / $1 }
  }
}
