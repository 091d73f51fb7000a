import ApusHTTP
import Testing

@testable import ApusSession

/// RFC 9110 section 9.2.2.
@Suite struct StaleReplayTests {
  private let stale = StaleReplay.Failure(wasReused: true, hasHeard: false, isPeerGone: true)

  @Test func `a request is sent again once, and not twice`() {
    var replay = StaleReplay()
    let answers = [1, 2].map { _ in replay.mayReplay(.get("/"), after: stale) }
    #expect(answers == [true, false])
  }

  @Test(arguments: [
    ("GET", true), ("HEAD", true), ("PUT", true), ("DELETE", true), ("OPTIONS", true),
    ("POST", false), ("PATCH", false), ("get", false), ("BREW", false),
  ])
  func `only what does nothing twice is sent again`(_ method: String, _ isSent: Bool) {
    var replay = StaleReplay()
    let answer = replay.mayReplay(HTTP.Request(HTTP.Method(method), "/"), after: stale)
    #expect(answer == isSent)
  }

  @Test func `a body that can be had once is not sent again`() {
    let once = AsyncStream<[UInt8]> { $0.finish() }
    var replay = StaleReplay()
    let answers = [
      replay.mayReplay(.put("/", .sequence(once)), after: stale),
      replay.mayReplay(.put("/", .sequence(once, replay: .always)), after: stale),
    ]
    #expect(answers == [false, true])
  }

  @Test(arguments: [(false, false, true), (true, true, true), (true, false, false)])
  func `a failure that may have another cause is final`(
    _ wasReused: Bool, _ hasHeard: Bool, _ isPeerGone: Bool
  ) {
    var replay = StaleReplay()
    let answer = replay.mayReplay(
      .get("/"), after: .init(wasReused: wasReused, hasHeard: hasHeard, isPeerGone: isPeerGone))
    #expect(!answer)
    #expect(!replay.isSpent)
  }
}
