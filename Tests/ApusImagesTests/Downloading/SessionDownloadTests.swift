import ApusImages
import ApusNet
import ApusTestServer
import TestSupport
import Testing

/// A downloader with a session, which sends requests to a server.
@Suite(.timeLimit(.minutes(3))) struct SessionDownloadTests {
  private static let png = ImageMaker.png(
    ImageMaker.header(1, 1, depth: 8, type: 0), rows: [0, 0])

  /// The server's responses for pictures, and for no other requests.
  private static func answer(_ request: TestRequest) -> TestAnswer {
    request.path == "/missing.png"
      ? .response(HTTP.Response(404))
      : .response(HTTP.Response(200, headers: ["Content-Type": "image/png"], body: png))
  }

  @Test func `a session loads an image once for all waiting requests, then from the cache`()
    async throws
  {
    let server = try await TestServer { Self.answer($0) }
    let session = try HTTPSession("http://127.0.0.1:\(server.port)/")
    let downloader = ImageDownloader(loader: session)
    let request = HTTP.Request.get("http://127.0.0.1:\(server.port)/a.png")
    try await withThrowingTaskGroup(of: Downloaded<EncodedImage>.self) { group in
      for _ in 0..<8 { group.addTask { try await downloader.value(of: request) } }
      for try await downloaded in group {
        #expect(downloaded.value.facts.kind == .png && downloaded.value.facts.width == 1)
      }
    }
    let again = try await downloader.value(of: request)
    #expect(again.response == nil && server.requestCount == 1)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `a relative image URL is resolved against the session's base URL`() async throws {
    let server = try await TestServer { Self.answer($0) }
    let session = try HTTPSession("http://127.0.0.1:\(server.port)/images/")
    let downloader = ImageDownloader(loader: session)
    let first = try await downloader.value(of: .get("a.png"))
    #expect(first.request.target.text == "http://127.0.0.1:\(server.port)/images/a.png")
    let absolute = HTTP.Request.get("http://127.0.0.1:\(server.port)/images/a.png")
    #expect(try await downloader.value(of: absolute).response == nil)
    #expect(downloader.cachedValue(of: .get("a.png")) != nil && server.requestCount == 1)
    #expect(downloader.removeCachedValue(of: .get("a.png")))
    let baseless = ImageDownloader(loader: try HTTPSession())
    await #expect(throws: DownloadError.self) { try await baseless.value(of: .get("a.png")) }
    await session.shutdown()
    await server.shutdown()
  }

  @Test(arguments: [false, true])
  func `the settings for images store cookies, and responses in memory or on disk`(
    isOnDisk: Bool
  ) async throws {
    let server = try await TestServer { request in
      var response = HTTP.Response(
        200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=86400"],
        body: Self.png)
      response.headers["Set-Cookie"] = "seen=1"
      return .response(response)
    }
    let folder = try TemporaryFolder()
    let configuration: HTTPSession.Configuration =
      isOnDisk ? try await .forImages(cacheFolder: folder.path + "/images") : try .forImages()
    #expect(configuration.timeouts.firstByte == .seconds(60))
    let session = try HTTPSession { $0 = configuration }
    for name in ["a", "a", "b", "b"] {
      // Each downloader has a cache of images of its own, which would hide the session's.
      let downloader = ImageDownloader(loader: session)
      let url = "http://127.0.0.1:\(server.port)/\(name).png"
      let image = try await downloader.value(of: .get(.reference(url)))
      #expect(image.value.facts.kind == .png)
    }
    // The first response set a cookie, so the stored value belongs to another user.
    #expect(server.requestCount == 3)
    #expect(configuration.cookies?.cookies.map(\.name) == ["seen"])
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `the download error for a failed session call contains the session's error`()
    async throws
  {
    let server = try await TestServer { Self.answer($0) }
    let session = try HTTPSession()
    let downloader = ImageDownloader(loader: session)
    let missing = HTTP.Request.get("http://127.0.0.1:\(server.port)/missing.png")
    let error = await #expect(throws: DownloadError.self) {
      _ = try await downloader.value(of: missing)
    }
    guard case .failed(let cause)? = error else { throw error ?? DownloadError.noContent }
    #expect((cause as? HTTPSessionError)?.code == .status(404))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await downloader.value(of: missing)
    }
    task.cancel()
    let cancelled = await #expect(throws: DownloadError.self) { try await task.value }
    #expect(cancelled?.number == -999)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `the shared image downloader is a single instance with its own session`() async throws
  {
    #expect(ImageDownloader.shared === ImageDownloader.shared)
    let server = try await TestServer { Self.answer($0) }
    let url = "http://127.0.0.1:\(server.port)/shared.png"
    let image = try await ImageDownloader.shared.value(of: .get(.reference(url)))
    #expect(image.value.facts.kind == .png && image.response?.status.code == 200)
    #expect(ImageDownloader.shared.cachedValue(of: .get(.reference(url))) != nil)
    await server.shutdown()
  }
}
