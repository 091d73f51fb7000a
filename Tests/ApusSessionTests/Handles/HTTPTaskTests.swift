import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Handles of calls that run concurrently with their program. USM, PR and TD rows.
@Suite(.ownThread) struct HTTPTaskTests {
  private static let content = [UInt8](repeating: 7, count: 300_000)

  private static let handler: TestServer.Handler = { request in
    switch request.path {
    case "/number":
      .response(
        HTTP.Response(200, headers: [.contentType: "application/json"], body: Array("7".utf8)))
    case "/echo": .response(HTTP.Response(200, body: request.body))
    case "/missing": .response(HTTP.Response(404))
    default: .response(HTTP.Response(200, body: content))
    }
  }

  /// Returns the error of a task.
  private func failure<Value>(_ task: HTTPTask.Returning<Value>) async -> HTTPSessionError? {
    do {
      _ = try await task.value
      return nil
    } catch {
      return HTTPSessionError(of: error)
    }
  }

  @Test func `the value or the error of a task can be read repeatedly`()
    async throws
  {
    try await SessionFixture.with(Self.handler) { fixture in
      let session = fixture.session
      let task = session.start(.send(.get("whole")))
      let body = try await task.value.body
      #expect(body == Self.content)
      let again = try await task.value.body
      #expect(again == Self.content)
      #expect(task.state == .completed && task.kind == .data)
      let number = try await session.start(.send(.get("number"), as: Int.self)).value
      #expect(number == 7)
      let error = await failure(session.start(.send(.get("missing"))))
      #expect(error?.reason == .status(404))
      #expect(session.tasks.isEmpty)
    }
  }

  @Test func `a task reports the numbers of sent and received bytes`() async throws {
    try await SessionFixture.with(Self.handler) { fixture in
      let task = fixture.session.start(
        .upload(.post("echo", .bytes(Self.content))), isSuspended: true)
      #expect(task.sent == TransferProgress(completed: 0, total: nil))
      let (sent, received) = (task.uploadProgress, task.progress)
      task.resume()
      let end = TransferProgress(completed: Self.content.count, total: Self.content.count)
      var last: (sent: TransferProgress?, received: TransferProgress?)
      for await progress in sent {
        #expect(progress.completed >= last.sent?.completed ?? 0)
        last.sent = progress
      }
      for await progress in received { last.received = progress }
      #expect(last.sent == end && last.received == end && end.fraction == 1)
      #expect(task.sent == end && task.received == end)
      // A late reader gets only the end.
      var late: [TransferProgress] = []
      for await progress in task.progress { late.append(progress) }
      #expect(late == [end])
    }
  }

  @Test func `a session lists its running tasks by kind and by age`() async throws {
    let folder = try TemporaryFolder()
    try await SessionFixture.with(Self.handler) { fixture in
      let session = fixture.session
      let download = session.start(.download("x", to: "\(folder.path)/a"), isSuspended: true)
      let upload = session.start(.upload(.put("echo", .bytes([1]))), isSuspended: true)
      let data = session.start(.send(.get("x?token=secret")), isSuspended: true)
      let other = session.start(.send(.get("y")), priority: .low, isSuspended: true)
      #expect(session.tasks == [data, other, upload, download])
      #expect(session.tasks.map(\.identifier) == [3, 4, 2, 1])
      #expect(other.priority == .low && data.priority == .normal)
      data.taskDescription = "mine"
      #expect(session.tasks.first?.taskDescription == "mine" && other.taskDescription == nil)
      #expect("\(data)" == "task 3: GET x?token=…, suspended")
      for task in session.tasks { task.cancel() }
      for task in [data, other, upload] {
        #expect(await failure(task)?.reason == .cancelled)
      }
      #expect(await failure(download)?.reason == .cancelled)
      #expect(session.tasks.isEmpty && fixture.server.connectionCount == 0)
      let names = try Files.names(in: folder.path)
      #expect(names == [])
    }
  }

  @Test func `a task that starts suspended sends no request before it is resumed`()
    async throws
  {
    try await SessionFixture.with(Self.handler) { fixture in
      let task = fixture.session.start(.send(.get("whole")), isSuspended: true)
      #expect(task.state == .suspended)
      try await fixture.session.send(.get("whole"))
      #expect(task.state == .suspended && fixture.session.tasks == [task])
      task.resume()
      let status = try await task.value.status
      #expect(status == .ok)
      #expect(task.state == .completed)
    }
  }

  @Test func `a cancelled HTTPTask ends exactly once and releases its connection`()
    async throws
  {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.hang()
    } _: { fixture in
      let task = fixture.session.start(.send(.get("x")))
      while fixture.server.connectionCount == 0 { await Pause.brief() }
      task.cancel()
      task.cancel()
      #expect(await failure(task)?.reason == .cancelled)
      #expect(task.state == .completed)
      task.cancel()
      task.suspend()
      #expect(task.state == .completed)
      try await fixture.expectNothingLeft(butAtRest: true)
    }
  }

  @Test(arguments: [true, false])
  func `a cancelled download provides a resume token if the token was requested`(
    _ keepsPart: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let gate = Gate()
    let whole = [UInt8](repeating: 3, count: 600_000)
    try await SessionFixture.with { request in
      let fields: HTTP.Fields = ["ETag": "\"one\"", "Content-Length": "600000"]
      guard request.head.fields.contains(.range) else {
        return .connection { connection in
          try await connection.write(
            Array("HTTP/1.1 200 \r\nETag: \"one\"\r\nContent-Length: 600000\r\n\r\n".utf8)
              + whole[..<400_000])
          await gate.pass()
          try await connection.finish()
          try await connection.drain()
        }
      }
      var part = HTTP.Response(206, headers: ["ETag": "\"one\""])
      let range = request.head.fields[.range]?.text ?? ""
      let start = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
      part.headers[.contentRange] = HTTP.FieldValue("bytes \(start)-599999/600000")
      part.body = Array(whole[start...])
      _ = fields
      return .response(part)
    } _: { fixture in
      let path = "\(folder.path)/a"
      let task = fixture.session.start(.download("f", to: path))
      // By then the first piece of the file has been written.
      for await progress in task.progress where progress.completed == 400_000 { break }
      let token = await task.cancel(producingResumeData: keepsPart)
      gate.open()
      #expect(task.state == .completed)
      #expect(await failure(task)?.reason == .cancelled)
      #expect((token != nil) == keepsPart)
      #expect(try Files.names(in: folder.path).count == (keepsPart ? 1 : 0))
      guard let token else { return }
      #expect(token.byteCount > 0 && token.total == 600_000)
      let rest = fixture.session.start(.download(resuming: token, to: path))
      let download = try await rest.value
      #expect(download.resumedFrom == token.byteCount && download.byteCount == 600_000)
      #expect(try Files.contents(of: path) == whole)
      #expect(rest.received.fraction == 1)
    }
  }

  @Test func `a released session closes even if the program keeps a task handle`()
    async throws
  {
    let server = try MemoryServer {
      try await $0.serve("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    weak var pool: ConnectionPool?
    let task: HTTPTask.Returning<HTTP.Response>
    do {
      let session = try server.session()
      if case .network(let network) = session.engine { pool = network }
      task = session.start(.send(.get("x")))
      _ = task.progress
      _ = try await task.value
    }
    // Its loop lets go of it by and by.
    #expect(await Pause.until { pool == nil })
    #expect(task.state == .completed && task.received.fraction == 1)
    await server.shutdown()
  }

  @Test func `randomly cancelled, suspended and resumed tasks each end exactly once`()
    async throws
  {
    let posted = Lock<[String]>([])
    try await SessionFixture.with { request in
      if request.head.method == .post { posted.withLock { $0.append(request.path) } }
      return .response(HTTP.Response(200, body: request.body))
    } configure: {
      $0.pool.connectionsPerHost = 3
    } _: { fixture in
      let session = fixture.session
      var random = SystemRandomNumberGenerator()
      let tasks = (0..<60).map { number in
        let target = HTTP.Target.reference("\(number)")
        let body = HTTP.Body.bytes([UInt8](repeating: 1, count: number * 1_000))
        return session.start(.send(number % 2 == 0 ? .post(target, body) : .put(target, body)))
      }
      #expect(Set(tasks.map(\.identifier)).count == 60)
      while !session.tasks.isEmpty {
        for task in tasks {
          switch Int.random(in: 0..<20, using: &random) {
          case 0: task.cancel()
          case 1...4: task.suspend()
          case 5: task.priority = .high
          default: task.resume()
          }
        }
        await Pause.brief()
      }
      for task in tasks {
        let reason = await failure(task)?.reason
        #expect(reason == nil || reason == .cancelled)
        #expect(task.state == .completed)
      }
      // Only idempotent requests are sent twice.
      let paths = posted.withLock { $0 }
      #expect(Set(paths).count == paths.count)
      try await fixture.expectNothingLeft(butAtRest: true)
    }
  }
}
