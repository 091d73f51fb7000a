import Glibc

/// The primitives beside `openssl speed`, both on one core and in turn.
enum CryptoBenchmarks {
  /// Runs everything, or what has a word in its name, and says whether every bar held.
  static func run(only word: String? = nil) throws -> Bool {
    print("Apus beside \(try OpenSSL.version()), on processor \(try stayOnOneProcessor()):")
    print("medians of \(rounds) turns each, the ratio of their speeds, and of which turns it was")
    var allHold = true
    for contest in try ciphers() + hashes() + agreements() + signatures() + encapsulation() {
      if let word, !contest.operations.contains(where: { $0.name.contains(word) }) { continue }
      allHold = try contest.run(rounds: rounds) && allHold
    }
    return allHold
  }

  /// Odd, so that one is in the middle.
  private static let rounds = 5

  /// Keeps this process, and the children it will have, on the last core that it may use.
  ///
  /// `taskset` prints the cores as a list such as `0-3,7`.
  private static func stayOnOneProcessor() throws -> String {
    let list = try taskset(["\(getpid())"])
    let processor = list.reversed().prefix { $0.isNumber }.reversed()
    _ = try taskset([String(processor), "\(getpid())"])
    return String(processor)
  }

  private static func taskset(_ words: [String]) throws -> String {
    let outcome = try Command.run(["taskset", "--cpu-list", "--pid"] + words)
    guard outcome.status == 0 else {
      throw Peer.Failure.command("taskset", status: outcome.status)
    }
    let line = String(decoding: outcome.output, as: UTF8.self)
    return String(line.prefix { $0 != "\n" })
  }
}
