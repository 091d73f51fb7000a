import ApusHTTP
import Testing

@testable import ApusCaching

@Suite struct MemoryStoreTests {
  private let answer = Given.answer(200, [.cacheControl: "max-age=60"])

  private func isHit(_ path: String, _ given: Given) async throws -> Bool {
    try await given.ask(Given.request(.get, path)) != .failed
  }

  @Test func `a memory store drops the least recently used entry first`() async throws {
    let store = Caching.MemoryStore(byteBudget: 10_000)
    let given = Given(store: store)
    let content = String(repeating: "a", count: 1_500)
    for path in ["/1", "/2", "/3"] {
      #expect(try await given.ask(Given.request(.get, path), answer, content: content) == .stored)
    }
    let size = store.byteCount / 3
    #expect(size > 1_500 && size < 2_500)
    #expect(try await isHit("/1", given))
    for path in ["/4", "/5"] {
      #expect(try await given.ask(Given.request(.get, path), answer, content: content) == .stored)
    }
    #expect(store.byteCount <= 10_000 && store.count == 4)
    #expect(try await isHit("/1", given))
    #expect(try await !isHit("/2", given))
  }

  @Test func `a memory store rejects an entry above its limit and reserves no memory`() async throws
  {
    let store = Caching.MemoryStore(byteBudget: 100_000, entryByteLimit: 5_000)
    let given = Given(store: store)
    let content = String(repeating: "a", count: 5_000)
    #expect(
      try await given.ask(Given.request(), answer, content: content)
        == .delivered(stored: false, nil))
    #expect(store.byteCount == 0 && store.count == 0)
    let none = Given(store: Caching.MemoryStore(byteBudget: 100))
    #expect(try await none.ask(Given.request(), answer) == .refusedToStore(.store))
  }

  @Test func `unfinished entries count as memory in use until their writer is released`()
    async throws
  {
    let store = Caching.MemoryStore(byteBudget: 10_000, entryByteLimit: 10_000)
    let given = Given(store: store)
    let exchange = Caching.Exchange(requested: moment(0), received: moment(0))
    for isLetGo in [true, false] {
      let fetch = try #require(await given.fetch(Given.request()))
      guard case .deliver(_, let recording?, _) = await fetch.received(answer, exchange) else {
        Issue.record("not stored")
        return
      }
      #expect(await recording.write([UInt8](repeating: 1, count: 8_000)))
      #expect(store.byteCount > 8_000)
      #expect(
        try await given.ask(
          Given.request(.get, "/other"), answer, content: String(repeating: "a", count: 2_000))
          != .stored)
      if !isLetGo { await recording.discard() }
    }
    #expect(store.byteCount == 0)
  }

  @Test func `a memory store contains at most eight entries for one cache key`() async throws {
    let store = Caching.MemoryStore()
    let given = Given(store: store)
    let varied = Given.answer(200, [.cacheControl: "max-age=60", .vary: "A"])
    for number in 0...Caching.variantLimit {
      let request = Given.request(.get, "/", ["A": HTTP.FieldValue("\(number)")])
      #expect(try await given.ask(request, varied) == .stored)
    }
    #expect(store.count == Caching.variantLimit)
    #expect(try await given.ask(Given.request(.get, "/", ["A": "0"])) == .failed)
    #expect(try await given.ask(Given.request(.get, "/", ["A": "1"])) == .hit(0))
  }

  @Test func `an open reader returns its content after the entry was removed from memory`()
    async throws
  {
    let store = Caching.MemoryStore()
    let given = Given(store: store)
    #expect(try await given.ask(Given.request(), answer) == .stored)
    guard case .serve(let response, nil) = await given.step(Given.request()) else {
      Issue.record("not served")
      return
    }
    await store.removeAll(of: Given.keying.place(of: Given.request().url))
    #expect(store.byteCount == 0 && store.count == 0)
    #expect(try await Given.text(of: response.content) == "content")
  }

  @Test func `removing one Vary variant from a memory store retains the other variants`()
    async throws
  {
    let store = Caching.MemoryStore()
    let given = Given(store: store)
    let varied = Given.answer(200, [.cacheControl: "max-age=60", .vary: "A"])
    for value in ["1", "2"] {
      let request = Given.request(.get, "/", ["A": HTTP.FieldValue(value)])
      #expect(try await given.ask(request, varied) == .stored)
    }
    let found = await store.entries(of: Given.keying.key(of: Given.request()))
    #expect(found.count == 2)
    await store.remove(found[0])
    #expect(await store.content(of: found[0]) == nil)
    #expect(await !store.update(found[0], to: found[0].entry))
    #expect(await store.content(of: found[1]) != nil && store.count == 1)
  }

  @Test func `a memory store joins small chunks of content`() async throws {
    let store = Caching.MemoryStore()
    let given = Given(store: store)
    let fetch = try #require(await given.fetch(Given.request()))
    let exchange = Caching.Exchange(requested: moment(0), received: moment(0))
    guard case .deliver(_, let recording?, _) = await fetch.received(answer, exchange) else {
      return
    }
    for _ in 0..<1_000 { await recording.write([1]) }
    #expect(await recording.write([]))
    #expect(await recording.finish())
    let found = await store.entries(of: Given.keying.key(of: Given.request()))
    let reader = try #require(await store.content(of: found[0]))
    #expect(try await reader.next()?.count == 1_000)
    #expect(try await reader.next() == nil)
  }

  /// The order of use compared with a plain list of keys, over random uses.
  @Test func `a memory table drops its entries in the order of their last use`() throws {
    let given = Given()
    var table = MemoryTable(byteBudget: 40_000, entryByteLimit: 20_000)
    var order: [Int] = []
    var stored: [Int: Caching.Stored] = [:]
    var state: UInt64 = 7
    for _ in 0..<3_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let (number, isUse) = (Int(state >> 33) % 60, state >> 62 == 0)
      if isUse, let one = stored[number] {
        let isThere = table.use(one) != nil
        #expect(isThere == order.contains(number))
        if order.contains(number) { order = order.filter { $0 != number } + [number] }
        continue
      }
      let request = Given.request(.get, "/\(number)")
      let entry = try #require(
        Caching.Entry(
          answer, to: request, .init(requested: moment(0), received: moment(0)), .init(),
          given.cache.keying))
      let key = given.cache.keying.key(of: request)
      let id = table.begin(entry, key)
      let one = Caching.Stored(entry, key: key, id: try #require(id))
      let isCommitted = table.commit(one, [])
      #expect(isCommitted)
      order = order.filter { $0 != number } + [number]
      order.removeFirst(order.count - table.count)
      stored[number] = one
    }
    #expect(order.count == table.count && table.count > 20 && table.byteCount <= 40_000)
    for number in stored.keys {
      let key = given.cache.keying.key(of: Given.request(.get, "/\(number)"))
      #expect(table.entries(of: key).isEmpty != order.contains(number))
    }
  }
}
