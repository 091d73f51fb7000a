import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Unix sockets of sessions and of single requests together with downloads, replays and the cache.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct SocketPairsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let url = "http://engine.test/f"

  private func request(through path: String?) -> HTTP.Request {
    var request = HTTP.Request.get(.reference(Self.url))
    request.options.connection.socketPath = path
    return request
  }

  /// Runs a test with servers that each have a Unix socket in front of them.
  private func with(
    _ handlers: [TestServer.Handler], _ body: ([SocketBridge], [TestServer]) async throws -> Void
  ) async throws {
    var (bridges, servers): ([SocketBridge], [TestServer]) = ([], [])
    for (number, handler) in handlers.enumerated() {
      let server = try await TestServer(handler)
      servers.append(server)
      bridges.append(try SocketBridge(at: "\(folder.path)/socket\(number)", to: server.port))
    }
    let result: Result<Void, any Error>
    do { result = .success(try await body(bridges, servers)) } catch { result = .failure(error) }
    for bridge in bridges { await bridge.shutdown() }
    for server in servers { await server.shutdown() }
    try result.get()
  }

  /// Downloads through a Unix socket, which the request or its session names.
  private func download(
    through path: String, ofSession isOfSession: Bool, to file: String
  ) async throws -> HTTPSession.Download {
    let session = try HTTPSession { if isOfSession { $0.sockets.path = path } }
    let result: Result<HTTPSession.Download, any Error>
    do {
      result = .success(
        try await session.download(
          request(through: isOfSession ? nil : path), to: file, options: [.resume, .overwrite]))
    } catch {
      result = .failure(error)
    }
    await session.shutdown()
    return try result.get()
  }

  @Test(arguments: [false, true])
  func `the part of a download continues through its own Unix socket and no other`(
    isOfSession: Bool
  ) async throws {
    for (other, start) in [(0, 400), (1, 0)] {
      let one = RangeServer([.cut(afterByteCount: 400)])
      let two = RangeServer([])
      two.content.withLock { $0.bytes = $0.bytes.map { ~$0 } }
      try await with([one.handler, two.handler]) { bridges, _ in
        let file = "\(folder.path)/file"
        let error = await #expect(throws: HTTPSessionError.self) {
          try await download(through: bridges[0].path, ofSession: isOfSession, to: file)
        }
        #expect(error?.resumeToken?.byteCount == 400)
        let saved = try await download(
          through: bridges[other].path, ofSession: isOfSession, to: file)
        #expect(saved.resumedFrom == start && saved.byteCount == 1_000)
        let whole = [one, two][other].content.withLock(\.bytes)
        #expect(try Files.contents(of: file) == whole)
      }
      for number in 0..<2 { try folder.remove("socket\(number)") }
      try folder.remove("file")
    }
  }

  @Test func `a request on a closed connection is repeated through its own Unix socket`()
    async throws
  {
    let server = try await TestServer(connections: { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na")
      // The second request on a connection gets no response.
      _ = try await connection.readHead()
    })
    let bridge = try SocketBridge(at: "\(folder.path)/socket", to: server.port)
    let session = try HTTPSession()
    for _ in 0..<2 {
      let response = try await session.send(request(through: bridge.path))
      #expect(response.text == "a")
    }
    #expect(bridge.connectionCount == 2 && server.connectionCount == 2)
    await session.shutdown()
    await bridge.shutdown()
    await server.shutdown()
  }

  @Test(arguments: [false, true])
  func `a background validation uses the Unix socket of its lookup`(
    isOfSession: Bool
  ) async throws {
    let count = Lock(0)
    let clock = ManualClock()
    try await with([
      { _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        return .response(
          HTTP.Response(
            200, headers: ["Cache-Control": "max-age=1, stale-while-revalidate=600"],
            body: Array("\(number)".utf8)))
      }
    ]) { bridges, _ in
      let session = try HTTPSession.apart(Self.url, at: .manual(clock)) {
        $0.cache = try .inMemory()
        if isOfSession { $0.sockets.path = bridges[0].path }
      }
      let request = request(through: isOfSession ? nil : bridges[0].path)
      #expect(try await session.send(request).text == "1")
      clock.advance(by: .seconds(30))
      #expect(try await session.send(request).text == "1")
      #expect(await Pause.until { count.withLock(\.self) == 2 && session.nursery.count == 0 })
      let validated = try await session.send(request)
      #expect(validated.text == "2" && validated.cacheStatus?.contains("hit") == true)
      await session.shutdown()
    }
  }
}
