import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The order of waiting requests: the most urgent first, and of these the oldest.
@Suite(.ownThread) struct PriorityTests {
  private final class Log: Sendable {
    let paths = Lock<[String]>([])
    let gate = Gate()
  }

  /// A session of one connection, which the first request has until a gate is opened.
  private func with(
    _ configure: @escaping @Sendable (inout HTTPSession.Configuration) throws -> Void = { _ in },
    _ body: (HTTPSession, ManualClock, Log) async throws -> Void
  ) async throws {
    let (log, clock) = (Log(), ManualClock())
    let server = try MemoryServer { peer in
      while let head = try await peer.readHead() {
        log.paths.withLock { $0.append(String(head.split(separator: " ")[1])) }
        if head.contains(" /first ") { await log.gate.pass() }
        try await peer.write(
          "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    var fault: (any Error)?
    let session = try server.session(
      clock,
      {
        $0.pool.connectionsPerHost = 1
        ($0.timeouts.queue, $0.timeouts.firstByte) = (.seconds(1_000), .seconds(1_000))
        $0.pool.idleTimeout = .seconds(1_000)
        do { try configure(&$0) } catch { fault = error }
      })
    #expect(fault == nil)
    let first = session.start(.send(.get("first")))
    while log.paths.withLock(\.isEmpty) { await Pause.brief() }
    do {
      try await body(session, clock, log)
    } catch {
      log.gate.open()
      throw error
    }
    log.gate.open()
    _ = try await first.value
    while !session.tasks.isEmpty { await Pause.brief() }
    await session.shutdown()
    await server.shutdown()
  }

  /// Starts a request, and waits until it is in the queue after so many others.
  private func queue(
    _ path: String, _ priority: HTTP.RequestOptions.Priority, behind count: Int,
    _ session: HTTPSession
  ) async -> HTTPTask.Returning<HTTP.Response> {
    let target = HTTP.Target.reference(path)
    let task = session.start(.send(.get(target)), priority: priority)
    #expect(await session.gauge(\.waiting, reaches: count + 1) == count + 1)
    return task
  }

  private func order(
    _ log: Log, _ tasks: [HTTPTask.Returning<HTTP.Response>]
  ) async throws -> [String] {
    log.gate.open()
    for task in tasks {
      let status = try await task.value.status
      #expect(status == .ok)
    }
    return log.paths.withLock { Array($0.dropFirst()) }
  }

  @Test func `queued requests get connections by priority, then by age`() async throws {
    try await with { session, _, log in
      let tasks = [
        await queue("low", .low, behind: 0, session),
        await queue("normal", .normal, behind: 1, session),
        await queue("high", .high, behind: 2, session),
        await queue("low2", .low, behind: 3, session),
        await queue("high2", .high, behind: 4, session),
      ]
      let paths = try await order(log, tasks)
      #expect(paths == ["/high", "/high2", "/normal", "/low", "/low2"])
    }
  }

  @Test func `the priority of a request option determines its position in the queue`() async throws
  {
    try await with { session, _, log in
      let low = await queue("low", .low, behind: 0, session)
      var request = HTTP.Request.get("urgent")
      request.options.priority = .high
      let urgent = Task { try await session.send(request).status }
      #expect(await session.gauge(\.waiting, reaches: 2) == 2)
      let paths = try await order(log, [low])
      #expect(paths == ["/urgent", "/low"])
      let status = try await urgent.value
      #expect(status == .ok)
    }
  }

  @Test func `the priority of a call precedes that of its session's serializer`() async throws {
    try await with {
      $0.requestSerializer.http.options.priority = .low
    } _: { session, _, log in
      var tasks: [Task<HTTP.Status, any Error>] = []
      func queue(_ work: @escaping @Sendable () async throws -> HTTP.Response) async {
        tasks.append(Task { try await work().status })
        #expect(await session.gauge(\.waiting, reaches: tasks.count) == tasks.count)
      }
      await queue { try await session.get("low") }
      await queue {
        var request = HTTP.Request.get("high")
        request.options.priority = .high
        return try await session.send(try session.requestSerializer.serialize(request, nil))
      }
      // Other options of a call leave the priority to the serializer.
      await queue { try await session.get("low2", within: .seconds(900)) }
      // A request that no serializer has completed has the normal priority.
      await queue { try await session.send(.get("normal")) }
      log.gate.open()
      for task in tasks {
        let status = try await task.value
        #expect(status == .ok)
      }
      let paths = log.paths.withLock { Array($0.dropFirst()) }
      #expect(paths == ["/high", "/normal", "/low", "/low2"])
    }
  }

  @Test func `the priority of a waiting request rises with time`() async throws {
    try await with { session, clock, log in
      var tasks = [await queue("low", .low, behind: 0, session)]
      clock.advance(by: .seconds(6))
      tasks.append(await queue("normal", .normal, behind: 1, session))
      tasks.append(await queue("high", .high, behind: 2, session))
      clock.advance(by: .seconds(5))
      tasks.append(await queue("high2", .high, behind: 3, session))
      let paths = try await order(log, tasks)
      #expect(paths == ["/high", "/low", "/normal", "/high2"])
    }
  }

  @Test func `a task handle can raise and lower the priority of its waiting call`() async throws {
    try await with { session, _, log in
      let tasks = [
        await queue("one", .normal, behind: 0, session),
        await queue("two", .normal, behind: 1, session),
        await queue("three", .low, behind: 2, session),
      ]
      tasks[2].priority = .high
      tasks[0].priority = .low
      #expect(tasks.map(\.priority) == [.low, .normal, .high])
      #expect(session.gauges.waiting == 3)
      let paths = try await order(log, tasks)
      #expect(paths == ["/three", "/two", "/one"])
    }
  }

  @Test func `a request raises the priority of an identical request that it waits for`()
    async throws
  {
    try await with {
      $0.cache = try .inMemory()
    } _: { session, _, log in
      let tasks = [
        await queue("shared", .low, behind: 0, session),
        await queue("other", .normal, behind: 1, session),
      ]
      let follower = session.start(.send(.get("shared")), priority: .high)
      // It follows when it waits, together with the first and those in the queue.
      #expect(await Pause.until { session.cache?.flights.followerCount == 1 })
      let paths = try await order(log, tasks + [follower])
      #expect(paths == ["/shared", "/other"])
    }
  }
}
