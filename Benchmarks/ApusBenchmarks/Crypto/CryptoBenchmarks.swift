/// The comparison of cryptographic primitives with `openssl speed`. Both libraries run on the same
/// core in turn.
enum CryptoBenchmarks {
  /// Runs all parts, or the parts whose names contain a word. Returns whether every bar was met.
  static func run(only word: String? = nil) throws -> Bool {
    print("Apus compared with \(try OpenSSL.version()), on processor \(try Processor.stayOnOne()):")
    print("medians of \(rounds) turns each, and the ratio of their speeds with its range of turns")
    var allHold = true
    for contest in try ciphers() + hashes() + agreements() + signatures() + encapsulation() {
      if let word, !contest.operations.contains(where: { $0.name.contains(word) }) { continue }
      allHold = try contest.run(rounds: rounds) && allHold
    }
    return allHold
  }

  /// The number of rounds, which is odd so that one value is the median.
  private static var rounds: Int { Results.rounds(5) }
}
