/// The comparison of the body serializers with other programs.
enum SerializerBenchmarks {
  /// Runs all measurements on one core, or the measurements with a given name. Returns whether
  /// every bar was met.
  static func run(only word: String? = nil) throws -> Bool {
    print("serializers, on processor \(try Processor.stayOnOne())")
    let contests: KeyValuePairs<String, () throws -> Bool> = [
      "form": FormContest.run, "json": JSONContest.run, "json growth": JSONBenchmarks.growth,
      "validation": ValidationContest.run, "multipart": MultipartContest.run,
      "xml": XMLContest.run,
    ]
    var allHold = true
    for (name, run) in contests where word.map({ name.contains($0) }) ?? true {
      allHold = try run() && allHold
    }
    return allHold
  }
}
