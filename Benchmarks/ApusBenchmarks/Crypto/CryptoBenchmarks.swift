/// The primitives beside `openssl speed`, both on one core and in turn.
enum CryptoBenchmarks {
  /// Runs everything, or what has a word in its name, and says whether every bar held.
  static func run(only word: String? = nil) throws -> Bool {
    print("Apus beside \(try OpenSSL.version()), on processor \(try Processor.stayOnOne()):")
    print("medians of \(rounds) turns each, the ratio of their speeds, and of which turns it was")
    var allHold = true
    for contest in try ciphers() + hashes() + agreements() + signatures() + encapsulation() {
      if let word, !contest.operations.contains(where: { $0.name.contains(word) }) { continue }
      allHold = try contest.run(rounds: rounds) && allHold
    }
    return allHold
  }

  /// Odd, so that one is in the middle.
  private static var rounds: Int { Results.rounds(5) }
}
