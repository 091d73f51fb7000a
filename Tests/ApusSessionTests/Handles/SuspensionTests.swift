import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Suspended calls: their state, their losses, and their timeouts.
@Suite(.ownThread) struct SuspensionTests {
  /// The requests that a server has received, with the continuation of its responses.
  private final class Log: Sendable {
    let heads = Lock<[String]>([])
    let gate = Gate()

    var count: Int { heads.withLock(\.count) }
  }

  private static let bounds: @Sendable (inout HTTPSession.Configuration) -> Void = {
    $0.timeouts.queue = .seconds(60)
    $0.timeouts.connect = .seconds(100_000)
    $0.timeouts.firstByte = .seconds(60)
    $0.timeouts.idle = .seconds(60)
    $0.pool.connectionsPerHost = 1
    $0.pool.idleTimeout = .seconds(100_000)
  }

  /// Runs a session on a clock, whose server delays the first response until a gate is opened, and
  /// sends all others at once.
  private func with(
    _ parts: [String] = ["HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab", "cd"],
    _ configure: @escaping @Sendable (inout HTTPSession.Configuration) -> Void = { _ in },
    _ body: (HTTPSession, ManualClock, Log) async throws -> Void
  ) async throws {
    let (log, clock) = (Log(), ManualClock())
    let server = try MemoryServer { peer in
      while let head = try await peer.readHead() {
        let number = log.heads.withLock { heads in
          heads.append(head)
          return heads.count
        }
        if number == 1 {
          try await peer.write(parts[0])
          await log.gate.pass()
          try await peer.write(parts[1])
        } else {
          try await peer.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd")
        }
      }
    }
    let session = try server.session(
      clock,
      {
        Self.bounds(&$0)
        configure(&$0)
      })
    do {
      try await body(session, clock, log)
    } catch {
      log.gate.open()
      await session.shutdown()
      await server.shutdown()
      throw error
    }
    log.gate.open()
    #expect(session.tasks.isEmpty)
    #expect(await session.gauge(\.leased, reaches: 0) == 0)
    await session.shutdown()
    await server.shutdown()
  }

  private func reason(
    _ task: HTTPTask.Returning<HTTP.Response>
  ) async -> HTTPSessionError.Reason? {
    do {
      _ = try await task.value
      return nil
    } catch {
      return HTTPSessionError(of: error).reason
    }
  }

  @Test func `a call that is suspended for under 30 seconds keeps its connection`()
    async throws
  {
    try await with { session, clock, log in
      let task = session.start(.send(.post("x", .bytes([1]))))
      while task.received.completed < 2 { await Pause.brief() }
      task.suspend()
      #expect(task.state == .suspended)
      clock.advance(by: .seconds(29))
      log.gate.open()
      #expect(session.tasks == [task] && session.gauges.leased == 1)
      task.resume()
      let text = try await task.value.text
      #expect(text == "abcd")
      #expect(log.count == 1)
    }
  }

  @Test(arguments: [false, true])
  func `a call that is suspended repeatedly receives each content byte once`(
    _ isSecure: Bool
  ) async throws {
    let content = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 5) }
    let count = Lock(0)
    try await SessionFixture.with(tls: isSecure ? .local() : nil) { request in
      count.withLock { $0 += 1 }
      return .response(HTTP.Response(200, body: request.body))
    } _: { fixture in
      let task = fixture.session.start(.upload(.post("x", .bytes(content))))
      for _ in 0..<100 where task.state != .completed {
        task.suspend()
        await Pause.brief()
        task.resume()
        await Pause.brief()
      }
      let body = try await task.value.body
      #expect(body == content)
      #expect(count.withLock { $0 } == 1)
    }
  }

  @Test func `a suspension does not count toward the timeouts of the call's phases`() async throws {
    // The head is due within a minute, and 40 seconds pass.
    let parts = ["HTTP/1.1 200 OK\r\nContent-Length: 4\r\n", "\r\nabcd"]
    try await with(parts) { session, clock, log in
      let task = session.start(.send(.get("x")))
      #expect(await Pause.until { log.count == 1 && session.census?.waiting == 1 })
      for _ in 0..<3 {
        task.suspend()
        clock.advance(by: .seconds(29))
        task.resume()
      }
      clock.advance(by: .seconds(40))
      log.gate.open()
      let text = try await task.value.text
      #expect(text == "abcd")
      #expect(log.count == 1)
    }
  }

  @Test func `after a suspension the remaining timeouts of the call continue`() async throws {
    try await with { session, clock, log in
      let task = session.start(.send(.get("x")))
      while task.received.completed < 2 { await Pause.brief() }
      task.suspend()
      clock.advance(by: .seconds(29))
      task.resume()
      while task.state != .completed {
        clock.advance(by: .seconds(61))
        await Pause.brief()
      }
      #expect(await reason(task) == .timedOut(.idle))
    }
  }

  @Test(arguments: [false, true])
  func `a suspension of 30 seconds closes the connection, and only a PUT is repeated`(
    _ isIdempotent: Bool
  ) async throws {
    try await with { session, clock, log in
      let request: HTTP.Request = isIdempotent ? .put("x", .bytes([1])) : .post("x", .bytes([1]))
      let task = session.start(.send(request))
      while task.received.completed < 2 { await Pause.brief() }
      task.suspend()
      clock.advance(by: .seconds(31))
      #expect(await session.gauge(\.leased, reaches: 0) == 0)
      if isIdempotent {
        #expect(task.state == .suspended)
        #expect(log.count == 1)
        task.resume()
        let text = try await task.value.text
        #expect(text == "abcd")
        #expect(log.count == 2)
      } else {
        #expect(await session.gauge(\.open, reaches: 0) == 0)
        task.resume()
        #expect(await reason(task) == .suspended)
        #expect(log.count == 1)
      }
    }
  }

  @Test func `a suspension counts toward the total time limit of the call`() async throws {
    for isBegun in [true, false] {
      try await with { session, clock, log in
        let task = session.start(
          .send(.get("x"), within: .seconds(10)), isSuspended: !isBegun)
        if isBegun {
          while task.received.completed < 2 { await Pause.brief() }
          task.suspend()
        }
        while task.state != .suspended { await Pause.brief() }
        clock.advance(by: .seconds(11))
        // It is known at the latest when the call resumes.
        if isBegun { #expect(await session.gauge(\.leased, reaches: 0) == 0) }
        task.resume()
        #expect(await reason(task) == .timedOut(.total))
      }
    }
  }

  @Test func `the total time limit of a call that starts suspended begins at its start`()
    async throws
  {
    try await with { session, clock, log in
      clock.advance(by: .seconds(100))
      let task = session.start(.send(.get("x"), within: .seconds(10)), isSuspended: true)
      #expect(await Pause.until { session.census?.waiting == 1 })
      clock.advance(by: .milliseconds(9_999))
      #expect(task.state == .suspended)
      clock.advance(by: .milliseconds(1))
      // It was not resumed.
      #expect(await Pause.until { task.state == .completed })
      task.cancel()
      #expect(await reason(task) == .timedOut(.total))
      #expect(log.count == 0)
    }
  }

  @Test func `repeated suspensions count toward the total time limit of the call`() async throws {
    try await with { session, clock, log in
      let task = session.start(.send(.get("x"), within: .seconds(10)), isSuspended: true)
      #expect(await Pause.until { session.census?.waiting == 1 })
      clock.advance(by: .seconds(4))
      task.resume()
      while task.received.completed < 2 { await Pause.brief() }
      task.suspend()
      clock.advance(by: .seconds(6))
      #expect(await Pause.until { task.state == .completed })
      task.cancel()
      #expect(await reason(task) == .timedOut(.total))
    }
  }

  @Test func `a suspended call leaves the connection queue and keeps its age`()
    async throws
  {
    try await with {
      $0.timeouts.queue = .seconds(40)
    } _: { session, clock, log in
      let first = session.start(.send(.get("first")))
      while log.count == 0 { await Pause.brief() }
      let older = session.start(.send(.get("older")))
      #expect(await session.gauge(\.waiting, reaches: 1) == 1)
      clock.advance(by: .seconds(1))
      let younger = session.start(.send(.get("younger")))
      #expect(await session.gauge(\.waiting, reaches: 2) == 2)
      older.suspend()
      #expect(await session.gauge(\.waiting, reaches: 1) == 1)
      clock.advance(by: .seconds(30))
      older.resume()
      #expect(await session.gauge(\.waiting, reaches: 2) == 2)
      // Longer than the timeout of a call, which excludes the suspension.
      clock.advance(by: .milliseconds(9_500))
      log.gate.open()
      for task in [first, older, younger] {
        let text = try await task.value.text
        #expect(text == "abcd")
      }
      let paths = log.heads.withLock { $0.map { String($0.split(separator: " ")[1]) } }
      #expect(paths == ["/first", "/older", "/younger"])
    }
  }

  @Test func `content that arrives during a suspension is delivered after resumption`()
    async throws
  {
    let (isAsked, hasAnswered, gate) = (Gate(), Gate(), Gate())
    let session = HTTPSession.stub { _ in
      isAsked.open()
      await gate.pass()
      defer { hasAnswered.open() }
      return HTTP.Response(204)
    }
    let task = session.start(.send(.get("https://a.test/")))
    await isAsked.pass()
    task.suspend()
    gate.open()
    await hasAnswered.pass()
    for _ in 0..<50 { await Pause.brief() }
    #expect(task.state == .suspended && session.tasks == [task])
    task.resume()
    let status = try await task.value.status
    #expect(status == .noContent)
    #expect(session.tasks.isEmpty)
    await session.shutdown()
  }

  @Test func `queued calls overtake a suspended call in the connection queue`() async throws {
    try await with { session, clock, log in
      let first = session.start(.send(.get("first")))
      while log.count == 0 { await Pause.brief() }
      let older = session.start(.send(.get("older")))
      #expect(await session.gauge(\.waiting, reaches: 1) == 1)
      older.suspend()
      #expect(await session.gauge(\.waiting, reaches: 0) == 0)
      log.gate.open()
      let firstText = try await first.value.text
      #expect(firstText == "abcd")
      let youngerText = try await session.send(.get("younger")).text
      #expect(youngerText == "abcd")
      older.resume()
      let olderText = try await older.value.text
      #expect(olderText == "abcd")
      let paths = log.heads.withLock { $0.map { String($0.split(separator: " ")[1]) } }
      #expect(paths == ["/first", "/younger", "/older"])
    }
  }

  @Test(arguments: [false, true])
  func `a suspended call ends when it is cancelled or its session is shut down`(
    _ isShutdown: Bool
  ) async throws {
    try await with { session, clock, log in
      let task = session.start(.send(.get("x")))
      while task.received.completed < 2 { await Pause.brief() }
      let other = session.start(.send(.get("y")), isSuspended: true)
      task.suspend()
      if isShutdown {
        await session.shutdown()
        #expect(await reason(task) == .shutDown)
        #expect(await reason(other) == .shutDown)
        #expect(await reason(session.start(.send(.get("z")))) == .shutDown)
        #expect(await reason(session.start(.send(.get("z")), isSuspended: true)) == .shutDown)
      } else {
        for task in [task, other] {
          task.cancel()
          #expect(await reason(task) == .cancelled)
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `a suspended download resumes with a range request on a new connection`(
    isChosenBySession: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a"
    let whole = String(repeating: "0123456789", count: 60_000)
    let (log, clock) = (Log(), ManualClock())
    let server = try MemoryServer { peer in
      while let head = try await peer.readHead() {
        log.heads.withLock { $0.append(head) }
        guard let range = head.split(separator: "Range: bytes=").dropFirst().first,
          let start = Int(range.prefix { $0.isNumber })
        else {
          try await peer.write("HTTP/1.1 200 OK\r\nETag: \"o\"\r\nContent-Length: 600000\r\n\r\n")
          try await peer.write(String(whole.prefix(400_000)))
          await log.gate.pass()
          continue
        }
        try await peer.write(
          "HTTP/1.1 206 P\r\nETag: \"o\"\r\nContent-Range: bytes \(start)-599999/600000\r\n"
            + "Content-Length: \(600_000 - start)\r\n\r\n" + whole.dropFirst(start))
      }
    }
    let session = try server.session(clock) {
      Self.bounds(&$0)
      if isChosenBySession { $0.downloads.place = { _, _ in path } }
    }
    let task = session.start(.download("x", to: isChosenBySession ? "/none/b" : path))
    while task.received.completed < 400_000 { await Pause.brief() }
    task.suspend()
    clock.advance(by: .seconds(31))
    #expect(await session.gauge(\.leased, reaches: 0) == 0)
    #expect(task.state == .suspended && log.count == 1)
    log.gate.open()
    task.resume()
    let download = try await task.value
    #expect(download.resumedFrom == 400_000 && download.byteCount == 600_000)
    #expect(task.received == TransferProgress(completed: 600_000, total: 600_000))
    #expect(try Files.contents(of: path) == Array(whole.utf8))
    #expect(try Files.names(in: folder.path) == ["a"])
    #expect(log.count == 2 && session.tasks.isEmpty)
    await session.shutdown()
    await server.shutdown()
  }
}
