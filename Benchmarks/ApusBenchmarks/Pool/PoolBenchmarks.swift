import ApusHTTP
import ApusSession

/// The cost of the connection pool's decisions with few hosts and with many hosts.
///
/// A pool is filled with idle connections and with hosts that each have a waiting request. Then
/// each operation is performed and reversed many times.
enum PoolBenchmarks {
  private static let names = [
    "an idle connection is leased and returned",
    "a request of a known host waits and leaves",
    "a request of a new host waits and leaves",
    "an idle connection ends, and another one is dialled",
  ]

  private static let works: [Work] = [lend, wait, visit, renew]

  /// Runs all measurements, or a counted process under valgrind. Returns whether every bar was met.
  static func run(_ arguments: [String]) throws -> Bool {
    if arguments.count > 1 {
      try loop(arguments)
      return true
    }
    print("nanoseconds for an operation, by hosts with a waiting request:")
    let inTime = try report { try figure(works[$0], at: $1) }
    let inInstructions = try Counts.ofThisProgram { counts in
      print("instructions for an operation:")
      return try report { number, size in
        func all(_ rounds: Int) throws -> Int {
          try counts.instructions(["pool-loop", "\(number)", "\(size.hosts)", "\(rounds)"])
        }
        return Double(try all(2 * rounds) - all(rounds)) / Double(rounds)
      }
    }
    return inTime && inInstructions != false
  }

  /// Performs a pool operation the given number of times.
  private static func loop(_ arguments: [String]) throws {
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 3, works.indices.contains(numbers[0]) else {
      throw Peer.Failure.symbol("pool-loop")
    }
    let size = numbers[1] == Size.few.hosts ? Size.few : .many
    var trial = try Trial(hosts: size.hosts, resting: size.resting)
    for _ in 0..<numbers[2] { works[numbers[0]](&trial) }
  }

  /// Prints the cost of each operation at both sizes of the pool. Returns whether the growth is
  /// small enough.
  private static func report(_ figure: (_ number: Int, Size) throws -> Double) throws -> Bool {
    var holds = true
    for (number, name) in names.enumerated() {
      let (few, many) = try (figure(number, .few), figure(number, .many))
      print(
        "  \(name): \(Bar.hundredths(few)) at \(Size.few.hosts), "
          + "\(Bar.hundredths(many)) at \(Size.many.hosts)")
      holds = Bar("\(name), to that at few", at: many / few, atMost: 1.5).report() && holds
    }
    return holds
  }

  /// The number of entries in a connection pool.
  private struct Size {
    let hosts: Int
    let resting: Int

    static let few = Size(hosts: 100, resting: 100)
    static let many = Size(hosts: 10_000, resting: 1_024)
  }

  /// A pool operation followed by its reversal.
  private typealias Work = @Sendable (inout Trial) -> Void

  private static let rounds = 20_000

  /// Returns the nanoseconds of an operation as the median of several runs.
  private static func figure(_ work: Work, at size: Size) throws -> Double {
    let figures = try (0..<5).map { _ in
      var trial = try Trial(hosts: size.hosts, resting: size.resting)
      // Each host is visited once before the measurement at either size, because a first visit
      // allocates memory.
      for _ in 0..<rounds { work(&trial) }
      let start = ProcessUse.nanoseconds
      for _ in 0..<rounds { work(&trial) }
      return Double(ProcessUse.nanoseconds - start) / Double(rounds)
    }
    return figures.sorted()[2]
  }

  @Sendable private static func lend(_ trial: inout Trial) {
    trial.lend(trial.next(of: trial.resting.count))
  }

  @Sendable private static func wait(_ trial: inout Trial) {
    trial.wait(for: trial.waiting[trial.next(of: trial.waiting.count)])
  }

  @Sendable private static func visit(_ trial: inout Trial) { trial.wait(for: trial.stranger) }

  @Sendable private static func renew(_ trial: inout Trial) {
    trial.renew(trial.next(of: trial.resting.count))
  }
}

/// A connection pool with its hosts and connections.
private struct Trial {
  private typealias Decider = Pool<Int, Int>

  private var pool: Decider
  /// The hosts of the idle connections and the positions of these connections.
  private(set) var resting: [(key: PoolKey, parking: Parking)] = []
  /// The hosts of the waiting requests. Each host has a dial in progress.
  private(set) var waiting: [PoolKey] = []
  let stranger: PoolKey
  private var ticket: UInt64 = 0
  private var steps = 0

  init(hosts: Int, resting count: Int) throws {
    pool = Decider(perHost: 6, total: hosts + count + 16, waiting: hosts + 16)
    stranger = try Self.key("stranger")
    for index in 0..<count {
      let key = try Self.key("resting\(index)")
      guard let parking = connect(key, index) else { throw Peer.Failure.symbol("parking") }
      resting.append((key, parking))
    }
    for index in 0..<hosts {
      waiting.append(try Self.key("waiting\(index)"))
      _ = ask(for: waiting[index])
    }
    guard pool.idle == count, pool.waiting == hosts else { throw Peer.Failure.symbol("waiting") }
  }

  private static func key(_ name: String) throws -> PoolKey {
    PoolKey(inClearTo: try HTTP.URL("http://\(name).test/").origin)
  }

  /// Returns the next index of a cycle over the entries.
  mutating func next(of count: Int) -> Int {
    steps += 1
    return steps % count
  }

  private mutating func ask(for key: PoolKey) -> Decider.Outcome {
    var outcome = Decider.Outcome()
    ticket += 1
    _ = pool.request(ticket, for: key, at: 0, &outcome)
    return outcome
  }

  private mutating func rest(_ connection: Int, _ key: PoolKey) -> Parking? {
    var outcome = Decider.Outcome()
    pool.release(connection, for: key, until: .max, at: 0, &outcome)
    return outcome.parking
  }

  /// Establishes a connection for a request, and the request returns the connection to the pool.
  private mutating func connect(_ key: PoolKey, _ connection: Int) -> Parking? {
    var outcome = ask(for: key)
    for dial in outcome.dials {
      pool.dialled(dial.number, connection, until: .max, at: 0, &outcome)
    }
    return rest(connection, key)
  }

  mutating func lend(_ index: Int) {
    let key = resting[index].key
    _ = ask(for: key)
    if let parking = rest(index, key) { resting[index].parking = parking }
  }

  mutating func wait(for key: PoolKey) {
    var outcome = ask(for: key)
    _ = pool.leave(ticket, key, &outcome)
    // A dial may remain without a waiting request, so the trial lets such a dial fail.
    for dial in outcome.dials { pool.dialFailed(dial.number, isExhausted: false, &outcome) }
  }

  mutating func renew(_ index: Int) {
    var outcome = Decider.Outcome()
    _ = pool.discard(resting[index].parking, &outcome)
    if let parking = connect(resting[index].key, index) { resting[index].parking = parking }
  }
}
