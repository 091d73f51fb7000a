import Testing

@testable import ApusNet

@Suite struct NameCacheTests {
  private func name(_ number: Int) throws -> DomainName { try DomainName("n\(number).example") }

  private func moment(_ nanoseconds: UInt64) -> Deadline { Deadline(nanoseconds: nanoseconds) }

  @Test func `a cached look-up result is valid until the end of its lifetime`() throws {
    var cache = NameCache(limit: 4)
    cache.keep(.unknown, for: try name(1), until: moment(100), at: moment(0))
    #expect(cache.answer(for: try name(1), at: moment(99))?.answer == .unknown)
    #expect(cache.answer(for: try name(1), at: moment(100)) == nil)
    #expect(cache.count == 0)
  }

  @Test func `an expired look-up result is used, and is refreshed at intervals`() throws {
    var cache = NameCache(limit: 4)
    let interval: UInt64 = 5_000_000_000
    cache.keep(
      .addresses([]), for: try name(1), until: moment(100), staleFor: .seconds(60), at: moment(0))
    let (fresh, stale) = (
      NameCache.Known(answer: .addresses([]), mustAskAgain: false),
      NameCache.Known(answer: .addresses([]), mustAskAgain: true)
    )
    #expect(cache.answer(for: try name(1), at: moment(99)) == fresh)
    #expect(cache.answer(for: try name(1), at: moment(100)) == stale)
    #expect(cache.answer(for: try name(1), at: moment(99 + interval)) == fresh)
    #expect(cache.answer(for: try name(1), at: moment(100 + interval)) == stale)
    #expect(cache.answer(for: try name(1), at: moment(100 + 12 * interval)) == nil)
    #expect(cache.count == 0)
  }

  @Test func `a full name cache removes the least recently used name`() throws {
    var cache = NameCache(limit: 3)
    for number in 1...3 {
      cache.keep(.unknown, for: try name(number), until: moment(100), at: moment(0))
    }
    #expect(cache.count == 3)
    _ = cache.answer(for: try name(1), at: moment(1))
    cache.keep(.unknown, for: try name(4), until: moment(100), at: moment(1))
    #expect(cache.count == 3)
    #expect(cache.answer(for: try name(2), at: moment(2)) == nil)
    for number in [1, 3, 4] {
      #expect(cache.answer(for: try name(number), at: moment(2))?.answer == .unknown)
    }
  }

  @Test func `a full name cache removes expired entries first`() throws {
    var cache = NameCache(limit: 2)
    cache.keep(.unknown, for: try name(1), until: moment(100), at: moment(0))
    cache.keep(.unknown, for: try name(2), until: moment(10), at: moment(0))
    cache.keep(.unknown, for: try name(3), until: moment(100), at: moment(50))
    #expect(cache.answer(for: try name(1), at: moment(51))?.answer == .unknown)
    #expect(cache.count == 2)
    cache.keep(.addresses([]), for: try name(3), until: moment(100), at: moment(50))
    #expect(cache.answer(for: try name(3), at: moment(51))?.answer == .addresses([]))
    #expect(cache.count == 2)
  }
}
