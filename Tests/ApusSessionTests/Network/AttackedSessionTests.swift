import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Attacks on a session; lower modules have more tests of each class.
@Suite(.ownThread) struct AttackedSessionTests {
  private static let home = "http://one.example/"

  // MARK: Cookies

  @Test(arguments: [
    ("shop.co.uk", ["co.uk", "co.UK", ".co.uk", "co.uk.", ".co.uk.", "uk", "com."]),
    ("co.uk", ["uk", ".uk."]), ("192.168.0.1", ["168.0.1", "0.1", ".168.0.1"]),
    ("example.com", ["ample.com", "com", "xexample.com", "www.example.com"]),
    ("a.xn--55qx5d.cn", ["xn--55qx5d.cn", "XN--55QX5D.cn", "cn"]),
  ])
  func `a cookie with the domain of another site is rejected`(
    _ host: String, _ domains: [String]
  ) async throws {
    let cookies = HTTPSession.CookieStorage()
    var configuration = HTTPSession.Configuration()
    configuration.cookies = cookies
    let session = HTTPSession.stub("https://\(host)/", configuration: configuration) { _ in
      var response = HTTP.Response(200)
      for domain in domains {
        response.headers.append(.setCookie, HTTP.FieldValue("a=1; Domain=\(domain)"))
      }
      return response
    }
    try await session.send(.get("x"))
    #expect(cookies.cookies.isEmpty)
  }

  @Test func `a flood of cookies blocks no requests to sibling hosts or other hosts`()
    async throws
  {
    let cookies = HTTPSession.CookieStorage()
    try cookies.set("own", "1", for: "https://other.test/")
    let seen = Lock<[String]>([])
    var configuration = HTTPSession.Configuration()
    configuration.cookies = cookies
    let session = HTTPSession.stub("https://evil.example.com/", configuration: configuration) {
      request in
      var response = HTTP.Response(200)
      guard request.path == "/flood" else {
        seen.withLock { $0.append(request.headers[.cookie]?.text ?? "") }
        return response
      }
      let value = String(repeating: "v", count: 3_000)
      for number in 0..<80 {
        response.headers.append(
          .setCookie,
          HTTP.FieldValue(
            "\(request.target.text.utf8.count)n\(number)=\(value); Domain=example.com"))
      }
      return response
    }
    for round in 0..<3 {
      try await session.send(.get("flood?\(String(repeating: "r", count: round))"))
    }
    try await session.send(.get("https://www.example.com/"))
    try await session.send(.get("https://other.test/"))
    let (sibling, other) = seen.withLock { ($0[0], $0[1]) }
    #expect(sibling.utf8.count <= 8_192 && other == "own=1")
    #expect(cookies.cookies.count <= 51)
  }

  @Test func `a caller's Host field does not change the cookies of a request`() async throws {
    let cookies = HTTPSession.CookieStorage()
    try cookies.set("theirs", "1", for: "http://two.example/")
    try await TestNetwork.run { network in
      let seen = Lock<[HTTP.Fields]>([])
      try network.serve(Self.home) { request in
        seen.withLock { $0.append(request.head.fields) }
        return .response(HTTP.Response(200, headers: [.setCookie: "mine=2"]))
      }
      let session = try network.session(Self.home) { $0.cookies = cookies }
      var request = HTTP.Request.get("x")
      request.headers["Host"] = "two.example"
      for _ in 0..<2 { try await session.send(request) }
      let fields = seen.withLock { $0 }
      #expect(fields.map { $0["Host"]?.text } == ["two.example", "two.example"])
      #expect(fields.map { $0[.cookie]?.text } == [nil, "mine=2"])
      let theirs = cookies.cookies(for: try HTTP.URL("http://two.example/")).map(\.name)
      #expect(theirs == ["theirs"])
    }
  }

  // MARK: Desynchronization

  @Test(arguments: [Duration.zero, .milliseconds(50)])
  func `bytes after a response are not read as the next response`(
    _ pause: Duration
  ) async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(
        Self.home,
        connections: { connection in
          while try await connection.readHead() != nil {
            try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nright")
            try await connection.sleep(pause)
            try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong")
          }
        })
      let session = try network.session(Self.home)
      for count in 1...3 {
        let response = try await session.send(.get("x"))
        #expect(response.text == "right" && server.connectionCount == count)
        try await network.sleep(for: .seconds(1))
      }
    }
  }

  @Test(arguments: [200, 401, 417])
  func `a response before the request's content is final and closes the connection`(
    _ status: Int
  ) async throws {
    try await TestNetwork.run { network in
      let came = Lock(0)
      let server = try network.serve(
        Self.home,
        connections: { connection in
          guard let (head, _) = try await connection.readHead() else { return }
          guard head.expectsContinue else {
            // A rejected expectation is followed by a request without it.
            came.withLock { $0 += 1 }
            _ = try await connection.readBody()
            return try await connection.write("HTTP/1.1 204 No\r\n\r\n")
          }
          try await connection.write("HTTP/1.1 \(status) Early\r\nContent-Length: 0\r\n\r\n")
          if try await connection.readBytes() != nil { came.withLock { $0 += 1_000 } }
        })
      let session = try network.session(Self.home) {
        $0.expectContinueByteCount = 1
        $0.acceptedStatuses = .any
      }
      let response = try await session.send(.put("x", .bytes([UInt8](repeating: 1, count: 9_999))))
      #expect(response.status.code == (status == 417 ? 204 : status))
      #expect(came.withLock { $0 } == (status == 417 ? 1 : 0))
      #expect(server.connectionCount == (status == 417 ? 2 : 1) && session.gauges.idle == 0)
    }
  }

  @Test(arguments: [nil, Duration.milliseconds(1_500)])
  func `content is sent if the server ignores Expect or sends 100 Continue late`(
    _ late: Duration?
  ) async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(
        Self.home,
        connections: { connection in
          while try await connection.readHead() != nil {
            if let late {
              try await connection.sleep(late)
              try await connection.write("HTTP/1.1 100 Continue\r\n\r\n")
            }
            let count = try await connection.readBody().count
            try await connection.write(
              "HTTP/1.1 200 OK\r\nX: \(count)\r\nContent-Length: 0\r\n\r\n")
          }
        })
      let session = try network.session(Self.home) {
        $0.expectContinueByteCount = 1
        $0.timeouts.expectContinue = .seconds(1)
      }
      for _ in 0..<2 {
        let response = try await session.send(.put("x", .bytes([1, 2, 3])))
        #expect(response.headers["X"] == "3")
      }
      #expect(server.connectionCount == 1)
      #expect(network.elapsed == (late == nil ? .seconds(2) : .seconds(3)))
    }
  }

  // MARK: Exhaustion

  @Test func `the most expensive response head is parsed quickly`() async throws {
    // In quadratic time a field would take minutes.
    let worst = [
      String(repeating: ",", count: 30_000), String(repeating: "a=\"\\\"", count: 6_000),
      String(repeating: "Basic a,", count: 3_500), "a/b" + String(repeating: ";", count: 30_000),
      "a=b" + String(repeating: "; ", count: 15_000), String(repeating: "%41", count: 10_000),
      String(repeating: "(", count: 30_000), String(repeating: "/..", count: 10_000),
    ]
    let names: [HTTP.FieldName] = [
      .wwwAuthenticate, .setCookie, .contentType, .location, .cacheControl, "Date", "Expires",
      "Vary", "Retry-After", "Keep-Alive", "Content-Disposition", "Link", "Age", "Content-Encoding",
      "Strict-Transport-Security", "Content-Range", "Accept-Ranges", "Last-Modified", .etag,
    ]
    var configuration = HTTPSession.Configuration()
    configuration.cookies = HTTPSession.CookieStorage()
    configuration.cache = try .inMemory()
    configuration.strictTransport = HTTPSession.StrictTransport()
    configuration.authentication.onChallenge = { _ in .performDefaultHandling }
    for (number, value) in worst.enumerated() {
      for status in [200, 401, 302] {
        let session = HTTPSession.stub("https://a.test/", configuration: configuration) { _ in
          var response = HTTP.Response(HTTP.Status(status))
          for name in names { response.headers.append(name, HTTP.FieldValue(value)) }
          return response
        }
        let error = await session.failure(of: .get(.reference("\(number)")))
        #expect(error == nil || "\(error?.description ?? "")".utf8.count <= 65_536)
      }
    }
  }

  @Test func `the content of a discarded response is not decompressed`()
    async throws
  {
    let zeros = [UInt8](repeating: 0, count: 16 << 20)
    let bomb = try HTTP.GzipEncoder.encode(zeros.span)
    try await TestNetwork.run { network in
      try network.serve(Self.home) { request in
        var headers: HTTP.Fields = [.contentEncoding: "gzip"]
        switch (request.path, request.head.fields.contains(.authorization)) {
        case ("/moved", _):
          headers[.location] = "/door"
          return .response(HTTP.Response(302, headers: headers, body: bomb))
        case ("/door", false):
          headers[.wwwAuthenticate] = "Basic realm=\"r\""
          return .response(HTTP.Response(401, headers: headers, body: bomb))
        case ("/door", true): return .response(HTTP.Response(200, body: [7]))
        case ("/many", _):
          headers[.contentEncoding] = HTTP.FieldValue(
            Array(repeating: "gzip", count: 1_000).joined(separator: ", "))
          return .response(HTTP.Response(200, headers: headers, body: bomb))
        default: return .response(HTTP.Response(404, headers: headers, body: bomb))
        }
      }
      let session = try network.session(Self.home) {
        $0.authentication.allowsSecretsInClear = true
        try $0.authentication.credentials.set(
          .password(Authentication.Secret("p"), user: "u"), for: Self.home)
      }
      let response = try await session.send(.get("moved"))
      #expect(response.body == [7] && response.redirects.count == 1)
      let missing = try #require(await session.failure(of: .get("missing")))
      guard case .content(.tooDense) = missing.reason else {
        Issue.record("\(missing)")
        return
      }
      // A thousand codings are not supported, and none is decoded.
      let many = try await session.send(.get("many"))
      #expect(many.body == bomb && many.headers.contains(.contentEncoding))
    }
  }

  @Test(arguments: [HTTPSession.Phase.head, .slow])
  func `a server that sends one byte every nine seconds runs into a timeout`(
    _ phase: HTTPSession.Phase
  ) async throws {
    try await TestNetwork.run { network in
      try network.serve(
        Self.home,
        connections: { connection in
          guard try await connection.readHead() != nil else { return }
          let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n".utf8)
          if phase == .slow { try await connection.write(head) }
          let slow = phase == .slow ? [UInt8](repeating: 1, count: 5_000) : head
          try await connection.write(slow, byteCount: 1, every: .seconds(9))
        })
      let session = try network.session(Self.home)
      let error = await session.failure(of: .get("x"))
      #expect(error?.reason == .timedOut(phase))
      #expect(network.elapsed <= .seconds(120))
    }
  }

  // MARK: Surroundings

  @Test(arguments: [
    (["http_proxy": "%"], true), (["HTTP_PROXY": "%"], true),
    (["HTTP_PROXY": "%", "REQUEST_METHOD": "GET"], false),
    (["HTTP_PROXY": "%", "REQUEST_METHOD": ""], false),
  ])
  func `an HTTP_PROXY variable that a gateway made from a field is ignored`(
    _ variables: [String: String], _ isProxied: Bool
  ) async throws {
    let proxy = try await TestServer { _ in .response(HTTP.Response(200, body: [1])) }
    let address = "127.0.0.1:\(proxy.port)"
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200, body: [2]))
    } configure: {
      $0.dns.overrides = ["shop.example": ["127.0.0.1"]]
      $0.proxies = .environment(variables.mapValues { $0 == "%" ? address : $0 })
    } _: { fixture in
      let response = try await fixture.session.send(
        .get("http://shop.example:\(raw: "\(fixture.server.port)")/"))
      #expect(response.body == (isProxied ? [1] : [2]))
    }
    await proxy.shutdown()
  }
}
