import ApusImages
import ApusNet
import ApusTestServer
import TestSupport
import Testing

/// The cache policy of a request, and the time of completions.
@Suite(.timeLimit(.minutes(3))) struct DownloadPolicyTests {
  private typealias Policy = HTTP.RequestOptions.CachePolicy

  private let cache = ImageCache<String>(cost: { $0.utf8.count })

  private func downloader(_ loader: any ResponseLoader) -> Downloader<String> {
    Downloader(loader: loader, serializer: TextResponseSerializer(), cache: cache)
  }

  private func get(
    _ policy: HTTP.RequestOptions.CachePolicy?, _ url: String = "http://a.test/"
  ) -> HTTP.Request {
    var request = HTTP.Request.get(.reference(url))
    request.options.cachePolicy = policy
    return request
  }

  @Test(arguments: [nil] + HTTP.RequestOptions.CachePolicy.allCases.map(Optional.some))
  func `the image cache follows the cache policy of each request`(
    policy: HTTP.RequestOptions.CachePolicy?
  ) async throws {
    let session = HTTPSession.stub { _ in HTTP.Response(200, body: Array("new".utf8)) }
    let downloader = downloader(session)
    cache.add("old", for: get(nil))
    let value = try await downloader.value(of: get(policy)).value
    switch policy ?? .standard {
    case .standard, .storedElseLoad, .storedOnly: #expect(value == "old")
    case .revalidate, .reload, .none: #expect(value == "new")
    }
    // `none` does not change the cache; the other policies that send a request store its response.
    let isStored = policy == .revalidate || policy == .reload
    #expect(cache.value(for: get(nil)) == (isStored ? "new" : "old"))
  }

  @Test func `an image request that allows only cached images sends no request`() async throws {
    let server = try await TestServer { _ in .response(HTTP.Response(200, body: [0x61])) }
    let session = try HTTPSession()
    let request = get(.storedOnly, "http://127.0.0.1:\(server.port)/")
    let error = await #expect(throws: DownloadError.self) {
      try await downloader(session).value(of: request)
    }
    #expect(error?.number == -1011 && server.requestCount == 0)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `requests with different cache policies share no download`() async {
    let loader = ManualLoader()
    let downloader = downloader(loader)
    var starts = loader.starts.makeAsyncIterator()
    for policy in [nil, Policy.standard, .reload, nil, .reload] {
      downloader.download(get(policy)) { _ in }
    }
    for _ in 0..<2 { _ = await starts.next() }
    #expect(loader.loadCount == 2 && downloader.activeDownloadCount == 2)
  }

  /// A caller that is busy for a while after its request.
  private actor Caller {
    private var isAsking = false
    /// The number of completions before the requesting call returned.
    private(set) var early = 0
    private(set) var called = 0

    func ask(_ downloader: Downloader<String>, _ request: HTTP.Request) {
      isAsking = true
      downloader.download(request) { [self] _ in
        assumeIsolated { own in
          if own.isAsking { own.early += 1 }
          own.called += 1
        }
      }
      let end = ContinuousClock.now + .milliseconds(5)
      while ContinuousClock.now < end {}
      isAsking = false
    }
  }

  @Test
  func `an image completion runs on the caller's actor after the call has returned`()
    async throws
  {
    let session = HTTPSession.stub { _ in HTTP.Response(200, body: Array("new".utf8)) }
    let downloader = downloader(session)
    cache.add("old", for: get(nil))
    let caller = Caller()
    let requests = [get(nil), get(.reload), .get(.reference("no URL"))]
    for _ in 0..<10 {
      for request in requests { await caller.ask(downloader, request) }
    }
    while await caller.called < 30 { await Pause.brief() }
    #expect(await caller.early == 0)
  }

  @Test func `a downloader ignores a cancellation receipt of a different downloader`() async {
    let (one, two) = (ManualLoader(), ManualLoader())
    let (mine, others) = (downloader(one), downloader(two))
    let record = Record()
    var (starts, lines) = (two.starts.makeAsyncIterator(), record.lines.makeAsyncIterator())
    let receipt = mine.download(get(nil)) { _ in }
    others.download(get(.reload), completion: record.completion("other"))
    _ = await starts.next()
    if let receipt { others.cancel(receipt) }
    two.answer("http://a.test/", "x")
    #expect(await lines.next() == "other: x from the network")
  }

  @TaskLocal private static var user = "nobody"

  /// Answers with the user of the task that loads.
  private struct UserLoader: ResponseLoader {
    let gate: ManualLoader

    func load(_ request: HTTP.Request) async throws -> HTTP.Response {
      _ = try await gate.load(request)
      return HTTP.Response(200, body: Array(DownloadPolicyTests.user.utf8))
    }
  }

  @Test func `a waiting download has the task-local values of its own caller`() async {
    let gate = ManualLoader()
    let downloader = Downloader(
      loader: UserLoader(gate: gate), serializer: TextResponseSerializer(), cache: cache,
      maximumActiveDownloads: 1)
    let record = Record()
    var (starts, lines) = (gate.starts.makeAsyncIterator(), record.lines.makeAsyncIterator())
    for user in ["alice", "bob", "carol"] {
      Self.$user.withValue(user) {
        _ = downloader.download(
          get(nil, "http://a.test/\(user)"), completion: record.completion(user))
      }
    }
    for user in ["alice", "bob", "carol"] {
      #expect(await starts.next() == "http://a.test/\(user)")
      gate.answer("http://a.test/\(user)", "")
      #expect(await lines.next() == "\(user): \(user) from the network")
    }
  }
}
