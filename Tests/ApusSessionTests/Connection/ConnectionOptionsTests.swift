import ApusCaching
import ApusHTTP
import ApusNames
import ApusNet
import ApusSerialization
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Unix sockets, local addresses and TLS versions of single requests, and bases of sockets.
@Suite(.timeLimit(.minutes(3))) struct ConnectionOptionsTests {
  /// A server at an address that responds to each connection with a text.
  private struct SocketServer {
    let listener: Listener
    let loop: EventLoop
    let task: Task<Void, Never>

    init(at address: SocketAddress, _ text: String) throws {
      let loop = try EventLoop()
      let listener = try Listener(at: address, on: loop)
      (self.loop, self.listener) = (loop, listener)
      task = Task(executorPreference: loop) {
        while let socket = try? await listener.accept() {
          var queue = ByteQueue()
          _ = try? await socket.receive(into: &queue, until: .after(.seconds(100)))
          let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=9000\r\nConnection: close\r\n"
          let answer = Array("\(head)Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
          try? await socket.send(answer.span, until: .after(.seconds(100)))
          socket.close()
        }
      }
    }

    func stop() async {
      listener.close()
      await task.value
      await loop.shutdown()
    }
  }

  private static func get(_ path: String?) -> HTTP.Request {
    var request = HTTP.Request.get("http://engine/version")
    request.options.connection.socketPath = path
    return request
  }

  @Test func `requests to two Unix sockets reach their sockets and share no cache entries`()
    async throws
  {
    let folder = try TemporaryFolder()
    let paths = [folder.path + "/a", folder.path + "/b"]
    let servers = try paths.map { try SocketServer(at: .unix(path: $0), "from \($0)") }
    let session = try HTTPSession { $0.cache = try .inMemory() }
    for _ in 0..<2 {
      for path in paths {
        #expect(try await session.send(Self.get(path)).text == "from \(path)")
      }
    }
    // The second response came from the cache: the server is gone.
    await servers[0].stop()
    #expect(try await session.send(Self.get(paths[0])).text == "from \(paths[0])")
    #expect(try await session.send(Self.get(paths[1])).text == "from \(paths[1])")
    await session.shutdown()
    await servers[1].stop()
  }

  @Test func `a request to a Unix socket and a request to a host share no cache entries`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a"
    let server = try SocketServer(at: .unix(path: path), "from the socket")
    let cache = try HTTPSession.ResponseCache.inMemory()
    let other = try SocketServer(
      at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), "from the network")
    let port = try #require(other.listener.address.port)
    for _ in 0..<2 {
      for socket in [path, nil] {
        let session = try HTTPSession("http://127.0.0.1:\(port)/") {
          $0.cache = cache
          $0.sockets.path = socket
        }
        let text = socket == nil ? "from the network" : "from the socket"
        #expect(try await session.send(.get("x")).text == text)
        await session.shutdown()
      }
    }
    await server.stop()
    await other.stop()
  }

  #if os(Linux)
    @Test func `a session can connect to a Unix socket in the abstract namespace`() async throws {
      let name = "\0apus-test-\(UInt64.random(in: 0 ... .max))"
      let server = try SocketServer(at: .unix(path: name), "abstract")
      #expect("\(server.listener.address)".hasPrefix("@apus-test-"))
      let session = try HTTPSession("http://engine/") { $0.sockets.path = name }
      #expect(try await session.send(.get("x")).text == "abstract")
      await session.shutdown()
      await server.stop()
    }
  #endif

  @Test func `the base URL of a session may name a Unix socket in the file system`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a b"
    let server = try SocketServer(at: .unix(path: path), "ok")
    let escaped = path.utf8.map { "%" + Hex.encode($0) }.joined()
    let session = try HTTPSession("HTTP+unix://\(escaped)/v1") { _ in }
    #expect(session.base?.description == "http://localhost/v1/")
    #expect(try await session.send(.get("x")).text == "ok")
    await session.shutdown()
    await server.stop()
  }

  @Test(arguments: [
    ("http+unix://%2Frun%2Fa.sock/v1?x=1", "invalid-url"), ("http+unix:///v1", "invalid-url"),
    ("http+unix://%2", "invalid-url"), ("http+unix://%ff/", "invalid-url"),
    ("http+unix://a%00b/", "invalid-setting"), ("https://h/v1?tenant=7", "invalid-url"),
    ("http+unix://%2Frun%2Fother.sock/", "invalid-setting"),
  ]) func `a base URL with an invalid Unix socket path throws an error`(
    base: String, code: String
  ) {
    do {
      _ = try HTTPSession(base) {
        if base.hasSuffix("other.sock/") { $0.sockets.path = "/run/a.sock" }
      }
      Issue.record("\(base) is a base")
    } catch {
      #expect((error as? HTTPSessionError)?.code.name == code, "\(base): \(error)")
    }
  }

  @Test func `a request with its own local address uses a separate connection`()
    async throws
  {
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, body: Array("\(request.connection)".utf8)))
    } _: { fixture in
      var request = HTTP.Request.get("x")
      var numbers = [try await fixture.session.send(request).text]
      request.options.connection.localAddress = "127.0.0.9"
      for _ in 0..<2 { numbers.append(try await fixture.session.send(request).text) }
      numbers.append(try await fixture.session.send(.get("x")).text)
      #expect(numbers == ["1", "2", "2", "1"])
      request.options.connection.localAddress = "lo"
      let error = try #require(await fixture.failure(of: request))
      #expect("\(error)".contains("options.connection.localAddress"))
    }
  }

  @Test func `a request can restrict the TLS versions to some of the session's versions`()
    async throws
  {
    try await SessionFixture.with(tls: .local()) { request in
      .response(HTTP.Response(200, body: Array("\(request.connection)".utf8)))
    } _: { fixture in
      var request = HTTP.Request.get("x")
      #expect(try await fixture.session.send(request).text == "1")
      request.options.connection.tlsVersions = [.tls13]
      for _ in 0..<2 {
        let response = try await fixture.session.send(request)
        #expect(response.text == "2")
        #expect(response.tls?.facts.version == .tls13 && response.tls?.facts.isResumed == false)
      }
      // The server speaks TLS 1.3 alone.
      request.options.connection.tlsVersions = [.tls12]
      let error = try #require(await fixture.failure(of: request))
      #expect("\(error)".contains("protocolVersion"), "\(error)")
      #expect(try await fixture.session.send(.get("x")).text == "1")
    }
    try await SessionFixture.with(tls: .local()) { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.tls.versions = [.tls13]
    } _: { fixture in
      var request = HTTP.Request.get("x")
      request.options.connection.tlsVersions = [.tls12]
      let error = try #require(await fixture.failure(of: request))
      #expect(error.code.name == "invalid-setting")
      #expect("\(error)".contains("options.connection.tlsVersions"))
      #expect(fixture.server.connectionCount == 0)
    }
  }

  @Test func `request options keep their connection settings when encoded and decoded`() throws {
    var options = HTTP.RequestOptions()
    options.connection.socketPath = "/run/a.sock"
    options.connection.tlsVersions = [.tls13]
    let bytes = try JSONCoder().encode(options)
    #expect(try JSONCoder().decode(HTTP.RequestOptions.self, from: bytes) == options)
    options.connection = HTTP.ConnectionOptions()
    #expect(options == HTTP.RequestOptions())
  }

  @Test func `a connection serves at most as many requests as the pool allows`() async throws {
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, body: Array("\(request.connection)".utf8)))
    } configure: {
      $0.pool.maximumUses = 2
    } _: { fixture in
      var numbers: [String] = []
      for _ in 0..<5 { numbers.append(try await fixture.session.send(.get("x")).text) }
      #expect(numbers == ["1", "1", "2", "2", "3"])
    }
  }
}
