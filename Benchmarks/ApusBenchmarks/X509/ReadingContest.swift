import ApusNet
import ApusX509
import Glibc

/// The comparison of parsing certificates with every extension with Go's crypto/x509 in the same
/// run.
final class ReadingContest {
  private let bag: [[UInt8]]
  private let path: String
  private let go: Go

  /// The approximate time of each turn in nanoseconds.
  private static let turn = 0.2e9
  private static var turnCount: Int { Results.rounds(11) }

  /// Creates a contest over the certificates that both parsers can read.
  init(_ certificates: [[UInt8]]) throws {
    go = try Go(source: "certificates.go")
    path = try Command.temporaryFolder() + "/certificates"
    try Self.write(certificates, to: path)
    let readable = try go.output(["readable", path]).split(separator: "\n")
    guard readable.count == certificates.count else {
      throw Go.Failure.unknownAnswer("\(readable.count) lines")
    }
    bag = zip(certificates, readable).compactMap { der, word in
      var sum = CertificateSum()
      return word == "1" && (try? sum.read(der)) != nil ? der : nil
    }
    try Self.write(bag, to: path)
  }

  deinit { Command.removeTemporaryFolder(of: path) }

  /// Prints both results for a set of certificates. Returns whether our parser is not slower.
  func run(_ name: String) throws -> Bool {
    let ownRounds = max(1, Int(Self.turn / Measurement.nanoseconds { _ = ourSum(rounds: 1) }))
    let peerRounds = max(1, Int(Self.turn / (try goTurn(rounds: 1).nanoseconds)))
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.turnCount {
      var sum: UInt64 = 0
      let time = Measurement.nanoseconds { sum = ourSum(rounds: ownRounds) }
      ours.append(time / Double(ownRounds * bag.count))
      let peer = try goTurn(rounds: peerRounds)
      theirs.append(peer.nanoseconds / Double(peerRounds * bag.count))
      guard sum == peer.sum else {
        throw Go.Failure.unknownAnswer("sum \(peer.sum), where ours is \(sum)")
      }
    }
    let ratios = zip(ours, theirs).map { $1 / $0 }
    let (own, other) = (Measurement.median(ours), Measurement.median(theirs))
    print(
      """
      \(bag.count) certificates of \(name), each read with every extension \
      (sum \(ourSum(rounds: 1)) for both):
        \(Bar.hundredths(own / 1_000)) µs each, \(Int(1e9 / own)) in a second; \
      Go \(Bar.hundredths(other / 1_000)) µs, \(Int(1e9 / other)) in a second
      """)
    return Bar("speed of reading \(name)", over: ratios, peer: "Go", atLeast: 1).report()
  }

  /// Returns our sum of one round.
  private func ourSum(rounds: Int) -> UInt64 {
    var last: UInt64 = 0
    for _ in 0..<rounds {
      var sum = CertificateSum()
      for der in bag { try? sum.read(der) }
      last = sum.value
    }
    return last
  }

  private func goTurn(rounds: Int) throws -> (nanoseconds: Double, sum: UInt64) {
    let answer = try go.output(["read", path, "\(rounds)"])
    let words = answer.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let nanoseconds = Double(words[0]), let sum = UInt64(words[1]) else {
      throw Go.Failure.unknownAnswer(answer)
    }
    return (nanoseconds, sum)
  }

  /// Writes the certificates to a file. The length of each certificate precedes the certificate in
  /// four bytes.
  private static func write(_ certificates: [[UInt8]], to path: String) throws {
    // SAFETY: the file is closed below, and the arrays outlive the calls, which only read them.
    guard let file = unsafe fopen(path, "w") else {
      throw Peer.Failure.command("fopen \(path)", status: errno)
    }
    for der in certificates {
      let count = UInt32(der.count)
      let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32($0))) }
      for bytes in [length, der] { unsafe fwrite(bytes, 1, bytes.count, file) }
    }
    guard unsafe fclose(file) == 0 else {
      throw Peer.Failure.command("fclose \(path)", status: errno)
    }
  }
}
