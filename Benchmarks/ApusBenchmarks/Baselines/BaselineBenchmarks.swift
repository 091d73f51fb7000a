import ApusHTTP
import ApusSerialization
import ApusSession

/// The instructions and allocations of operations, which valgrind counts and which are compared
/// with baselines.
enum BaselineBenchmarks {
  /// A counted operation. It consists of the worker's words before the number of rounds and of two
  /// such numbers.
  private struct Operation {
    let name: String
    let words: [String]
    let rounds: (fewer: Int, more: Int)
  }

  /// Runs all counts and returns `false` if a count differs from its baseline.
  static func run() throws -> Bool {
    let server = try LoopbackServer()
    defer { server.close() }
    return try Counts.ofThisProgram { counts in
      var allHold = true
      for operation in operations(server) {
        let (fewer, more) = operation.rounds
        for (unit, count) in [
          ("instructions", counts.instructions), ("allocations", counts.allocations),
        ] {
          var least = (fewer: Int.max, more: Int.max)
          func each() throws -> Double {
            least.fewer = min(least.fewer, try count(operation.words + ["\(fewer)"]))
            least.more = min(least.more, try count(operation.words + ["\(more)"]))
            return Double(least.more - least.fewer) / Double(more - fewer)
          }
          let holds = try Baselines.check("counts", "\(operation.name), \(unit)", try each())
          allHold = holds && allHold
        }
      }
      return allHold
    } ?? false
  }

  /// The server responds to both GET operations with a delay. Otherwise the number of calls that
  /// wait for their response, and with it the count, would depend on the load of the machine.
  private static func operations(_ server: LoopbackServer) -> [Operation] {
    [
      Operation(name: "GET of 1 KB", words: ["count-get", server.url], rounds: (200, 2_200)),
      Operation(name: "GET of a value", words: ["count-value", server.url], rounds: (200, 2_200)),
      Operation(name: "response head", words: ["http-loop", "0"], rounds: (1_000, 3_000)),
      Operation(name: "form of 20 fields", words: ["form-loop"], rounds: (1_000, 3_000)),
      Operation(name: "JSON decoded, 9 KB", words: ["json-loop", "decode"], rounds: (20, 60)),
      Operation(name: "JSON encoded, 9 KB", words: ["json-loop", "encode"], rounds: (20, 60)),
      Operation(name: "cache hit", words: ["caching-loop", "100"], rounds: (1_000, 3_000)),
      Operation(
        name: "connection lent and given back", words: ["pool-loop", "0", "100"],
        rounds: (5_000, 15_000)),
    ]
  }

  /// Sends GET requests one after another. This is the work of a process whose instructions are
  /// counted.
  static func get(_ url: String, rounds: Int) throws {
    let session = try HTTPSession(url)
    try Completion.wait {
      try await withTaskExecutorPreference(session.executor) {
        for _ in 0..<rounds { try await session.send(.get("late/1024")) }
      }
    }
  }

  /// Requests a small decoded value repeatedly. This is the work of a process whose instructions
  /// are counted.
  static func value(_ url: String, rounds: Int) throws {
    struct Value: Decodable { let id: Int }
    let session = try HTTPSession(url)
    try Completion.wait {
      try await withTaskExecutorPreference(session.executor) {
        for _ in 0..<rounds { _ = try await session.get("late/value", as: Value.self) }
      }
    }
  }

  /// Decodes or encodes a JSON document repeatedly. This is the work of a process whose
  /// instructions are counted.
  static func json(_ word: String, rounds: Int) throws -> Int {
    let flock = Flock(count: 29)
    let text = try JSONCoder().encode(flock)
    var sum = 0
    for _ in 0..<rounds {
      sum &+=
        word == "decode"
        ? try JSONCoder().decode(Flock.self, from: text).birds.count
        : try JSONCoder().encode(flock).count
    }
    return sum
  }
}
