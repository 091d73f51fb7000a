import ApusCaching
import ApusHTTP
import ApusSerialization
import ApusSession
import ApusX509

/// The growth of costs with sizes, which is measured as the exponent of a power law.
///
/// An exponent of 1 means linear growth, and an exponent of 0 means no growth. The greatest sizes
/// are much greater than the least sizes, because quadratic growth is small at first.
enum ScalingBenchmarks {
  /// A growing cost with its name, its sizes, the maximum exponent, and a closure that measures the
  /// cost at a size.
  struct Curve {
    let name: String
    let unit: String
    let sizes: [Int]
    let limit: Double
    let cost: (Int) throws -> Double
  }

  private static let rounds = 5

  /// Runs all measurements and returns `false` if an exponent is too great.
  static func run() throws -> Bool {
    let server = try LoopbackServer()
    defer { server.close() }
    var allHold = true
    for curve in local + remote(server) {
      allHold = try measure(curve) && allHold
    }
    return allHold
  }

  private static func measure(_ curve: Curve) throws -> Bool {
    var exponents: [Double] = []
    var costs = curve.sizes.map { _ in [Double]() }
    for _ in 0..<Results.rounds(rounds) {
      for (index, size) in curve.sizes.enumerated() { costs[index].append(try curve.cost(size)) }
    }
    for round in costs[0].indices {
      exponents.append(
        PowerLaw(zip(curve.sizes, costs).map { (Double($0), $1[round]) }).exponent)
    }
    let medians = costs.map(Measurement.median)
    let fit = PowerLaw(zip(curve.sizes, medians).map { (Double($0), $1) })
    for (size, values) in zip(curve.sizes, costs) {
      Results.add("\(curve.name): \(size)", client: "Apus", unit: curve.unit, values)
    }
    let points = zip(curve.sizes, medians).map { "\($0): \(BenchmarkReport.figure($1))" }
    print("\(curve.name), \(curve.unit): \(points.joined(separator: ", "))")
    print("  exponent \(Bar.hundredths(fit.exponent)), standard error \(Bar.hundredths(fit.error))")
    return Bar("exponent of \(curve.name)", over: exponents, atMost: curve.limit).report()
  }

  /// Returns the processor time of a piece of work in microseconds.
  private static func microseconds(_ work: () throws -> Void) rethrows -> Double {
    try Measurement.nanoseconds(work) / 1e3
  }

  /// The growth curves that need no server.
  private static var local: [Curve] {
    [
      Curve(name: "header fields", unit: "µs", sizes: [16, 64, 256, 1_024], limit: 1.2) { size in
        var limits = HTTP.Limits()
        limits.fieldCount = 1 << 20
        limits.headSection = 1 << 26
        let head = Samples.head(fieldCount: size)
        return microseconds {
          precondition(CodecWork.readHeads(head, rounds: 20, limits: limits) > 0)
        }
      },
      Curve(name: "JSON bytes", unit: "µs", sizes: [10, 40, 160, 640, 2_560], limit: 1.15) { size in
        let text = try JSONCoder().encode(Flock(count: size))
        return try microseconds {
          for _ in 0..<5 { _ = try JSONCoder().decode(Flock.self, from: text) }
        }
      },
      Curve(
        name: "certificates of a bundle", unit: "µs", sizes: [64, 256, 1_024, 4_096], limit: 1.2
      ) { size in
        let bundle = try CertificateSample.bundle(count: size)
        return microseconds { precondition(X509.Bundle(bundle).entries.count == size) }
      },
      // The curve measures a single lookup among more and more entries. All entries are looked up
      // in turn.
      Curve(
        name: "cache entries", unit: "µs for a hit", sizes: [100, 1_000, 10_000, 50_000],
        limit: 0.35
      ) { try CachingBenchmarks.allEntries($0) },
      Curve(
        name: "cookies", unit: "µs for a lookup", sizes: [10, 50, 250, 1_250], limit: 0.6
      ) { size in
        let storage = HTTPSession.CookieStorage()
        for number in 0..<size {
          try storage.set("name", "value", for: "http://host\(number).test/")
        }
        let url = try HTTP.URL("http://host3.test/")
        return microseconds {
          for _ in 0..<1_000 { precondition(storage.cookies(for: url).count == 1) }
        } / 1_000
      },
    ]
  }

  /// Returns the growth curves that need a server of the test kit.
  private static func remote(_ server: LoopbackServer) -> [Curve] {
    func session(_ connections: Int) throws -> HTTPSession {
      try HTTPSession(server.url) {
        $0.pool.connectionsPerHost = connections
        $0.pool.connectionsInAll = 2_048
        $0.redirects.limit = 16
        for number in 0..<1_024 { $0.dns.overrides["host\(number).test"] = ["127.0.0.1"] }
      }
    }
    return [
      Curve(name: "requests", unit: "µs", sizes: [250, 1_000, 4_000], limit: 1.1) { size in
        try LoopbackBenchmarks.cost(session(1), size: 1_024, 1, size, isOnLoop: true)
          * Double(size)
      },
      Curve(name: "connections", unit: "µs", sizes: [16, 64, 256], limit: 1.25) { size in
        try LoopbackBenchmarks.cost(session(size), size: 1_024, size, 20, isOnLoop: true)
          * Double(size)
      },
      Curve(name: "requests that wait", unit: "µs", sizes: [64, 256, 1_024], limit: 1.25) { size in
        try LoopbackBenchmarks.cost(session(8), size: 1_024, size, 4, isOnLoop: true)
          * Double(size)
      },
      Curve(name: "hosts", unit: "µs", sizes: [16, 64, 256], limit: 1.25) { size in
        let session = try session(2)
        return try microseconds {
          try Completion.wait {
            for number in 0..<size {
              let url = "http://host\(number).test:\(server.port)/bytes/1024"
              let response = try await session.send(.get(.reference(url)))
              precondition(response.status == .ok)
            }
          }
        }
      },
      Curve(
        name: "bytes of a body", unit: "µs", sizes: [1 << 16, 1 << 18, 1 << 20, 1 << 22],
        limit: 1.15
      ) { size in
        try LoopbackBenchmarks.cost(session(1), size: size, 1, 4, isOnLoop: true)
      },
      // A call sends at most twenty requests, which limits the number of redirects.
      Curve(name: "redirects", unit: "µs", sizes: [2, 4, 8, 16], limit: 1.15) { size in
        try LoopbackBenchmarks.cost(
          session(1), size: size, 1, 20, isOnLoop: true, path: "redirect")
      },
    ]
  }
}
