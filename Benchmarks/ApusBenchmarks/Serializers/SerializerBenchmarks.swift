/// What becomes of bodies, beside peers.
enum SerializerBenchmarks {
  /// Runs everything on one core, and says whether every bar held.
  static func run() throws -> Bool {
    print("serializers, on processor \(try Processor.stayOnOne())")
    var allHold = true
    for part in [
      FormContest.run, JSONContest.run, JSONBenchmarks.growth, ValidationContest.run,
      MultipartContest.run, XMLContest.run,
    ] {
      allHold = try part() && allHold
    }
    return allHold
  }
}
