import ApusImages
import ApusNet
import ApusTestServer
import Testing

/// A downloader that stands on a session, which asks a server.
@Suite(.timeLimit(.minutes(3))) struct SessionDownloadTests {
  private static let png = ImageMaker.png(
    ImageMaker.header(1, 1, depth: 8, type: 0), rows: [0, 0])

  /// What a server says of pictures, and nothing of anything else.
  private static func answer(_ request: TestRequest) -> TestAnswer {
    request.path == "/missing.png"
      ? .response(HTTP.Response(404))
      : .response(HTTP.Response(200, headers: ["Content-Type": "image/png"], body: png))
  }

  @Test func `ID-01, ID-09: images come over a session, once for all who wait, and then the cache`()
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

  @Test func `what goes wrong in the session is the reason why there is no image`() async throws {
    let server = try await TestServer { Self.answer($0) }
    let session = try HTTPSession()
    let downloader = ImageDownloader(loader: session)
    let missing = HTTP.Request.get("http://127.0.0.1:\(server.port)/missing.png")
    let error = await #expect(throws: DownloadError.self) {
      _ = try await downloader.value(of: missing)
    }
    guard case .failed(let cause)? = error else { throw error ?? DownloadError.noContent }
    #expect((cause as? HTTPSessionError)?.reason == .status(404))
    let stub = HTTPSession.stub { _ in throw CancellationError() }
    let cancelled = await #expect(throws: DownloadError.self) {
      _ = try await ImageDownloader(loader: stub).value(of: .get("http://a.test/"))
    }
    #expect(cancelled?.number == -999)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `ID-01: the shared downloader is one, with a session of its own`() async throws {
    #expect(ImageDownloader.shared === ImageDownloader.shared)
    let server = try await TestServer { Self.answer($0) }
    let url = "http://127.0.0.1:\(server.port)/shared.png"
    let image = try await ImageDownloader.shared.value(of: .get(.reference(url)))
    #expect(image.value.facts.kind == .png && image.response?.status.code == 200)
    #expect(ImageDownloader.shared.cachedValue(of: .get(.reference(url))) != nil)
    await server.shutdown()
  }
}
