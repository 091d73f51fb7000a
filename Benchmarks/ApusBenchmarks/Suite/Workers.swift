import Glibc

/// The work of the processes that the suite starts. Each process runs this program with other
/// words.
enum Workers {
  /// Performs the work that the words name. Returns `false` if the words name no work.
  static func run(_ words: [String]) throws -> Bool {
    guard let name = words.first else { return false }
    let numbers = words.compactMap { Int($0) }
    switch (name, words.count) {
    case ("loopback-server", 2): try LoopbackServer.serve(port: UInt16(numbers.first ?? 0))
    case ("client-loop", 4), ("client-pool", 4):
      try ContractClient(Array(words.dropFirst()), isOnLoop: name == "client-loop").run()
    case ("count-get", 3): try BaselineBenchmarks.get(words[1], rounds: numbers.last ?? 0)
    case ("count-value", 3):
      try BaselineBenchmarks.value(words[1], rounds: numbers.last ?? 0)
    case ("json-loop", 3): print(try BaselineBenchmarks.json(words[1], rounds: numbers.last ?? 0))
    case ("caching-loop", 3): try CachingBenchmarks.client(words)
    case ("images-decode", 2): try ImagesBenchmarks.decode(words[1])
    case ("net-loop", 3):
      guard numbers.count == 2 else { return false }
      try NetBenchmarks.loop(connections: numbers[0], exchanges: numbers[1])
    case ("pool-loop", _): _ = try PoolBenchmarks.run(words)
    case ("session-loop", _): _ = try SessionBenchmarks.run(words)
    case ("transport-loop", _), ("transport-pool", _), ("transport-slow", _),
      ("transport-idle", _):
      try TransportBenchmarks.client(words)
    case ("tls-loop", _), ("tls-pool", _), ("tls-idle", _): try TLSBenchmarks.client(words)
    case ("http-loop", 3):
      guard numbers.count == 2 else { return false }
      print(try HTTPBenchmarks.loop(size: numbers[0], rounds: numbers[1]))
    case ("form-loop", 2): print(try FormContest.loop(rounds: numbers.first ?? 0))
    case ("validation-loop", 2): try ValidationContest.client(port: words[1])
    case ("xml-loop", 4):
      print(try XMLContest.loop(words[1], party: words[2], rounds: numbers.last ?? 0))
    default: return false
    }
    return true
  }
}
