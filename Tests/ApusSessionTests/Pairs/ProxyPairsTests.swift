import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Proxies together with properties of single connections, resumed downloads and open responses.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct ProxyPairsTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

  @Test(arguments: [false, true])
  func `a request with a local address of its own has its own connection to a proxy`(
    isTunnel: Bool
  ) async throws {
    try await SessionFixture.behind(
      .http { _, _ in isTunnel ? .tunnel() : .bytes(Self.ok) }, tls: isTunnel ? .local() : nil
    ) { _ in
      .response(HTTP.Response(200, body: Array("hi".utf8)))
    } _: { fixture, proxy in
      var counts: [Int] = []
      for address in [nil, "127.0.0.9", "127.0.0.9", nil, "127.0.0.8"] {
        var request = HTTP.Request.get("x")
        request.options.connection.localAddress = address
        let text = try await fixture.session.send(request).text
        #expect(text == "hi")
        counts.append(proxy.connectionCount)
      }
      #expect(counts == [1, 2, 2, 2, 3])
    }
  }

  @Test func `a request with TLS versions of its own has its own connection in a tunnel`()
    async throws
  {
    try await SessionFixture.behind(.http { _, _ in .tunnel() }, tls: try .local()) { request in
      .response(HTTP.Response(200, body: Array("\(request.connection)".utf8)))
    } _: { fixture, proxy in
      var numbers: [String] = []
      for versions in [nil, [.tls13], [.tls13], nil] as [[TLS.Version]?] {
        var request = HTTP.Request.get("x")
        request.options.connection.tlsVersions = versions.map { Set($0) }
        numbers.append(try await fixture.session.send(request).text)
      }
      #expect(numbers == ["1", "2", "2", "1"] && proxy.connectionCount == 2)
      // The server supports only TLS 1.3.
      var request = HTTP.Request.get("x")
      request.options.connection.tlsVersions = [.tls12]
      let error = try #require(await fixture.failure(of: request))
      #expect("\(error)".contains("protocolVersion"), "\(error)")
    }
  }

  /// A response of ten bytes that breaks off after four, and the rest on request.
  private static let parts: TestProxy.Kind = .http { head, _ in
    guard head.contains("\r\nRange: bytes=4-\r\n"), head.contains("\r\nIf-Range: \"a\"\r\n") else {
      return .last("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\n0123")
    }
    return .bytes(
      "HTTP/1.1 206 Part\r\nETag: \"a\"\r\nContent-Range: bytes 4-9/10\r\nContent-Length: 6\r\n\r\n"
        + "456789")
  }

  /// The way of the second request for a part that the first user received through one proxy.
  enum Way: CaseIterable, Sendable {
    case same, otherUser, noUser, otherProxy
  }

  @Test(arguments: Way.allCases)
  func `the part of a download without TLS continues through the same proxy and user`(
    way: Way
  ) async throws {
    let folder = try TemporaryFolder()
    let (proxy, other) = (try TestProxy(Self.parts), try TestProxy(Self.parts))
    let path = "\(folder.path)/f"
    func download(as user: String?, _ proxy: TestProxy) async throws -> HTTPSession.Download {
      let credential = user.map {
        Authentication.Credential.password(Authentication.Secret("pw"), user: $0)
      }
      let known = try HTTPSession.Proxy.http(proxy.address, credential)
      let session = try HTTPSession("http://cut.test/") { $0.proxies = .list([known]) }
      let result: Result<HTTPSession.Download, any Error>
      do {
        result = .success(
          try await session.download(.get("f"), to: path, options: [.resume, .overwrite]))
      } catch {
        result = .failure(error)
      }
      await session.shutdown()
      return try result.get()
    }
    let first = await #expect(throws: HTTPSessionError.self) {
      try await download(as: "alice", proxy)
    }
    #expect(first?.resumeToken?.byteCount == 4)
    if way == .same {
      let whole = try await download(as: "alice", proxy)
      #expect(whole.resumedFrom == 4 && whole.byteCount == 10)
      #expect(try Files.contents(of: path) == Array("0123456789".utf8))
    } else {
      let user = way == .otherUser ? "bob" : way == .noUser ? nil : "alice"
      let second = way == .otherProxy ? other : proxy
      // The part belongs to another identity, so that the whole is requested, and breaks off.
      let error = await #expect(throws: HTTPSessionError.self) {
        try await download(as: user, second)
      }
      #expect(error?.resumeToken?.byteCount == 4)
      #expect(second.heads.last?.contains("\r\nRange: ") == false)
    }
    await proxy.shutdown()
    await other.shutdown()
  }

  @Test func `the part of a download over TLS continues through any proxy`() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer([.cut(afterByteCount: 400)])
    let path = "\(folder.path)/f"
    try await SessionFixture.behind(
      .http { _, _ in .tunnel() }, tls: try .local(), server.handler
    ) { fixture, proxy in
      let error = await #expect(throws: HTTPSessionError.self) {
        try await fixture.session.download(.get("f"), to: path, options: .resume)
      }
      #expect(error?.resumeToken?.byteCount == 400)
      let other = try TestProxy(.http { _, _ in .tunnel() })
      let session = try HTTPSession(fixture.server.url) {
        if let root = fixture.server.root { $0.tls.roots = .only([root]) }
        $0.timeouts.tls = .seconds(60)
        $0.proxies = .list([try .http(other.address, .ofProxy)])
      }
      let download = try await session.download(.get("f"), to: path, options: .resume)
      #expect(download.resumedFrom == 400 && other.heads.count == 1)
      await session.shutdown()
      await other.shutdown()
    }
    #expect(try Files.contents(of: path) == server.content.withLock(\.bytes))
  }

  @Test(arguments: [false, true])
  func `an open response through a proxy keeps its connection until it is read`(
    isTunnel: Bool
  ) async throws {
    let challenge =
      "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 0\r\n\r\n"
    try await SessionFixture.behind(
      .http { head, _ in
        guard head.contains("Proxy-Authorization: ") else { return .bytes(challenge) }
        return isTunnel ? .tunnel() : .bytes(Self.ok)
      }, .ofProxy, tls: isTunnel ? try .local() : nil
    ) { _ in
      .response(HTTP.Response(200, body: Array("hi".utf8)))
    } _: { fixture, proxy in
      let opened = try await fixture.session.open(.get("x"))
      #expect(opened.status == .ok && opened.url.description == "\(fixture.server.url)x")
      #expect(fixture.session.gauges.leased == 1)
      let body = opened.body
      let reader = Task { try await body.collect() }
      #expect(try await reader.value == Array("hi".utf8))
      #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
      let again = try await fixture.session.open(.get("x"))
      again.close()
      #expect(proxy.connectionCount == 1)
      // A tunnel has one request for all of them; otherwise only the first one is challenged.
      #expect(proxy.heads.count == (isTunnel ? 2 : 3))
    }
  }
}
