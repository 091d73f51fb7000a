import ApusImages
import ApusNet
import Testing

/// A view that notes what it is to show.
final class FakeView: ImageDisplay {
  let shown = Record()

  func show(_ picture: String) { shown.say(picture) }
}

/// What AFNetworking's image view does, without a view.
struct ImagePresenterTests {
  private let loader = ManualLoader()
  private let view = FakeView()
  private let cache = ImageCache<String>(cost: { $0.utf8.count })
  private let presenter: ImagePresenter<FakeView>

  init() {
    let downloader = Downloader(
      loader: loader, serializer: TextResponseSerializer(), cache: cache)
    presenter = ImagePresenter(view, downloader: downloader)
  }

  private func get(_ name: String) -> HTTP.Request { .get("https://example.com/\(name)") }

  @Test func `UI-01: the placeholder is shown, then the image`() async {
    var (shown, starts) = (view.shown.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    presenter.setImage(get("a"), placeholder: "grey")
    #expect(await shown.next() == "grey")
    _ = await starts.next()
    #expect(presenter.isLoading)
    loader.answer("https://example.com/a", "picture")
    #expect(await shown.next() == "picture")
    #expect(!presenter.isLoading)
  }

  @Test func `UI-01: a completion is called in the place of showing`() async {
    let record = Record()
    var (lines, starts) = (record.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    presenter.setImage(get("a"), completion: record.completion("a"))
    _ = await starts.next()
    loader.answer("https://example.com/a", .success(HTTP.Response(500, body: [1])))
    #expect(await lines.next() == "a: -1011")
    presenter.setImage(get("a"), completion: record.completion("a"))
    _ = await starts.next()
    loader.answer("https://example.com/a", "x")
    #expect(await lines.next() == "a: x from the network")
    presenter.setImage(nil, placeholder: "last")
    var shown = view.shown.lines.makeAsyncIterator()
    #expect(await shown.next() == "last")
  }

  @Test func `UI-02: no URL shows the placeholder and fails at once`() async {
    let failed = Lock(0)
    presenter.setImage(nil, placeholder: "grey") { result in
      if case .failure(.invalidURL) = result { failed.withLock { $0 += 1 } }
    }
    #expect(failed.withLock { $0 } == 1)
    var shown = view.shown.lines.makeAsyncIterator()
    #expect(await shown.next() == "grey")
  }

  @Test func `UI-03: asking for what is being loaded changes nothing`() async {
    let record = Record()
    var (lines, starts) = (record.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    presenter.setImage(get("a"), completion: record.completion("first"))
    _ = await starts.next()
    presenter.setImage(get("a"), placeholder: "grey", completion: record.completion("second"))
    loader.answer("https://example.com/a", "x")
    #expect(await lines.next() == "first: x from the network")
    record.say("end")
    #expect(await lines.next() == "end")
    #expect(loader.loadCount == 1)
  }

  @Test func `UI-04: an image in the cache is shown at once, without the placeholder`() async {
    cache.add("cached", for: get("a"))
    presenter.setImage(get("a"), placeholder: "grey")
    let told = Lock(0)
    presenter.setImage(get("a")) { if case .success = $0 { told.withLock { $0 += 1 } } }
    #expect(told.withLock { $0 } == 1 && loader.loadCount == 0)
    view.show("end")
    var shown = view.shown.lines.makeAsyncIterator()
    #expect(await shown.next() == "cached")
    #expect(await shown.next() == "end")
  }

  @Test func `a request that is replaced is cancelled, and its image never shown`() async {
    let record = Record()
    var (lines, starts) = (record.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    presenter.setImage(get("a"), completion: record.completion("a"))
    _ = await starts.next()
    presenter.setImage(get("b"), completion: record.completion("b"))
    #expect(await lines.next() == "a: -999")
    _ = await starts.next()
    loader.answer("https://example.com/b", "x")
    #expect(await lines.next() == "b: x from the network")
    presenter.setImage(get("c"), completion: record.completion("c"))
    _ = await starts.next()
    presenter.cancel()
    #expect(await lines.next() == "c: -999")
    #expect(!presenter.isLoading)
  }

  @Test func `a display that has gone is not kept, and nothing is shown`() async {
    let record = Record()
    var lines = record.lines.makeAsyncIterator()
    weak var gone: FakeView?
    let presenter: ImagePresenter<FakeView>
    do {
      let view = FakeView()
      gone = view
      presenter = ImagePresenter(
        view,
        downloader: Downloader(loader: loader, serializer: TextResponseSerializer(), cache: cache))
    }
    #expect(gone == nil)
    var starts = loader.starts.makeAsyncIterator()
    presenter.setImage(get("a"), placeholder: "grey", completion: record.completion("a"))
    _ = await starts.next()
    loader.answer("https://example.com/a", "x")
    #expect(await lines.next() == "a: x from the network")
  }
}
