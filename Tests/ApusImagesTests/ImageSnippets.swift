import ApusImages
import TestSupport
import Testing

/// The regions between the marks are the code of the library's first page.
@Suite(.ownThread) struct ImageSnippets {
  /// The account of a program.
  private struct Account: Sendable {
    static let current: Account? = Account(id: "ada")
    let id: String
  }

  @Test func `the documented image downloader loads and decodes an image`() async throws {
    let png = ImageMaker.png(ImageMaker.header(2, 1, depth: 8, type: 0), rows: [0, 1, 2])
    let session = HTTPSession.stub("https://example.com/") { _ in
      HTTP.Response(200, headers: [.contentType: "image/png"], body: png)
    }
    // Snippet:
    let downloader = ImageDownloader(loader: session)
    let image = try await downloader.value(of: .get("https://example.com/logo.png")).value
    print(image.facts.width, image.facts.height)
    let pixels = try image.pixels()
    print(pixels.width, pixels.height, pixels.rgba.count)
    // End.
    #expect(pixels.rgba.count == 8)
    #expect(image.facts.width == 2 && image.facts.height == 1)
    #expect(try await downloader.value(of: .get("logo.png")).value.facts == image.facts)
    await session.shutdown()
  }

  @Test func `the documented identities of requests decide about stored images`() async throws {
    let png = ImageMaker.png(ImageMaker.header(2, 1, depth: 8, type: 0), rows: [0, 1, 2])
    var configuration = HTTPSession.Configuration()
    configuration.interceptors.append { request, next in try await next(request) }
    let session = HTTPSession.stub("https://example.com/", configuration: configuration) { _ in
      HTTP.Response(200, headers: [.contentType: "image/png"], body: png)
    }
    // Snippet:
    let downloader = ImageDownloader(
      loader: session, serializer: ImageResponseSerializer(),
      cache: ImageCache(memoryCapacity: 20 << 20, preferredUsageAfterPurge: 10 << 20),
      identity: { _ in Account.current?.id })
    // End.
    let service = ImageDownloader(
      loader: session, serializer: ImageResponseSerializer(), cache: ImageCache(),
      identity: { _ in "service" })
    let none = ImageDownloader(
      loader: session, serializer: ImageResponseSerializer(), cache: ImageCache(),
      identity: { _ in nil })
    let plain = ImageDownloader(loader: session)
    let request = HTTP.Request.get("logo.png")
    for (images, isStored) in [(downloader, true), (service, true), (none, false), (plain, false)] {
      _ = try await images.value(of: request)
      #expect((images.cachedValue(of: request) != nil) == isStored)
    }
    await session.shutdown()
  }
}
