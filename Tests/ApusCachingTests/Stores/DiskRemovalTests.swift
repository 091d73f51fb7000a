import ApusHTTP
import ApusNet
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusCaching

/// Removals that a store on a disk cannot make at once.
@Suite struct DiskRemovalTests {
  private let disk: GivenDisk
  private let answer = Given.answer(200, [.cacheControl: "max-age=60", .etag: "\"a\""])

  init() throws { disk = try GivenDisk() }

  /// Lets a folder for entries be found by its files' paths, but not be listed.
  private func hideShard() throws -> (restore: () throws -> Void, path: String) {
    let path = try #require(try disk.shards.first)
    try TemporaryFolder.run("mv '\(path)' '\(path)-moved' && ln -s '\(path)-moved' '\(path)'")
    return ({ try TemporaryFolder.run("rm '\(path)' && mv '\(path)-moved' '\(path)'") }, path)
  }

  @Test func `a disk store fails and serves no entries if its folder cannot be listed`()
    async throws
  {
    let (given, other) = (try await disk.open(), try await disk.open())
    #expect(try await given.ask(Given.request(), answer) == .stored)
    #expect(try await given.ask() == .hit(0))
    let (restore, path) = try hideShard()
    #expect(try await given.ask() == .hit(0))
    _ = try await given.ask(Given.request(.delete), Given.answer(204))
    // The entry is still there, and neither this process nor another one uses it.
    #expect(try Files.names(in: FilePath(path + "-moved")).count == 2)
    for store in [given, other] { #expect(try await store.ask() == .failed) }
    #expect(try await given.ask(Given.request(), answer) != .stored)
    await #expect(throws: Caching.StoreError.self) { _ = try await disk.open() }
    try restore()
    #expect(try await other.ask() == .failed)
    #expect(try disk.files.isEmpty)
    #expect(try await given.ask(Given.request(), answer) == .stored)
    #expect(try await other.ask() == .hit(0))
  }

  @Test func `the disk cleanup repeats removals that failed before`() async throws {
    let given = try await disk.open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    let (restore, _) = try hideShard()
    _ = try await given.ask(Given.request(.delete), Given.answer(204))
    try restore()
    #expect(try disk.files.count == 2)
    _ = try await disk.open()
    #expect(try disk.files.isEmpty)
  }

  @Test func `a removal that got no thread is repeated before the next use of the URL`()
    async throws
  {
    let pool = BlockingPool(threadLimit: 1, queueLimit: 1)
    let given = try await disk.open(pool: pool)
    #expect(try await given.ask(Given.request(), answer) == .stored)
    let gate = ThreadGate()
    _ = try pool.begin { gate.pass() }
    #expect(await Pause.until { gate.count == 1 })
    _ = try pool.begin {}
    _ = try await given.ask(Given.request(.delete), Given.answer(204))
    #expect(try await given.ask() == .failed)
    gate.open()
    #expect(await Pause.until { pool.isAtRest })
    #expect(try disk.files.count == 1)
    #expect(try await given.ask() == .failed)
    #expect(try disk.files.isEmpty)
  }

  @Test func `a disk entry whose head cannot be updated is removed`()
    async throws
  {
    var given = try await disk.open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    given.now = 30
    let request = Given.request(.get, "/", [.cacheControl: "no-cache"])
    let fetch = try #require(await given.fetch(request))
    // The name of the new head is taken by a folder, which no file replaces.
    let path = try #require(try disk.files.first)
    try TemporaryFolder.run("mkdir '\(path)u'")
    let changed = Given.answer(304, [.etag: "\"a\"", .cacheControl: "no-cache"])
    _ = try await given.tell(fetch, changed)
    try TemporaryFolder.run("rm -rf '\(path)u'")
    #expect(try await given.ask() == .failed)
  }

  @Test func `a disk entry with a broken updated head is a cache miss`()
    async throws
  {
    var given = try await disk.open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    given.now = 30
    let request = Given.request(.get, "/", [.cacheControl: "no-cache"])
    let fetch = try #require(await given.fetch(request))
    let changed = Given.answer(304, [.etag: "\"a\"", .cacheControl: "no-cache"])
    _ = try await given.tell(fetch, changed)
    #expect(try await given.ask() == .failed)
    let update = try #require(try disk.files.first { $0.hasSuffix("u") })
    try disk.folder.rewrite([1, 2, 3], in: update)
    #expect(try await given.ask() == .failed)
    #expect(try disk.files.isEmpty)
  }

  @Test func `unfinished content is never served if its URL was invalidated`() async throws {
    let given = try await disk.open()
    let fetch = try #require(await given.fetch(Given.request()))
    let exchange = Caching.Exchange(requested: moment(0), received: moment(0))
    guard case .deliver(_, let recording?, _) = await fetch.received(answer, exchange) else {
      Issue.record("not stored")
      return
    }
    #expect(await recording.write([1]))
    _ = try await given.ask(Given.request(.delete), Given.answer(204))
    #expect(await !recording.finish())
    #expect(try await given.ask() == .failed)
    #expect(try disk.files.isEmpty)
  }

  @Test func `removing all entries empties the disk store for every URL`() async throws {
    let given = try await disk.open()
    for number in 0..<20 {
      #expect(try await given.ask(Given.request(.get, "/\(number)"), answer) == .stored)
    }
    #expect(await given.cache.store.removeAll())
    #expect(try disk.files.isEmpty)
    #expect(try await given.ask(Given.request(), answer) == .stored)
    let store = Caching.MemoryStore()
    let memory = Given(store: store)
    #expect(try await memory.ask(Given.request(), answer) == .stored)
    #expect(await store.removeAll())
    #expect(store.count == 0 && store.byteCount == 0)
  }
}
