import ApusImages
import Testing

struct ImageCacheTests {
  private let request = HTTP.Request.get("https://example.com/a.png")

  /// Values that are their own costs.
  private func cache(_ capacity: Int, _ preferred: Int) -> ImageCache<Int> {
    ImageCache(memoryCapacity: capacity, preferredUsageAfterPurge: preferred, cost: { $0 })
  }

  @Test func `image cache values are found and removed by identifier and by request`() {
    let cache = cache(100, 60)
    let store: any ImageRequestStore<Int> = cache
    store.add(7, identifier: "a")
    store.add(8, for: request, identifier: "-small")
    #expect(store.value(identifier: "a") == 7)
    #expect(store.value(for: request, identifier: "-small") == 8)
    #expect(store.value(for: request) == nil)
    #expect(store.remove(for: request, identifier: "-small"))
    #expect(store.value(for: request, identifier: "-small") == nil && cache.memoryUsage == 7)
  }

  @Test func `the default image cache has 100 MiB, and a purge leaves at most 60 MiB`() {
    let cache = ImageCache<EncodedImage>()
    #expect(cache.memoryCapacity == 104_857_600)
    #expect(cache.preferredUsageAfterPurge == 62_914_560)
  }

  @Test func `a cached picture costs four bytes per pixel, an encoded image its bytes`() throws {
    let pixels = ImageCache<ImagePixels>()
    let picture = ImagePixels(
      width: 850, height: 300, rgba: Array(repeating: 0, count: 850 * 300 * 4))
    pixels.add(picture, identifier: "a")
    #expect(pixels.memoryUsage == 1_020_000)
    let files = ImageCache<EncodedImage>()
    let bytes = ImageMaker.png(ImageMaker.header(1, 1, depth: 8, type: 0), rows: [0, 0])
    files.add(try EncodedImage(bytes), identifier: "a")
    #expect(files.memoryUsage == bytes.count)
  }

  @Test func `a cache identifier consists of the URL, a space and the additional identifier`() {
    let cache = cache(100, 60)
    #expect(cache.identifier(of: request, identifier: nil) == "https://example.com/a.png")
    #expect(cache.identifier(of: request, identifier: "-s") == "https://example.com/a.png -s")
    cache.add(1, for: request, identifier: "-s")
    #expect(cache.value(identifier: "https://example.com/a.png -s") == 1)
  }

  @Test func `two different requests have different image cache identifiers`() {
    let cache = cache(100, 60)
    func secret(_ name: HTTP.FieldName, _ value: String) -> HTTP.Request {
      var request = request
      request.headers[name] = .sensitive(value)
      return request
    }
    let longer = HTTP.Request.get("https://example.com/a.pngb")
    let requests = [
      request, longer, secret(.authorization, "a"), secret(.authorization, "b"),
      secret(.cookie, "a"), secret("X-Api-Key", "a"), secret("X-Api-Ke", "ya"), .get("a b"),
      .get("a"),
    ]
    var seen: Set<String> = []
    for request in requests {
      for identifier in [nil, "", "b", " b"] {
        let text = cache.identifier(of: request, identifier: identifier)
        #expect(seen.insert(text).inserted)
        #expect(cache.identifier(of: request, identifier: identifier) == text)
      }
    }
    let text = cache.identifier(of: secret(.authorization, "Bearer hidden"), identifier: nil)
    #expect(!text.contains("hidden"))
    // The names of fields ignore case, and the order of different fields does not matter.
    var (one, two) = (secret(.authorization, "a"), secret("x-api-key", "k"))
    one.headers["X-API-Key"] = .sensitive("k")
    two.headers["AUTHORIZATION"] = .sensitive("a")
    #expect(
      cache.identifier(of: one, identifier: nil) == cache.identifier(of: two, identifier: nil))
  }

  @Test func `the image cache stores values of GET requests without content only`() {
    let cache = cache(100, 60)
    let post = HTTP.Request.post("https://example.com/a.png", .bytes([1]))
    cache.add(1, for: post)
    #expect(cache.memoryUsage == 0)
    cache.add(2, for: request)
    #expect(cache.value(for: post) == nil && !cache.remove(for: post))
    #expect(cache.value(for: request) == 2)
  }

  @Test func `a new cache value with the same identifier replaces the old value and cost`() {
    let cache = cache(100, 60)
    cache.add(40, identifier: "a")
    cache.add(50, identifier: "a")
    #expect(cache.memoryUsage == 50 && cache.value(identifier: "a") == 50)
  }

  @Test func `a full image cache drops the least recently used values`() {
    let cache = cache(100, 60)
    for (index, cost) in [30, 30, 20, 20].enumerated() { cache.add(cost, identifier: "\(index)") }
    #expect(cache.memoryUsage == 100)
    cache.add(1, identifier: "4")
    // 41 must go: 30 is not enough, 60 is.
    #expect(cache.memoryUsage == 41)
    #expect((0...4).map { cache.value(identifier: "\($0)") } == [nil, nil, 20, 20, 1])
    // A value that is larger than all that may be left goes too.
    cache.add(101, identifier: "5")
    #expect(cache.memoryUsage == 0 && cache.value(identifier: "5") == nil)
  }

  @Test func `reading a cached value makes it the most recently used`() {
    let cache = cache(100, 60)
    for index in 0...3 { cache.add(25, identifier: "\(index)") }
    #expect(cache.value(identifier: "0") == 25)
    cache.add(10, identifier: "4")
    #expect((0...4).map { cache.value(identifier: "\($0)") } == [25, nil, nil, 25, 10])
  }

  @Test func `removing a cached value returns true and reduces the memory usage`() {
    let cache = cache(100, 60)
    cache.add(3, identifier: "a")
    cache.add(4, identifier: "b")
    #expect(cache.remove(identifier: "a") && !cache.remove(identifier: "a"))
    #expect(cache.memoryUsage == 4)
    #expect(cache.removeAll() && !cache.removeAll() && cache.memoryUsage == 0)
  }

  @Test func `the image cache stores every value unless a closure rejects it`() {
    #expect(cache(9, 9).shouldStore(1, for: request, identifier: nil))
    let picky = ImageCache<Int>(cost: { $0 }, shouldStore: { value, _, _ in value > 5 })
    picky.add(1, for: request)
    #expect(picky.value(for: request) == nil)
    picky.add(6, for: request)
    #expect(picky.value(for: request) == 6)
  }

  @Test func `the memory usage of the image cache is correct after concurrent changes`() async {
    let cache = cache(10_000, 5_000)
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<500 {
            let identifier = "\((task * 31 + step * 7) % 97)"
            cache.add(step % 90, identifier: identifier)
            _ = cache.value(identifier: "\(step % 97)")
            if step % 3 == 0 { cache.remove(identifier: "\(step % 89)") }
          }
        }
      }
    }
    let held = (0..<97).compactMap { cache.value(identifier: "\($0)") }
    #expect(cache.memoryUsage == held.reduce(0, +) && cache.memoryUsage <= 10_000)
  }
}
