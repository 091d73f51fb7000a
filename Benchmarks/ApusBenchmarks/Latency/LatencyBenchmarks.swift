import ApusHTTP
import ApusSession
import Glibc
import Synchronization

/// The latency of requests at fixed rates in an open loop.
///
/// Each request has a planned time, and its latency is measured from that time. If a request begins
/// late because an earlier request was slow, the delay counts too.
enum LatencyBenchmarks {
  /// The percentiles of a latency report and their names.
  static let percentiles: [(percent: Double, name: String)] = [
    (50, "50 %"), (90, "90 %"), (99, "99 %"), (99.9, "99.9 %"), (100, "greatest"),
  ]

  private static let rates = [100, 1_000, 4_000]

  /// Runs all latency measurements.
  static func run() throws -> Bool {
    let server = try LoopbackServer()
    defer { server.close() }
    let session = try HTTPSession(server.url) { $0.pool.connectionsPerHost = 64 }
    _ = try LoopbackBenchmarks.cost(session, size: 1_024, 64, 20, isOnLoop: true)
    for rate in rates {
      for isOnLoop in [true, false] {
        let client = isOnLoop ? "Apus on its loop, free" : "Apus by default, free"
        var runs: [Percentiles] = []
        for _ in 0..<3 {
          let count = max(50, Results.amount(rate * 2))
          runs.append(
            Percentiles(try latencies(session, rate: rate, count: count, isOnLoop: isOnLoop)))
        }
        for (percent, name) in percentiles where runs[0].has(percent) {
          Results.add(
            "latency at \(rate) requests a second, \(name)", client: client, unit: "µs",
            runs.map { $0.value(at: percent) })
        }
        let texts = percentiles.filter { runs[0].has($0.percent) }.map { percent, name in
          "\(name) \(Int(Measurement.median(runs.map { $0.value(at: percent) }))) µs"
        }
        print("\(rate) requests a second, \(client): \(texts.joined(separator: ", "))")
      }
    }
    return true
  }

  /// Returns the microseconds from the planned time of each request to its response.
  private static func latencies(
    _ session: HTTPSession, rate: Int, count: Int, isOnLoop: Bool
  ) throws -> [Double] {
    let log = Log()
    let start = now() + 10_000_000
    for number in 0..<count {
      let planned = start + number * 1_000_000_000 / rate
      sleep(until: planned)
      let work: @concurrent @Sendable () async -> Void = {
        let response = try? await session.send(.get("bytes/1024"))
        log.add(response?.status == .ok ? Double(now() - planned) / 1e3 : nil)
      }
      if isOnLoop {
        Task.detached(executorPreference: session.executor, operation: work)
      } else {
        Task.detached(operation: work)
      }
    }
    while log.count < count { usleep(1_000) }
    guard log.failures == 0 else {
      throw Peer.Failure.command("\(log.failures) requests failed", status: 0)
    }
    return log.values
  }

  private final class Log: Sendable {
    private let state = Mutex((values: [Double](), failures: 0))

    func add(_ value: Double?) {
      state.withLock { state in
        if let value { state.values.append(value) } else { state.failures += 1 }
      }
    }

    var values: [Double] { state.withLock(\.values) }
    var failures: Int { state.withLock(\.failures) }
    var count: Int { state.withLock { $0.values.count + $0.failures } }
  }

  private static func now() -> Int {
    var time = timespec()
    // SAFETY: C fills the structure within the call.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private static func sleep(until moment: Int) {
    var time = timespec(tv_sec: moment / 1_000_000_000, tv_nsec: moment % 1_000_000_000)
    // SAFETY: C reads the structure within the call.
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &time, nil) == EINTR {}
  }
}
