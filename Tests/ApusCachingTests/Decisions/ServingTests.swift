import ApusCaching
import ApusHTTP
import Testing

/// RFC 9111 section 4.
@Suite struct ServingTests {
  /// The result of a second request, some seconds after the first received these fields.
  private func second(
    after seconds: Int64, _ fields: HTTP.Fields, _ wishes: HTTP.Fields = [:],
    _ rules: Caching.Rules = .init()
  ) async throws -> Given.Outcome {
    var given = Given(rules)
    #expect(try await given.ask(Given.request(), Given.answer(200, fields)) == .stored)
    given.now += seconds
    return try await given.ask(Given.request(.get, "/", wishes), nil)
  }

  private func control(_ text: String) -> HTTP.Fields { [.cacheControl: HTTP.FieldValue(text)] }

  @Test func `a response with max-age is fresh up to its lifetime and not a second longer`()
    async throws
  {
    #expect(try await second(after: 59, control("max-age=60")) == .hit(59))
    #expect(try await second(after: 60, control("max-age=60")) == .failed)
    #expect(try await second(after: 61, control("max-age=60")) == .failed)
  }

  @Test func `without max-age, the freshness lifetime is Expires minus Date`() async throws {
    let date = HTTP.FieldValue(moment(0).wall.description)
    let expires = HTTP.FieldValue(moment(60).wall.description)
    let fields: HTTP.Fields = [.date: date, .expires: expires]
    #expect(try await second(after: 59, fields) == .hit(59))
    #expect(try await second(after: 60, fields) == .failed)
    // A server whose clock is an hour slow has the same result.
    let behind: HTTP.Fields = [
      .date: HTTP.FieldValue(moment(3_600).wall.description),
      .expires: HTTP.FieldValue(moment(3_660).wall.description),
    ]
    #expect(try await second(after: 59, behind) == .hit(59))
    #expect(try await second(after: 60, behind) == .failed)
  }

  @Test func `max-age takes precedence over Expires even if max-age is not a number`() async throws
  {
    let expires = HTTP.FieldValue(moment(600).wall.description)
    for text in ["max-age=1", "max-age=x", "max-age=600, max-age=599"] {
      let fields: HTTP.Fields = [.cacheControl: HTTP.FieldValue(text), .expires: expires]
      #expect(try await second(after: 1, fields) == .failed, "\(text)")
    }
  }

  @Test func `a response with an invalid Expires field or two different ones is stale`()
    async throws
  {
    var fields: HTTP.Fields = [.expires: "0", .etag: "\"a\""]
    #expect(try await second(after: 0, fields) == .failed)
    fields = [.etag: "\"a\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"]
    for seconds in [600, 700] {
      fields.append(.expires, HTTP.FieldValue(moment(Int64(seconds)).wall.description))
    }
    #expect(try await second(after: 0, fields) == .failed)
    var rules = Caching.Rules()
    rules.heuristicPercentage = 10
    #expect(try await second(after: 0, fields, [:], rules) == .failed)
  }

  @Test func `only a shared cache applies s-maxage`() async throws {
    var rules = Caching.Rules()
    rules.isShared = true
    let fields = control("max-age=10, s-maxage=60")
    #expect(try await second(after: 30, fields) == .failed)
    #expect(try await second(after: 30, fields, [:], rules) == .hit(30))
    #expect(try await second(after: 30, control("max-age=60, s-maxage=10"), [:], rules) == .failed)
  }

  @Test func `by default a response without a stated lifetime is not fresh`() async throws {
    let fields: HTTP.Fields = [
      .lastModified: HTTP.FieldValue(moment(-1_000).wall.description),
      .date: HTTP.FieldValue(moment(0).wall.description),
    ]
    #expect(try await second(after: 0, fields) == .failed)
    var rules = Caching.Rules()
    rules.heuristicPercentage = 10
    #expect(try await second(after: 99, fields, [:], rules) == .hit(99))
    #expect(try await second(after: 100, fields, [:], rules) == .failed)
    rules.heuristicLimit = 50
    #expect(try await second(after: 50, fields, [:], rules) == .failed)
  }

  @Test func `a heuristic lifetime requires a cacheable status code or the public directive`()
    async throws
  {
    var rules = Caching.Rules()
    rules.heuristicPercentage = 10
    let fields: HTTP.Fields = [.lastModified: HTTP.FieldValue(moment(-1_000).wall.description)]
    for (status, isGuessed) in [(200, true), (404, true), (201, false), (503, false), (599, false)]
    {
      let given = Given(rules)
      let stored = try await given.ask(Given.request(), Given.answer(status, fields))
      #expect((stored == .stored) == isGuessed, "\(status)")
    }
    var isPublic = fields
    isPublic.append(.cacheControl, "public")
    let given = Given(rules)
    #expect(try await given.ask(Given.request(), Given.answer(599, isPublic)) == .stored)
    #expect(try await given.ask() == .hit(0))
  }

  @Test func `a response with no-cache is never served without validation`() async throws {
    let fields: HTTP.Fields = [.cacheControl: "max-age=60, no-cache", .etag: "\"a\""]
    #expect(try await second(after: 0, fields) == .failed)
    #expect(try await second(after: 0, fields, control("max-stale")) == .failed)
  }

  @Test func `fields that no-cache names are omitted until the response is validated`() async throws
  {
    var given = Given()
    let fields: HTTP.Fields = [
      .cacheControl: "max-age=60, no-cache=\"x-a\"", "X-A": "b", "X-B": "c", .etag: "\"a\"",
    ]
    #expect(try await given.ask(Given.request(), Given.answer(200, fields)) == .stored)
    guard case .serve(let response, nil) = await given.step(Given.request()) else {
      Issue.record("not served")
      return
    }
    #expect(response.head.fields["X-A"] == nil && response.head.fields["X-B"] == "c")
    given.now += 60
    let fetch = try #require(await given.fetch(Given.request()))
    let exchange = Caching.Exchange(requested: moment(60), received: moment(60))
    guard case .serve(let validated) = await fetch.received(Given.answer(304), exchange) else {
      Issue.record("not validated")
      return
    }
    #expect(validated.head.fields["X-A"] == "b")
  }

  @Test func `a request with max-age or min-fresh can reject a fresh stored response`() async throws
  {
    let fields = control("max-age=60")
    #expect(try await second(after: 10, fields, control("no-cache")) == .failed)
    #expect(try await second(after: 10, fields, ["Pragma": "no-cache"]) == .failed)
    #expect(try await second(after: 10, fields, control("max-age=10")) == .hit(10))
    #expect(try await second(after: 11, fields, control("max-age=10")) == .failed)
    #expect(try await second(after: 50, fields, control("min-fresh=10")) == .hit(50))
    #expect(try await second(after: 51, fields, control("min-fresh=10")) == .failed)
  }

  @Test func `an immutable response is not fetched again while it is fresh`() async throws {
    let fields = control("max-age=60, immutable")
    #expect(try await second(after: 30, fields, control("max-age=0")) == .hit(30))
    #expect(try await second(after: 30, fields, control("no-cache")) == .failed)
    #expect(try await second(after: 60, fields, control("max-age=0")) == .failed)
    #expect(try await second(after: 60, fields, control("max-stale")) == .hit(60))
    #expect(try await second(after: 60, fields, control("max-age=50, max-stale")) == .failed)
  }

  @Test func `a request with max-stale accepts a stale response unless the server forbids it`()
    async throws
  {
    #expect(try await second(after: 70, control("max-age=60"), control("max-stale=10")) == .hit(70))
    #expect(try await second(after: 71, control("max-age=60"), control("max-stale=10")) == .failed)
    #expect(try await second(after: 900, control("max-age=60"), control("max-stale")) == .hit(900))
    let strict = control("max-age=60, must-revalidate")
    #expect(try await second(after: 70, strict, control("max-stale")) == .failed)
    var rules = Caching.Rules()
    for text in ["max-age=60, proxy-revalidate", "max-age=60, s-maxage=60"] {
      rules.isShared = true
      #expect(try await second(after: 70, control(text), control("max-stale"), rules) == .failed)
      rules.isShared = false
      #expect(try await second(after: 70, control(text), control("max-stale"), rules) == .hit(70))
    }
  }

  @Test func `a request with only-if-cached is never sent to the server`() async throws {
    let wish = control("only-if-cached")
    let swr = control("max-age=60, stale-while-revalidate=60")
    #expect(try await second(after: 59, control("max-age=60"), wish) == .hit(59))
    #expect(try await second(after: 60, control("max-age=60"), wish) == .refused)
    #expect(try await second(after: 60, swr, wish) == .refused)
    #expect(try await Given().ask(Given.request(.get, "/", wish)) == .refused)
    var part = wish
    part.append(.range, "bytes=0-1")
    #expect(try await Given().ask(Given.request(.get, "/", part)) == .refused)
    guard case .refuse(let head, let status) = await Given().step(Given.request(.get, "/", wish))
    else {
      Issue.record("not refused")
      return
    }
    #expect(head.status == 504 && status.detail == "only-if-cached" && !status.isHit)
    #expect(status.fieldValue.text == "\(status.name); detail=only-if-cached")
  }

  @Test func `a stale response is served within its stale-while-revalidate time`() async throws {
    let fields = control("max-age=60, stale-while-revalidate=10")
    let served = Given.Outcome.served("content", age: "70", revalidates: true)
    #expect(try await second(after: 70, fields) == served)
    #expect(try await second(after: 71, fields) == .failed)
    #expect(try await second(after: 70, fields, control("max-age=60")) == .failed)
    #expect(try await second(after: 70, fields, control("min-fresh=1")) == .failed)
    let strict = control("max-age=60, stale-while-revalidate=10, must-revalidate")
    #expect(try await second(after: 70, strict) == .failed)
    var rules = Caching.Rules()
    rules.servesWhileRevalidating = false
    #expect(try await second(after: 70, fields, [:], rules) == .failed)
  }

  @Test func `an old response stays stale after the wall clock was set back`() async throws {
    var given = Given()
    #expect(
      try await given.ask(Given.request(), Given.answer(200, control("max-age=60"))) == .stored)
    given.now -= 10
    #expect(try await given.ask() == .failed)
  }

  @Test(
    arguments: [
      [HTTP.FieldName.ifNoneMatch: "\"a\""], [.ifModifiedSince: "x"], [.ifMatch: "\"a\""],
      [.ifUnmodifiedSince: "x"], [.ifRange: "\"a\""], [.range: "bytes=0-1"],
    ] as [HTTP.Fields])
  func `a request with If-None-Match or Range bypasses the cache`(fields: HTTP.Fields)
    async throws
  {
    #expect(try await second(after: 0, control("max-age=60"), fields) == .failed)
    let given = Given()
    let fetch = try #require(await given.fetch(Given.request(.get, "/", fields)))
    #expect(fetch.fields == fields && fetch.flightKey == nil)
    #expect(try await given.tell(fetch, Given.answer(304)) == .refusedToStore(.bypass))
  }

  @Test func `a GET request with content bypasses the cache`() async throws {
    let given = Given()
    var request = Given.request()
    request.hasContent = true
    let answer = Given.answer(200, control("max-age=60"))
    #expect(try await given.ask(request, answer) == .refusedToStore(.bypass))
  }
}
