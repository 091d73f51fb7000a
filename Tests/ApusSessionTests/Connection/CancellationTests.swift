import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A task is cancelled at any wait, without leaks.
@Suite(.ownThread) struct CancellationTests {
  /// Cancels requests at a place before they wait there, mostly while they do, and around it.
  private static func cancel(at stall: Stall, rounds: Int) async throws {
    let silent = try await SilentListener()
    let folder = try TemporaryFolder()
    _ = try folder.write(Stall.much)
    let marks = Stall.Marks()
    try await SessionFixture.withConnections(Stall.serve) {
      $0.pool.connectionsPerHost = stall == .queue ? 1 : 64
      $0.timeouts.firstByte = .seconds(300)
      $0.timeouts.queue = .seconds(300)
      $0.timeouts.expectContinue = .seconds(300)
      $0.onInformational = { _, _ in marks.add() }
    } _: { fixture in
      let session = fixture.session
      let holder = stall == .queue ? Task { try await session.send(.get("queue")) } : nil
      while holder != nil, session.census?.waiting == 0 { await Pause.brief() }
      let other = try HTTPSession.apart(silent.url)
      let used = stall == .connect ? other : session
      for round in 0..<rounds {
        let reason = try await cancelOne(at: stall, used, folder, marks, round)
        #expect(reason == .cancelled, "\(stall) \(round)")
      }
      let kept = holder == nil ? 0 : 1
      #expect(await used.gauge(\.leased, reaches: kept) == kept)
      #expect(await used.gauge(\.waiting, reaches: 0) == 0)
      holder?.cancel()
      _ = await holder?.result
      try await fixture.expectNothingLeft(butAtRest: true)
      try await SessionFixture(server: fixture.server, session: other).expectNothingLeft()
      await other.shutdown()
      // The session continues.
      let response = try await session.send(.get("well"))
      #expect(response.status == .ok)
    }
    await silent.close()
  }

  private static func cancelOne(
    at stall: Stall, _ session: HTTPSession, _ folder: TemporaryFolder, _ marks: Stall.Marks,
    _ round: Int
  ) async throws -> HTTPSessionError.Reason? {
    // Idle connections, and dials for no request, wait too.
    let count = {
      let (gauges, census) = (session.gauges, session.census)
      return (census?.waiting ?? 0) - gauges.idle - gauges.dialling
    }
    while stall != .connect, session.gauges.dialling > 0 {
      try await Task.sleep(for: .microseconds(50))
    }
    let (before, waiting) = (marks.count, count())
    let ended = Stall.Marks()
    let task = Task(executorPreference: round % 2 == 0 ? session.executor : nil) {
      defer { ended.add() }
      do {
        try await stall.wait(session, folder) { marks.add() }
        return nil as HTTPSessionError.Reason?
      } catch {
        return HTTPSessionError(of: error).reason
      }
    }
    // A source waits by itself, without the loop.
    let isParked = {
      marks.count > before
        && (stall == .source || count() > waiting)
    }
    switch round % 8 {
    case 0: break
    case 1: await Task.yield()
    case 2: while marks.count == before, ended.count == 0 { await Pause.brief() }
    default:
      // Checking again at once would take time from the tasks that are awaited.
      while !isParked(), ended.count == 0 { try await Task.sleep(for: .microseconds(50)) }
    }
    task.cancel()
    return await task.value
  }

  @Test(arguments: Stall.allCases)
  func `tasks that are cancelled at any time end promptly and leak no memory`(
    _ stall: Stall
  ) async throws {
    try await Self.cancel(at: stall, rounds: 80)
  }

  @Test func `requests that are cancelled at any point leave no file descriptor open`() async {
    // In a separate process, in which no other code opens files.
    await #expect(processExitsWith: .success) {
      try await OpenDescriptors.expectNone {
        try await CancellationTests.cancel(at: .download, rounds: 1)
      } after: {
        for stall in Stall.allCases { try await CancellationTests.cancel(at: stall, rounds: 24) }
      }
    }
  }

  /// Begins a call in each of some sessions, and drops or shuts the sessions down meanwhile.
  private static func leave(_ count: Int, _ server: TestServer) async throws {
    for round in 0..<count {
      var calls: [Task<Void, Never>] = []
      do {
        let session = try HTTPSession(server.url)
        if round % 4 == 0 { _ = session.executor }
        for _ in 0..<3 { calls.append(Task { _ = try? await session.send(.get("slow")) }) }
        for _ in 0..<(round % 7) * 3 { await Task.yield() }
        if round % 3 == 0 { await session.shutdown() }
      }
      for call in calls where round % 3 == 1 { call.cancel() }
      for call in calls { await call.value }
    }
  }

  @Test func `no descriptor remains of sessions that are left during their calls`() async {
    await #expect(processExitsWith: .success) {
      let server = try await TestServer { _ in
        try await Task.sleep(for: .milliseconds(2))
        return .response(HTTP.Response(200, body: [1, 2, 3]))
      }
      try await OpenDescriptors.expectNone {
        try await CancellationTests.leave(16, server)
      } after: {
        try await CancellationTests.leave(240, server)
      }
      await server.shutdown()
    }
  }

  @Test func `a thousand requests can be cancelled at any time without a lost connection`()
    async throws
  {
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, body: request.body))
    } configure: {
      $0.pool.connectionsPerHost = 3
    } _: { fixture in
      let session = fixture.session
      var outcomes: [String: Int] = [:]
      for round in 0..<250 {
        let tasks = (0..<4).map { number in
          Task(executorPreference: number % 2 == 0 ? session.executor : nil) {
            let content = [UInt8](repeating: UInt8(number), count: 20_000 * number + 1)
            do {
              let response = try await session.send(.post("echo", .bytes(content)))
              return response.body == content ? "right" : "wrong"
            } catch {
              return HTTPSessionError(of: error).code.name
            }
          }
        }
        // Some are cancelled before they begin, some on their way, some too late.
        for _ in 0..<(round % 25) * 4 { await Task.yield() }
        for task in tasks { task.cancel() }
        for task in tasks { outcomes[await task.value, default: 0] += 1 }
      }
      #expect(Set(outcomes.keys).isSubset(of: ["right", "cancelled"]), "\(outcomes)")
      #expect(outcomes["cancelled"] ?? 0 > 0)
      #expect(await session.gauge(\.leased, reaches: 0) == 0)
      let last = try await session.send(.post("echo", .bytes([7])))
      #expect(last.body == [7])
    }
  }
}
