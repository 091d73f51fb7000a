import ApusCaching
import ApusHTTP
import Testing

/// RFC 9211.
@Suite struct CacheStatusTests {
  @Test func `the Cache-Status of a cache hit and of a cache miss match RFC 9211`() {
    var hit = Caching.CacheStatus(name: "Apus")
    hit.timeToLive = -3
    hit.isCollapsed = true
    #expect(hit.isHit && hit.fieldValue == "Apus; hit; ttl=-3; collapsed")
    var miss = Caching.CacheStatus(name: "Apus", forward: .stale)
    (miss.forwardStatus, miss.isStored, miss.detail) = (304, true, "a")
    #expect(!miss.isHit && miss.fieldValue == "Apus; fwd=stale; fwd-status=304; stored; detail=a")
  }

  @Test func `Cache-Status omits parameter values that are not tokens`() {
    var status = Caching.CacheStatus(name: "a, b", forward: .uriMiss)
    status.detail = "c; d"
    #expect(status.fieldValue == "cache; fwd=uri-miss")
  }

  @Test func `the forward reasons in Cache-Status are the words of RFC 9211`() {
    #expect(
      Caching.CacheStatus.Forward.allCases.map(\.rawValue)
        == ["bypass", "method", "uri-miss", "vary-miss", "request", "stale"])
  }

  @Test func `Cache-Status distinguishes the forward reasons request and stale`()
    async throws
  {
    var given = Given()
    let answer = Given.answer(200, [.cacheControl: "max-age=60"])
    #expect(try await given.ask(Given.request(), answer) == .stored)
    let exchange = Caching.Exchange(requested: moment(0), received: moment(0))
    let wish = Given.request(.get, "/", [.cacheControl: "no-cache"])
    for (request, now, why) in [
      (wish, Int64(0), Caching.CacheStatus.Forward.request), (Given.request(), 60, .stale),
      (Given.request(.post, "/other"), 60, .method),
    ] {
      given.now = now
      let fetch = try #require(await given.fetch(request))
      guard case .deliver(_, _, let status) = await fetch.received(Given.answer(500), exchange)
      else {
        Issue.record("not delivered")
        return
      }
      #expect(status.forward == why)
    }
  }
}
