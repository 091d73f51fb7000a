import ApusBytes
import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections

/// Connections over sockets, TLS and proxies, without a session.
@Suite(.ownThread) struct DialedExchangeTests {
  /// The pool of some settings, and the keys of its connections.
  private struct Network {
    let parts: ConnectionParts
    let pool: ConnectionPool

    init(_ configure: (inout ConnectionSettings) throws -> Void = { _ in }) throws {
      var settings = ConnectionSettings()
      try configure(&settings)
      parts = try ConnectionParts(settings, .system, Nursery(), ownOrigins: [])
      pool = try parts.makePool(on: nil, nil, connector: nil)
    }

    /// Sends a GET and returns the lease after its head, and the status.
    func get(
      _ target: String, through proxy: Connections.Proxy? = nil
    ) async throws -> (Lease, Int) {
      let url = try HTTP.URL(target)
      var key = try await parts.keys.key(for: url.origin, within: nil)
      if proxy != nil {
        let router = try #require(parts.proxies)
        let way = try await router.way(
          of: .get("/"), to: url, through: router.proxies(of: .get("/"), to: url, nil), within: nil)
        key = try #require(way).key
      }
      let lease = try await pool.lease(key, isFresh: false, Caller())
      try lease.begin(.get, url)
      return (lease, try await lease.head().0.status.code)
    }
  }

  @Test func `of several addresses, the client connects to the one that responds`() async throws {
    let server = try await TestServer(TestRoutes.answer)
    let network = try Network { $0.dns.overrides["two.test"] = ["127.0.0.77", "127.0.0.1"] }
    let (lease, status) = try await network.get("http://two.test:\(server.port)/get")
    #expect(status == 200)
    #expect(lease.dialTimes.address == .ipv4(IPv4Address(127, 0, 0, 1), port: server.port))
    #expect(lease.secured == nil)
    lease.release(draining: true)
    network.pool.end()
    await server.shutdown()
  }

  @Test func `if every address rejects the connection, the error lists each address`()
    async throws
  {
    let server = try await TestServer(TestRoutes.answer)
    let port = server.port
    await server.shutdown()
    let network = try Network { $0.dns.overrides["two.test"] = ["127.0.0.77", "127.0.0.1"] }
    let failure = await #expect(throws: DialFailure.self) {
      try await network.get("http://two.test:\(port)/")
    }
    guard case .network(let fault) = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(fault.attempts.count == 2 && fault.kind == .refused)
  }

  @Test func `a trusted server reports TLS 1.3, and an untrusted server gets no request`()
    async throws
  {
    let server = try await TestServer(tls: .local(), TestRoutes.answer)
    let root = try #require(server.root)
    let target = "https://localhost:\(server.port)/get"
    let network = try Network { $0.tls.roots = .only([root]) }
    for _ in 1...2 {
      let (lease, status) = try await network.get(target)
      #expect(status == 200)
      let secured = try #require(lease.secured)
      #expect(secured.facts.version == .tls13 && secured.facts.chain.path != nil)
      lease.release(draining: true)
    }
    #expect(server.connectionCount == 1)
    let other = try Network { $0.tls.roots = .only([try TestAuthority("Other").root]) }
    let failure = await #expect(throws: DialFailure.self) { try await other.get(target) }
    #expect(failure?.reason.code == "trust")
    #expect(server.requestCount == 2)
    for pool in [network.pool, other.pool] { pool.end() }
    await server.shutdown()
  }

  @Test(arguments: [true, false])
  func `CONNECT opens a tunnel to the server, and a 403 response is a proxy error`(isOpened: Bool)
    async throws
  {
    let server = try await TestServer(tls: .local(), TestRoutes.answer)
    let root = try #require(server.root)
    let loop = try EventLoop()
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: loop)
    let proxying = Task(executorPreference: loop) {
      try await Self.proxy(listener, to: server.port, isOpened: isOpened)
    }
    let proxy = try Connections.Proxy("http://127.0.0.1:\(listener.address.port ?? 0)")
    let network = try Network {
      $0.tls.roots = .only([root])
      $0.proxies = .list([proxy])
    }
    let target = "https://localhost:\(server.port)/get"
    if isOpened {
      let (lease, status) = try await network.get(target, through: proxy)
      #expect(status == 200 && lease.secured != nil)
      lease.release(draining: true)
    } else {
      let failure = await #expect(throws: DialFailure.self) {
        try await network.get(target, through: proxy)
      }
      guard case .proxy(let fault) = failure?.reason, case .status(403) = fault.cause else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(server.connectionCount == 0)
    }
    network.pool.end()
    listener.close()
    proxying.cancel()
    _ = await proxying.result
    await loop.shutdown()
    await server.shutdown()
  }

  /// Serves one connection of a proxy.
  private static func proxy(
    _ listener: Listener, to port: UInt16, isOpened: Bool
  ) async throws {
    let client = try await listener.accept()
    defer { client.close() }
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      head += try await piece(of: client, atMost: 1)
    }
    let answer =
      isOpened ? "HTTP/1.1 200 OK\r\n\r\n" : "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"
    try await client.send(Array(answer.utf8).span, until: .never)
    guard isOpened else { return }
    let server = try await Socket.connect(
      to: .ipv4(IPv4Address(127, 0, 0, 1), port: port), until: .never, on: client.loop)
    defer { server.close() }
    async let upward: Void = copy(client, server)
    try? await copy(server, client)
    client.close()
    try? await upward
  }

  /// Returns the next bytes of a socket; none at its end.
  private static func piece(of socket: Socket, atMost limit: Int) async throws -> [UInt8] {
    var queue = ByteQueue()
    let count = try await socket.receive(into: &queue, atMost: limit, until: .never)
    return count > 0 ? queue.takeAll() : []
  }

  private static func copy(_ source: Socket, _ sink: Socket) async throws {
    while true {
      let bytes = try await piece(of: source, atMost: 65_536)
      guard !bytes.isEmpty else { return }
      try await sink.send(bytes.span, until: .never)
    }
  }
}
