import ApusImages
import Testing

/// The downloader over a loader that the test controls.
struct DownloaderTests {
  private let loader = ManualLoader()
  private let record = Record()
  private let cache = ImageCache<String>(cost: { $0.utf8.count })

  private func downloader(
    _ loader: ManualLoader? = nil, priority: DownloadPriority = .firstInFirstOut,
    mostActive: Int = 4, varying: [HTTP.FieldName] = []
  ) -> Downloader<String> {
    Downloader(
      loader: loader ?? self.loader, serializer: TextResponseSerializer(), cache: cache,
      priority: priority, maximumActiveDownloads: mostActive, varyingFields: varying)
  }

  private func url(_ name: String) -> String { "https://example.com/\(name)" }

  private func get(_ name: String) -> HTTP.Request { .get(.reference(url(name))) }

  @Test func `an image downloader runs at most four downloads at once, in request order`()
    async throws
  {
    let downloader = ImageDownloader(loader: loader)
    for name in ["a", "b", "c", "d", "e", "f"] { downloader.download(get(name)) { _ in } }
    var starts = loader.starts.makeAsyncIterator()
    var begun: Set<String> = []
    for _ in 0..<4 { begun.insert(try #require(await starts.next())) }
    #expect(begun == Set(["a", "b", "c", "d"].map(url)) && downloader.activeDownloadCount == 4)
    let png = ImageMaker.png(ImageMaker.header(1, 1, depth: 8, type: 0), rows: [0, 0])
    loader.answer(
      url("a"), .success(HTTP.Response(200, headers: ["Content-Type": "image/png"], body: png)))
    #expect(await starts.next() == url("e"))
    #expect(downloader.cachedValue(of: get("a"))?.facts.kind == .png)
  }

  @Test func `a request with an invalid URL fails without a receipt`() async {
    var lines = record.lines.makeAsyncIterator()
    for target in ["", "/relative", "ftp://a/b", "http://"] {
      let receipt = downloader().download(
        .get(.reference(target)), completion: record.completion("a"))
      #expect(receipt == nil)
      #expect(await lines.next() == "a: -1000")
    }
    #expect(loader.loadCount == 0)
  }

  @Test func `a request joins a running download before it searches the cache`()
    async
  {
    let downloader = downloader()
    var (lines, starts) = (record.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    let first = downloader.download(get("a"), completion: record.completion("first"))
    _ = await starts.next()
    cache.add("old", for: get("a"))
    let second = downloader.download(get("a"), completion: record.completion("second"))
    #expect(first != nil && second != nil)
    loader.answer(url("a"), "new")
    #expect(await lines.next() == "first: new from the network")
    #expect(await lines.next() == "second: new from the network")
    let third = downloader.download(get("a"), completion: record.completion("third"))
    #expect(await lines.next() == "third: new from the cache")
    #expect(third == nil && loader.loadCount == 1)
  }

  @Test func `a request can ignore the image cache`() async {
    cache.add("old", for: get("a"))
    var starts = loader.starts.makeAsyncIterator()
    let receipt = downloader().download(
      get("a"), ignoringCache: true, completion: record.completion("a"))
    #expect(await starts.next() == url("a"))
    #expect(receipt != nil)
  }

  @Test func `requests with different methods or chosen fields use separate downloads`() async {
    let downloader = downloader(varying: [.accept])
    var starts = loader.starts.makeAsyncIterator()
    var other = get("a")
    other.headers[.accept] = "image/png"
    for request in [get("a"), .head(.reference(url("a"))), other, get("a"), other] {
      downloader.download(request) { _ in }
    }
    for _ in 0..<3 { _ = await starts.next() }
    #expect(loader.loadCount == 3 && downloader.activeDownloadCount == 3)
  }

  @Test func `each image request has its own receipt, with a name the caller can choose`() {
    let downloader = downloader()
    let first = downloader.download(get("a"), receiptID: "mine") { _ in }
    let second = downloader.download(get("a")) { _ in }
    let third = downloader.download(get("b")) { _ in }
    #expect(first?.id == "mine" && Set([first, second, third]).count == 3)
  }

  @Test func `download completions are called in the order of their requests`() async {
    let downloader = downloader()
    var (lines, starts) = (record.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    for name in 0..<20 { downloader.download(get("a"), completion: record.completion("\(name)")) }
    _ = await starts.next()
    loader.answer(url("a"), "x")
    for name in 0..<20 { #expect(await lines.next() == "\(name): x from the network") }
  }

  @Test(arguments: [
    (DownloadPriority.firstInFirstOut, ["b", "c", "d"]), (.lastInFirstOut, ["d", "c", "b"]),
  ])
  func `waiting downloads start in first-in or last-in order, as configured`(
    priority: DownloadPriority, order: [String]
  ) async {
    let downloader = downloader(priority: priority, mostActive: 1)
    var starts = loader.starts.makeAsyncIterator()
    for name in ["a", "b", "c", "d"] { downloader.download(get(name)) { _ in } }
    for name in ["a"] + order {
      #expect(await starts.next() == url(name))
      loader.answer(url(name), "x")
    }
  }

  @Test func `the late result of a cancelled download is neither delivered nor cached`() async {
    let loader = ManualLoader(endsWhenCancelled: false)
    let downloader = downloader(loader)
    var (lines, starts) = (record.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    let receipt = downloader.download(get("a"), completion: record.completion("first"))
    _ = await starts.next()
    if let receipt { downloader.cancel(receipt) }
    #expect(await lines.next() == "first: -999")
    downloader.download(get("a"), completion: record.completion("second"))
    _ = await starts.next()
    loader.answer(url("a"), "old")
    loader.answer(url("a"), "new")
    #expect(await lines.next() == "second: new from the network")
    #expect(cache.value(for: get("a")) == "new")
  }

  @Test func `cancelling one request of a shared download does not affect the others`() async {
    let downloader = downloader()
    var (lines, starts) = (record.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    let first = downloader.download(get("a"), completion: record.completion("first"))
    downloader.download(get("a"), completion: record.completion("second"))
    _ = await starts.next()
    if let first {
      downloader.cancel(first)
      downloader.cancel(first)
    }
    #expect(await lines.next() == "first: -999")
    loader.answer(url("a"), "x")
    #expect(await lines.next() == "second: x from the network")
    if let first { downloader.cancel(first) }
    #expect(loader.loadCount == 1)
  }

  @Test
  func `cancelling the last request stops the download and starts the next one`()
    async
  {
    let downloader = downloader(mostActive: 1)
    var starts = loader.starts.makeAsyncIterator()
    let first = downloader.download(get("a")) { _ in }
    downloader.download(get("b")) { _ in }
    #expect(await starts.next() == url("a"))
    if let first { downloader.cancel(first) }
    #expect(await starts.next() == url("b"))
    #expect(downloader.activeDownloadCount == 1)
  }

  @Test func `cancelling a waiting request does not start a download above the limit`() async {
    let downloader = downloader(mostActive: 1)
    var (lines, starts) = (record.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    downloader.download(get("a")) { _ in }
    let waiting = downloader.download(get("b"), completion: record.completion("b"))
    downloader.download(get("c")) { _ in }
    #expect(await starts.next() == url("a"))
    if let waiting { downloader.cancel(waiting) }
    #expect(await lines.next() == "b: -999")
    #expect(downloader.activeDownloadCount == 1 && loader.activeCount == 1)
    loader.answer(url("a"), "x")
    #expect(await starts.next() == url("c"))
    #expect(loader.loadCount == 2)
  }

  @Test func `a failed download lets the next waiting download start`() async {
    struct Broken: Error {}
    let downloader = downloader(mostActive: 1)
    var (lines, starts) = (record.lines.makeAsyncIterator(), loader.starts.makeAsyncIterator())
    for name in ["a", "b", "c"] {
      downloader.download(get(name), completion: record.completion(name))
    }
    #expect(await starts.next() == url("a"))
    loader.answer(url("a"), .failure(Broken()))
    #expect(await lines.next()?.contains("Broken") == true)
    #expect(await starts.next() == url("b"))
    loader.answer(url("b"), .success(HTTP.Response(404, body: [1])))
    #expect(await lines.next() == "b: -1011")
    #expect(await starts.next() == url("c"))
    #expect(cache.memoryUsage == 0)
  }

  @Test func `cancelling a task that waits for an image cancels its request`()
    async throws
  {
    let downloader = downloader()
    var starts = loader.starts.makeAsyncIterator()
    let waiting = Task { try await downloader.value(of: get("a")).value }
    _ = await starts.next()
    loader.answer(url("a"), "x")
    #expect(try await waiting.value == "x")
    let cancelled = Task { try await downloader.value(of: get("b")).value }
    _ = await starts.next()
    cancelled.cancel()
    let error = await #expect(throws: DownloadError.self) { try await cancelled.value }
    #expect(error?.number == -999)
  }
}
