import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The cache together with redirects, retries and downloads.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct CachePairsTests {
  @Test func `a cached redirect and a received redirect drop the same secret fields`()
    async throws
  {
    let service = PairService { request, _ in
      guard request.target.text == "https://a.test/old" else {
        return HTTP.Response(200, headers: ["Cache-Control": "no-store"], body: [0x6e])
      }
      return HTTP.Response(
        301, headers: ["Location": "https://b.test/new", "Cache-Control": "private, max-age=60"])
    }
    let session = try service.session {
      $0.cache = try .inMemory()
      $0.headers["X-Key"] = .sensitive("k")
    }
    for _ in 0..<2 {
      var request = HTTP.Request.get("old")
      request.headers[.authorization] = "Bearer t"
      #expect(try await session.send(request).text == "n")
    }
    #expect(service.urls == ["https://a.test/old", "https://b.test/new", "https://b.test/new"])
    #expect(service.values(.authorization) == ["Bearer t", nil, nil])
    #expect(service.values("X-Key") == ["k", nil, nil])
  }

  @Test func `a stored error response is accepted only by calls that accept its status`()
    async throws
  {
    let folder = try TemporaryFolder()
    let server = try CacheServer { _, _ in
      .init(status: "404 Not Found", fields: "Cache-Control: max-age=60\r\n", content: "gone")
    }
    let session = try server.session()
    for isHit in [false, true] {
      let response = try await session.get("x", accepting: .any)
      #expect(response.status == 404 && response.text == "gone")
      #expect(response.cacheStatus?.contains("; hit") == isHit)
    }
    let path = "\(folder.path)/f"
    for call in 0..<4 {
      let error = await #expect(throws: HTTPSessionError.self) {
        switch call {
        case 0: _ = try await session.get("x")
        case 1: _ = try await session.stream(.get("x")) { head, _ in head }
        case 2: _ = try await session.open(.get("x"))
        default: _ = try await session.download(.get("x"), to: path)
        }
      }
      #expect(error?.reason == .status(404) && error?.response?.text == "gone", "\(call)")
      #expect(error?.response?.cacheStatus?.contains("; hit") == true, "\(call)")
    }
    let opened = try await session.open(.get("x"), accepting: .any)
    #expect(try await opened.body.collect() == Array("gone".utf8))
    let download = try await session.download(.get("x"), to: path, accepting: .any)
    #expect(download.byteCount == 4 && server.count == 1)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `a retried validation sends If-None-Match and keeps the stored response`() async throws
  {
    let server = try CacheServer { _, count in
      switch count {
      case 0: .init(fields: "Cache-Control: max-age=10\r\nETag: \"1\"\r\n", content: "one")
      case 1: .init(status: "503 Busy")
      default: .init(status: "304 Not Modified", fields: "ETag: \"1\"\r\n")
      }
    }
    let session = try server.session { $0.retry = .atOnce(2) }
    try await session.send(.get("x"))
    server.clock.advance(by: .seconds(11))
    #expect(try await session.send(.get("x")).text == "one")
    let conditions = server.heads.map { $0.contains("If-None-Match: \"1\"\r\n") }
    #expect(conditions == [false, true, true])
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `a resumed download bypasses the cache and stores no partial content`() async throws {
    let folder = try TemporaryFolder()
    let fields: HTTP.Fields = ["ETag": "\"one\"", "Cache-Control": "max-age=1000"]
    let server = RangeServer(1_000, fields, [.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) {
      $0.cache = try? .inMemory()
    } _: { fixture in
      let path = "\(folder.path)/f"
      var token: HTTPSession.ResumeToken?
      do {
        try await fixture.session.download(.get("f"), to: path, options: .resume)
        Issue.record("the download is whole")
      } catch let error as HTTPSessionError {
        token = error.resumeToken
      }
      let download = try await fixture.session.download(
        resuming: try #require(token), to: path)
      #expect(download.resumedFrom == 400 && download.byteCount == 1_000)
      let whole = try await fixture.session.send(.get("f"))
      #expect(whole.status == 200 && whole.body.count == 1_000)
      #expect(try await fixture.session.send(.get("f")).body == whole.body)
    }
    // The broken download, its rest, one complete response; the last one is a cache hit.
    #expect(server.requests.map { $0[.range]?.text } == [nil, "bytes=400-", nil])
  }

  @Test func `a cassette replays the exchanges of a session with a cache`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    let service = PairService { _, count in
      HTTP.Response(
        200, headers: ["Cache-Control": "max-age=600"], body: Array("\(count)".utf8))
    }
    func texts(_ cassette: HTTPSession.Cassette) async throws -> [String] {
      let session = try service.session {
        $0.cache = try .inMemory()
        $0.interceptors.append(cassette.interceptor)
      }
      var texts: [String] = []
      for path in ["a", "a", "b", "a"] {
        texts.append(try await session.get(.reference(path)).text)
      }
      return texts
    }
    let recording = try HTTPSession.Cassette(file: path)
    let recorded = try await texts(recording)
    try await recording.save()
    let count = service.requests.count
    #expect(try await texts(try HTTPSession.Cassette(file: path, .strict)) == recorded)
    #expect(service.requests.count == count && recorded.count == 4)
  }
}
