import ApusImages
import ApusNet
import Testing

/// A view that records its pictures.
final class FakeView: ImageDisplay {
  let shown = Record()

  func show(_ picture: String) { shown.say(picture) }
}

/// The behaviour of AFNetworking's image view, without a view.
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

  @Test func `an image presenter shows the placeholder first and then the image`() async {
    var (shown, starts) = (view.shown.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    presenter.setImage(get("a"), placeholder: "grey")
    #expect(await shown.next() == "grey")
    _ = await starts.next()
    #expect(presenter.isLoading)
    loader.answer("https://example.com/a", "picture")
    #expect(await shown.next() == "picture")
    #expect(!presenter.isLoading)
  }

  @Test func `an image presenter passes the image to the completion instead of showing it`() async {
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

  @Test func `an image presenter shows the placeholder and fails at once without a URL`() async {
    let failed = Lock(0)
    presenter.setImage(nil, placeholder: "grey") { result in
      if case .failure(.invalidURL) = result { failed.withLock { $0 += 1 } }
    }
    #expect(failed.withLock { $0 } == 1)
    var shown = view.shown.lines.makeAsyncIterator()
    #expect(await shown.next() == "grey")
  }

  @Test func `an image presenter ignores a request for the image that is already loading`() async {
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

  @Test func `an image presenter shows a cached image at once, without the placeholder`() async {
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

  @Test func `an image presenter separates requests with different content or credentials`()
    async
  {
    let url = "https://example.com/a"
    func request(_ user: String?, _ content: String? = nil) -> HTTP.Request {
      var request =
        content.map { HTTP.Request.post(.reference(url), .bytes(Array($0.utf8))) } ?? get("a")
      request.headers[.authorization] = user.map { .sensitive($0) }
      return request
    }
    let record = Record()
    var (lines, starts) = (record.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    // Each takes the place of the one before: none is taken for a repetition.
    let requests = [
      request(nil, "cat"), request(nil, "dog"), request(nil, "dog"), request("alice"),
      request("bob"),
    ]
    for (index, one) in requests.enumerated() {
      presenter.setImage(one, completion: record.completion("\(index)"))
      _ = await starts.next()
      if index > 0 { #expect(await lines.next() == "\(index - 1): -999") }
    }
    loader.answer(url, "picture of bob")
    #expect(await lines.next() == "4: picture of bob from the network")
    // The image of bob is shown at once to bob alone.
    presenter.setImage(request("bob"), completion: record.completion("bob"))
    #expect(await lines.next() == "bob: picture of bob from the cache")
    presenter.setImage(request("alice"), completion: record.completion("alice"))
    _ = await starts.next()
    loader.answer(url, "picture of alice")
    #expect(await lines.next() == "alice: picture of alice from the network")
  }

  @Test func `an image presenter cancels a replaced request and never shows its image`() async {
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

  @Test func `an image presenter does not retain its display and loads without it`() async {
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
