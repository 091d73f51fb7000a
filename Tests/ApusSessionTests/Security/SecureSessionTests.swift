import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The behavior of a session without TLS, over TLS. RFC 9110 section 4.2.2.
@Suite(.ownThread, .serialized) struct SecureSessionTests {
  @Test(arguments: [Set([TLS.Version.tls13]), [.tls12, .tls13]])
  func `requests and responses of every size are complete over TLS`(versions: Set<TLS.Version>)
    async throws
  {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
      $0.tls.versions = versions
    } _: { fixture in
      for count in [0, 1, 16_384, 16_385, 300_000] {
        let response = try await fixture.session.send(.get("bytes/\(count)"))
        #expect(response.body == TestRoutes.bytes(count))
        let sent = TestRoutes.bytes(count)
        let echo = try await fixture.session.send(.post("echo", .bytes(sent)))
        #expect(echo.body == sent)
      }
      let gzip = try await fixture.session.send(.get("gzip"))
      #expect(gzip.headers[.contentEncoding] == nil && !gzip.body.isEmpty)
      #expect(fixture.server.connectionCount == 1)
      #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
    }
  }

  @Test func `content and server-sent events are streamed over TLS`() async throws {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      let count = try await fixture.session.stream(.get("bytes/500000")) { head, content in
        #expect(head.status == .ok && content.byteCount == 500_000)
        var count = 0
        for try await piece in content { count += piece.count }
        return count
      }
      #expect(count == 500_000)
      let events = try await fixture.session.events(.get("events/3")) { events in
        var count = 0
        for try await _ in events { count += 1 }
        return count
      }
      #expect(events == 3)
    }
  }

  @Test func `files are uploaded and downloaded in several chunks over TLS`() async throws {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      let folder = try TemporaryFolder()
      let content = TestRoutes.bytes(700_001)
      let path = try folder.write(content, to: "sent")
      var sent = 0
      let whole = try await fixture.session.upload(.put("echo", .file(path))) { progress in
        #expect(progress.completed >= sent && progress.total == content.count)
        sent = progress.completed
      }
      #expect(whole.body == content && sent == content.count)
      let part = try await fixture.session.send(
        .put("echo", .file(path, from: 5, byteCount: 300_000)))
      #expect(part.body == Array(content[5..<300_005]))
      let download = try await fixture.session.download(
        "bytes/400000", to: folder.path + "/received")
      #expect(download.byteCount == 400_000)
      let received = try Files.contents(of: download.path, limit: 1 << 20)
      #expect(received == TestRoutes.bytes(400_000))
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `a file that is shorter than its declared length fails the upload over TLS`()
    async throws
  {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      let folder = try TemporaryFolder()
      let path = try folder.write(TestRoutes.bytes(100), to: "sent")
      let error = await fixture.failure(of: .put("echo", .file(path, byteCount: 200)))
      #expect(error?.code.name == "file")
    }
  }

  @Test func `a body sequence of unknown length is sent in chunks over TLS`() async throws {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      let pieces = AsyncStream<[UInt8]> { continuation in
        for number in UInt8(0)..<50 {
          continuation.yield([UInt8](repeating: number, count: 5_000))
        }
        continuation.finish()
      }
      let response = try await fixture.session.send(.post("echo", .sequence(pieces)))
      #expect(response.body.count == 250_000 && response.body.last == 49)
    }
  }

  @Test func `concurrent TLS requests use separate connections on and off the event loop`()
    async throws
  {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      let session = fixture.session
      for executor in [nil, session.executor] as [(any TaskExecutor)?] {
        try await withThrowingTaskGroup { group in
          for number in 1...8 {
            group.addTask(executorPreference: executor) {
              try await session.send(.get("bytes/\(number * 1000)")).body.count
            }
          }
          let total = try await group.reduce(0, +)
          #expect(total == 36_000)
        }
      }
      #expect(session.gauges.idle <= 8)
    }
  }

  @Test func `TLS connections can be established in advance of their first request`() async throws {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      let count = try await fixture.session.warmUp(connections: 2)
      #expect(count == 2)
      guard case .network(let pool) = fixture.session.engine else { return }
      // The last ticket is the server's last message of its own.
      _ = await Pause.until { pool.dialer.sources.tickets.count >= 4 }
      #expect(await fixture.session.gauge(\.idle, reaches: 2) == 2)
      try await fixture.session.send(.get("get"))
      #expect(fixture.server.connectionCount == 2)
      #expect(fixture.server.handshakes.count == 2)
    }
  }

  @Test func `an upgraded TLS connection transfers data and ends with close_notify`() async throws {
    try await SessionFixture.withConnections(tls: try .local()) { connection in
      guard try await connection.readHead() != nil else { return }
      try await connection.write(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nhello")
      while let bytes = try await connection.readBytes() { try await connection.write(bytes) }
      try await connection.write("end")
      try await connection.finish()
    } _: { fixture in
      var request = HTTP.Request.get("")
      request.headers = ["Connection": "upgrade", "Upgrade": "echo"]
      let said = try await fixture.session.switchProtocol(request) { _, stream in
        var said: [UInt8] = []
        while said.count < 5 { said += try await stream.read() ?? [] }
        let content = TestRoutes.bytes(100_000)
        // More than one batch of records.
        try await stream.write(content)
        while said.count < 100_005 { said += try await stream.read() ?? [] }
        #expect(said[5...] == content[...])
        try stream.finishWriting()
        while let bytes = try await stream.read() { said += bytes }
        return said
      }
      #expect(said.starts(with: "hello".utf8) && said.suffix(3) == Array("end".utf8)[...])
      #expect(fixture.server.closeNotifyCount == 1)
    }
  }

  @Test func `a request on an idle TLS connection that the server cut is sent again`() async throws
  {
    try await SessionFixture.withConnections(tls: try .local()) { connection in
      guard try await connection.readHead() != nil else { return }
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n")
      try await connection.write("\(connection.number)")
      guard try await connection.readHead() != nil, connection.number < 3 else { return }
      try connection.cut()
    } _: { fixture in
      for number in 1...3 {
        let response = try await fixture.session.send(.get(""))
        #expect(response.text == "\(number)")
      }
    }
  }

  @Test func `a session shutdown sends close_notify on idle connections`()
    async throws
  {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      try await fixture.session.send(.get("get"))
      await fixture.session.shutdown()
      _ = await Pause.until { fixture.server.closeNotifyCount > 0 }
      #expect(fixture.server.closeNotifyCount == 1 && fixture.server.tlsErrors.isEmpty)
    }
  }

  @Test func `the result of a TLS handshake is reported, and its secrets if requested`()
    async throws
  {
    let told = Lock<[HTTPSession.SecuredConnection]>([])
    let lines = Lock<[String]>([])
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
      $0.tls.onHandshake = { connection in told.withLock { $0.append(connection) } }
      $0.tls.keyLog = .calling { line in lines.withLock { $0.append(line) } }
    } _: { fixture in
      try await fixture.session.send(.get("get"))
      let first = told.withLock(\.first)
      let connection = try #require(first)
      #expect(connection.facts.version == .tls13 && connection.facts.group == .x25519MLKEM768)
      #expect(connection.facts.applicationProtocol == Array("http/1.1".utf8))
      #expect(connection.facts.chain.path?.anchor.certificate == fixture.server.root)
      #expect(connection.origin.port == fixture.server.port)
      #expect(connection.address.utf8.elementsEqual("127.0.0.1:\(fixture.server.port)".utf8))
      let lineCount = lines.withLock(\.count)
      #expect(lineCount == 5)
    }
  }

  @Test func `the key log file is appended to and is readable by its owner only`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/keys"
    for count in [5, 10] {
      try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
        $0.tls.keyLog = .environment(path)
      } _: { fixture in
        try await fixture.session.send(.get("get"))
      }
      #expect(try Files.contents(of: path).count { $0 == 0x0a } == count)
    }
    // SAFETY: a C string for this call only.
    #expect(unsafe apus_test_file_mode(path) & 0o777 == 0o600)
    let error = #expect(throws: HTTPSessionError.self) {
      try HTTPSession { $0.tls.keyLog = .file(folder.path + "/none/keys") }
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("tls.keyLog"))
    for path in [nil, ""] {
      let none = HTTPSession.KeyLogDestination.environment(path)
      #expect(none.logger == nil)
    }
  }
}
