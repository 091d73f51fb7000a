import LongRun

/// A long run of calls to misbehaving servers, and faults that it must detect.
enum Soaking {
  /// The time of a round in a run of some minutes; a short run has five rounds.
  private static let roundTime = 15.0

  /// Runs for a number of seconds, with a seed that is printed, and prints the results.
  static func run(for words: String, _ seed: String?, in folder: String) async throws {
    guard let seconds = Double(words), seconds > 0 else { throw Gateway.Failure.usage }
    let seed = seed.flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
    print("seed \(seed)")
    var run = LongRun(seed: seed)
    run.rounds = max(5, Int(seconds / roundTime))
    run.warmUp = max(2, run.rounds / 4)
    run.roundTime = .seconds(seconds / Double(run.rounds))
    print(try await run.run(in: folder))
  }

  /// Makes one fault, by which the run must fail.
  static func breach(_ name: String, in folder: String) async throws {
    guard let breach = LongRun.Breach(rawValue: name) else { throw Gateway.Failure.usage }
    var run = LongRun(seed: 1)
    run.rounds = 3
    run.roundTime = .milliseconds(300)
    run.breach = breach
    if breach == .unended { run.patience = .seconds(3) }
    print(try await run.run(in: folder))
  }
}
