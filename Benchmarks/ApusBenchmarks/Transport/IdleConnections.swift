import ApusHTTP
import ApusNet
import ApusSession
import Glibc

/// The cost of idle connections that have served one request each.
struct IdleConnections {
  /// The number of idle connections.
  let count: Int
  /// The observation time of the idle connections in seconds.
  static let seconds: UInt32 = 5

  struct Cost {
    /// The number of heap bytes of each connection.
    let heap: Int
    /// The number of resident bytes of each connection.
    let resident: Int
    /// The processor time of the process while the connections are watched, in nanoseconds.
    let nanoseconds: Int
    /// The number of times that the loop's thread woke up while the connections were watched.
    let wakeups: Int
  }

  private let session: HTTPSession

  init(_ count: Int, of base: String, tls: HTTPSession.TLSSettings? = nil) throws {
    self.count = count
    session = try HTTPSession(base) {
      $0.pool.connectionsPerHost = count + 1
      $0.pool.connectionsInAll = count + 1
      $0.pool.idleTimeout = .seconds(600)
      $0.dns.overrides["localhost"] = ["127.0.0.1"]
      if let tls { $0.tls = tls }
    }
  }

  /// Opens the connections and returns the resident memory of each connection in KiB.
  func residentForEach() async throws -> Double {
    let before = try ProcessUse.resident()
    try await useAll(count)
    precondition(session.gauges.idle >= count, "not all connections are there")
    return Double(try ProcessUse.resident() - before) / Double(count)
  }

  /// Opens the connections, lets them become idle, and returns the cost in addition to a single
  /// connection.
  func run() async throws -> Cost {
    let heapInUse = try Peer(source: "heap.c").heap()
    _ = try await session.send(.get("small"))
    let before = (heap: heapInUse(), resident: try ProcessUse.resident())
    _ = try await session.warmUp("small", connections: count)
    try await useAll(session.gauges.idle)
    precondition(session.gauges.idle >= count, "not all connections are there")
    let heap = heapInUse() - before.heap
    let resident = try ProcessUse.resident() - before.resident
    // After this time the global thread pool has ended the threads that it does not need.
    sleep(8)
    let wakeups = try ProcessUse.sleeps(of: "apus-loop")
    let start = ProcessUse.nanoseconds
    sleep(Self.seconds)
    let nanoseconds = ProcessUse.nanoseconds - start
    precondition(session.gauges.idle >= count, "a connection was lost")
    return Cost(
      heap: heap / count, resident: resident * 1024 / count,
      nanoseconds: nanoseconds, wakeups: try ProcessUse.sleeps(of: "apus-loop") - wakeups)
  }

  /// Sends requests at the same time, so each request has a separate connection.
  private func useAll(_ count: Int) async throws {
    let gate = Gate(count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await session.stream(.get("small")) { _, content in
            await gate.pass()
            _ = try await content.collect()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// A barrier that no task passes before all tasks have arrived.
  private actor Gate {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { missing = count }

    func pass() async {
      missing -= 1
      guard missing == 0 else { return await withCheckedContinuation { waiting.append($0) } }
      for one in waiting { one.resume() }
    }
  }
}

extension TransportBenchmarks {
  /// The number of connections that become idle.
  static let idleCount = 8_000

  static func idleConnections(at workplace: Workplace) throws -> Bool {
    let numbers = try Party.numbers(
      [Party.ourselves, "transport-idle", "\(workplace.nginxPort)"], count: 4)
    let (heap, resident) = (numbers[0], numbers[1])
    let (nanoseconds, wakeups) = (numbers[2], numbers[3])
    print(
      """
      \(idleCount) connections at rest: \(heap) bytes of heap for each (mallinfo2, \
      with the allocator's own), \(resident) bytes resident
        in \(IdleConnections.seconds) seconds \(nanoseconds / 1000) microseconds of processor, \
      the loop awake \(wakeups) times
      """)
    let isSmall = Bar("heap of a connection in KiB", at: Double(heap) / 1024, atMost: 8).report()
    let isQuiet = Bar("wakeups of the loop", at: Double(wakeups), atMost: 0).report()
    // The watching thread sleeps and wakes up without being woken by the connections.
    let use = Double(nanoseconds) / 1e6
    return Bar("milliseconds of processor", at: use, atMost: 0.5).report() && isSmall && isQuiet
  }
}
