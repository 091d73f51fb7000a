import ApusImages
import TestSupport
import Testing

/// The region between the marks is the code of the library's first page.
@Suite(.ownThread) struct ImageSnippets {
  /// The account of a program.
  private struct Account: Sendable {
    static let current: Account? = Account(id: "ada")
    let id: String
  }

  @Test func `a downloader has the parts that a program gives it`() async throws {
    let session = try HTTPSession("http://localhost/")
    // Snippet:
    let downloader = ImageDownloader(
      loader: session, serializer: ImageResponseSerializer(), cache: ImageCache(),
      identity: { _ in Account.current?.id })
    // End.
    #expect(downloader.activeDownloadCount == 0)
    await session.shutdown()
  }
}
