/// What becomes of bodies, beside peers.
enum SerializerBenchmarks {
  /// Runs everything and says whether every bar held.
  static func run() throws -> Bool { try XMLContest.run() }
}
