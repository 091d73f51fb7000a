import ApusHTTP
import Testing

@testable import ApusConnections
@testable import ApusSession

/// RFC 9110 section 9.2.2.
@Suite struct StaleReplayTests {
  private func outcome(
    _ request: HTTP.Request, wasReused: Bool = true, hasHeard: Bool = false,
    _ failure: HTTPSessionError.Reason = .noResponse
  ) async throws -> AttemptOutcome {
    var request = request
    request.target = "http://a/"
    return AttemptOutcome(
      prepared: try await PreparedRequest(request, RequestDefaults(nil), in: nil),
      wasReused: wasReused,
      wasSent: true,
      hasHeard: hasHeard, failure: failure)
  }

  @Test func `a request on a closed idle connection is sent again at most once`() async throws {
    var replay = StaleReplay()
    let stale = try await outcome(.get("/"))
    let answers = [1, 2].map { _ in replay.mayReplay(stale) }
    #expect(answers == [true, false])
  }

  @Test(arguments: [
    ("GET", true), ("HEAD", true), ("PUT", true), ("DELETE", true), ("OPTIONS", true),
    ("POST", false), ("PATCH", false), ("get", false), ("BREW", false),
  ])
  func `a request is sent again on a new connection only if its method is idempotent`(
    _ method: String, _ isSent: Bool
  )
    async throws
  {
    var replay = StaleReplay()
    let answer = replay.mayReplay(try await outcome(HTTP.Request(HTTP.Method(method), "/")))
    #expect(answer == isSent)
  }

  @Test func `a request with a single-use body is not sent again on a new connection`() async throws
  {
    let once = AsyncStream<[UInt8]> { $0.finish() }
    var replay = StaleReplay()
    let answers = [
      replay.mayReplay(try await outcome(.put("/", .sequence(once)))),
      replay.mayReplay(try await outcome(.put("/", .sequence(once, replay: .always)))),
    ]
    #expect(answers == [false, true])
  }

  @Test(arguments: [(false, false, true), (true, true, true), (true, false, false)])
  func `a request is not repeated if no closed idle connection caused the failure`(
    _ wasReused: Bool, _ hasHeard: Bool, _ isPeerGone: Bool
  ) async throws {
    var replay = StaleReplay()
    let answer = replay.mayReplay(
      try await outcome(
        .get("/"), wasReused: wasReused, hasHeard: hasHeard,
        isPeerGone ? .noResponse : .timedOut(.idle)))
    #expect(!answer)
    #expect(!replay.isSpent)
  }
}
