import Apus
import TestSupport
import Testing

/// The regions between the marks are the code of the article on caching.
@Suite(.ownThread) struct CachingSnippets {
  private let base = "https://api.example.com/"

  /// A service whose responses are fresh for an hour, and count its requests.
  private func service(_ cache: HTTPSession.ResponseCache) -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configuration.cache = cache
    let counter = Counter()
    return .stub(base, configuration: configuration) { _ in
      HTTP.Response(
        200, headers: [.cacheControl: "max-age=3600"], body: Array("\(await counter.next())".utf8))
    }
  }

  @Test func `a session with a memory cache stores responses`() async throws {
    // Snippet:
    let api = try HTTPSession("https://api.example.com/") {
      $0.cache = try .inMemory(byteCount: 64 << 20)
    }
    // End.
    #expect(api.configuration.cache != nil)
    await api.shutdown()
  }

  @Test func `a cache in a folder serves the stored responses to later sessions`() async throws {
    let place = try TemporaryFolder()
    let folder = place.path + "/cache"
    // Snippet:
    let cache = try await HTTPSession.ResponseCache.onDisk(folder: folder, byteCount: 1 << 30)
    // End.
    for _ in 0..<2 { #expect(try await service(cache).send(.get("x")).text == "1") }
  }

  @Test func `cache rules can allow heuristic lifetimes and stale responses on errors`()
    async throws
  {
    // Snippet:
    var cache = try HTTPSession.ResponseCache.inMemory()
    cache.rules.heuristicPercentage = 10
    cache.rules.staleIfErrorSeconds = 3_600
    // End.
    #expect(cache.rules.heuristicLimit == 86_400)
  }

  @Test func `a response from the cache has a Cache-Status field`() async throws {
    let api = service(try .inMemory())
    try await api.send(.get("users/7"))
    do {
      // Snippet:
      let response = try await api.send(.get("users/7"))
      let isHit = response.headers["Cache-Status"].map { "\($0)".contains("; hit") } ?? false
      // End.
      #expect(isHit)
    }
    // Snippet:
    var request = HTTP.Request.get("users/7")
    request.options.cachePolicy = .revalidate
    let response = try await api.send(request)
    // End.
    #expect(response.text == "2")
  }

  @Test func `a response callback can prevent the storage in the cache`() async throws {
    // Snippet:
    var cache = try HTTPSession.ResponseCache.inMemory()
    cache.onStoring = { request, _ in !request.path.hasPrefix("/private/") }
    // End.
    let api = service(cache)
    for _ in 0..<2 { try await api.send(.get("private/a")) }
    #expect(try await api.send(.get("private/a")).text == "3")
  }
}

/// Counts from one.
private actor Counter {
  private var last = 0

  func next() -> Int {
    last += 1
    return last
  }
}
