import ApusBytes
import ApusCookies
import ApusHTTP
import ApusNames
import ApusNet

/// Compares our cookie jar with Go's: the same random sequences, with and without known departures.
///
///     ApusInterop cookies lines COUNT SEED
///     ApusInterop cookies judge COUNT SEED ANSWERS
///
/// The first prints the input of `Peers/cookies.go`, the second judges its output. Plain sequences
/// must agree completely; a kind of departure that makes no difference is also a failure.
enum CookieComparison {
  static func run(_ words: [String]) throws {
    guard words.count >= 3, let count = Int(words[1]), let seed = UInt64(words[2]) else {
      throw Interop.Failure.usage("cookies lines|judge COUNT SEED [ANSWERS]")
    }
    let sequences = (0..<count).map { CookieSequence(number: $0, seed: seed) }
    switch (words[0], words.count) {
    case ("lines", 3):
      for steps in sequences.flatMap({ [$0.plain, $0.odd] }) { printLines(of: steps) }
    case ("judge", 4):
      let text = String(decoding: try Files.contents(of: words[3]), as: UTF8.self)
      var answers = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
      try judge(sequences, by: &answers, seed: seed)
    default: throw Interop.Failure.usage("cookies lines|judge COUNT SEED [ANSWERS]")
    }
  }

  private static func printLines(of steps: [CookieSequence.Step]) {
    print("jar")
    for step in steps {
      switch step {
      case .set(let url, let value): print("set \(url) \(Hex.encode(value))")
      case .get(let url): print("get \(url)")
      }
    }
  }

  private static func judge(
    _ sequences: [CookieSequence], by answers: inout ArraySlice<Substring>, seed: UInt64
  ) throws {
    var differences: [CookieSequence.Departure: Int] = [:]
    var gets = 0
    for (number, sequence) in sequences.enumerated() {
      if let difference = try difference(sequence.plain, &answers, &gets) {
        throw Interop.Failure.unexpected("sequence \(number) of seed \(seed): \(difference)")
      }
      if try difference(sequence.odd, &answers, &gets) != nil {
        differences[sequence.departure, default: 0] += 1
      }
    }
    for departure in CookieSequence.Departure.allCases {
      guard let count = differences[departure] else {
        throw Interop.Failure.unexpected("\(departure.rawValue) makes no difference any more")
      }
      print("\(count) sequences differ by \(departure.rawValue)")
    }
    let kinds = differences.count
    print("seed \(seed): \(sequences.count) sequences, \(gets) requests, \(kinds) kinds")
  }

  /// Returns the first difference between our results and Go's, or nil; skips all of Go's results.
  private static func difference(
    _ steps: [CookieSequence.Step], _ answers: inout ArraySlice<Substring>, _ gets: inout Int
  ) throws -> String? {
    // Go also treats this machine as secure.
    var jar = CookieJar(
      suffixes: .suffixes(try CookieSequence.suffixes.map { try DomainName($0) }),
      countsLoopbackAsSecure: true)
    let now = HTTP.Date(secondsSinceEpoch: WallClock.secondsSinceEpoch)
    var found: String?
    for step in steps {
      switch step {
      case .set(let url, let value):
        try? jar.receive(value.span, from: HTTP.URL(url), at: now)
      case .get(let url):
        gets += 1
        guard let answer = answers.popFirst() else {
          throw Interop.Failure.unexpected("there are too few answers")
        }
        let ours = jar.field(for: try HTTP.URL(url), at: now)?.bytes ?? []
        if found == nil, Hex.encode(ours) != answer {
          let theirs = String(decoding: (try? Hex.decode(String(answer))) ?? [], as: UTF8.self)
          found = "\(url): \(String(decoding: ours, as: UTF8.self)), Go: \(theirs)"
        }
      }
    }
    return found
  }
}
