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
    let downloader = ImageDownloader(
      loader: session, serializer: ImageResponseSerializer(), cache: ImageCache(),
      identity: { _ in Account.current?.id })
    // End.
    #expect(downloader.activeDownloadCount == 0)
    // Snippet:
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
}
