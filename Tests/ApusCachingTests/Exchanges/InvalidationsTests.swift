import ApusHTTP
import Testing

@testable import ApusCaching

@Suite struct InvalidationsTests {
  private func place(_ number: Int) -> Caching.Place {
    Given.keying.place(of: Given.request(.get, "/\(number)").url)
  }

  @Test func `an invalidated URL affects only requests that began before the invalidation`() {
    let invalidations = Caching.Invalidations()
    let before = invalidations.last
    invalidations.note(place(0))
    #expect(invalidations.concern(place(0), since: before))
    #expect(!invalidations.concern(place(1), since: before))
    #expect(!invalidations.concern(place(0), since: invalidations.last))
  }

  @Test func `after too many invalidations, no earlier request may store its response`() {
    let invalidations = Caching.Invalidations()
    let before = invalidations.last
    for number in 0..<Caching.Invalidations.limit { invalidations.note(place(number)) }
    #expect(!invalidations.concern(place(-1), since: before))
    invalidations.note(place(-2))
    #expect(invalidations.concern(place(-1), since: before))
    #expect(invalidations.concern(place(0), since: before))
    #expect(!invalidations.concern(place(-1), since: invalidations.last))
  }

  @Test func `after an invalidation of all URLs, no earlier request may store its response`() {
    let invalidations = Caching.Invalidations()
    invalidations.note(place(0))
    let before = invalidations.last
    invalidations.noteAll()
    #expect(invalidations.concern(place(0), since: before))
    #expect(invalidations.concern(place(1), since: before))
    #expect(!invalidations.concern(place(1), since: invalidations.last))
  }

  @Test func `a response is not stored if its URL was invalidated during the request`()
    async throws
  {
    let given = Given()
    let answer = Given.answer(200, [.cacheControl: "max-age=60"])
    let early = try #require(await given.fetch(Given.request()))
    let other = try #require(await given.fetch(Given.request(.get, "/other")))
    _ = try await given.ask(Given.request(.put), Given.answer(204))
    #expect(try await given.tell(early, answer) == .refusedToStore(.invalidated))
    #expect(try await given.tell(other, answer) == .stored)
    #expect(try await given.ask(Given.request(), answer) == .stored)
  }
}
