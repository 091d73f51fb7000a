import LongRun
import TestSupport
import Testing

/// A short piece of the long run that `Tests/Gateway/run soak` makes.
@Suite(.ownThread) struct LongRunTests {
  @Test func `calls under random network faults end exactly once without leaks`()
    async throws
  {
    // During this run, other tests have descriptors and memory of their own.
    var run = LongRun(seed: UInt64.random(in: 0...UInt64(UInt32.max)))
    run.rounds = 2
    run.roundTime = .seconds(300)
    run.callsPerRound = 150
    run.callers = 8
    run.callsPerStorm = 60
    run.patience = .seconds(600)
    run.memoryLimit = nil
    run.checksDescriptors = false
    let folder = try TemporaryFolder()
    let report = try await run.run(in: folder.path)
    #expect(report.calls == 300)
    #expect(report.calls("right") > 60 && report.calls("cancelled") > 10)
    #expect(report.carriedOut > 20)
  }
}
