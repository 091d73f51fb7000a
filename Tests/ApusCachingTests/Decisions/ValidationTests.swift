import ApusCaching
import ApusHTTP
import Testing

/// RFC 9111 section 4.3.
@Suite struct ValidationTests {
  private static let changed: HTTP.FieldValue = "Sun, 06 Nov 1994 08:49:37 GMT"

  /// A cache with an answer that has just become stale.
  private func stale(
    _ fields: HTTP.Fields, _ rules: Caching.Rules = .init(), seconds: Int64 = 60
  ) async throws -> Given {
    var given = Given(rules)
    var fields = fields
    if !fields.contains(.cacheControl) { fields.append(.cacheControl, "max-age=60") }
    #expect(try await given.ask(Given.request(), Given.answer(200, fields)) == .stored)
    given.now += seconds
    return given
  }

  @Test func `the cache validates a stale response with its entity tag and its date`() async throws
  {
    let given = try await stale([.etag: "W/\"a\"", .lastModified: Self.changed])
    let fetch = try #require(await given.fetch(Given.request(.get, "/", ["X": "y"])))
    #expect(
      fetch.fields == ["X": "y", .ifNoneMatch: "W/\"a\"", .ifModifiedSince: Self.changed])
    let without = try await stale([:])
    #expect(await without.fetch(Given.request())?.fields == [:])
  }

  @Test(arguments: ["0", "W/0", "Wa", "a\u{fc}", "x=1;y"])
  func `an entity tag without quotes is sent and compared as received`(tag: String) async throws {
    let value = HTTP.FieldValue(tag)
    let given = try await stale([.etag: value])
    #expect(await given.fetch(Given.request())?.fields == [.ifNoneMatch: value])
    #expect(try await given.ask(Given.request(), Given.answer(304, [.etag: value])) == .hit(0))
    for other in ["\"\(tag)\"", "\(tag)1", "1\(tag)"] {
      let given = try await stale([.etag: value])
      let answer = Given.answer(304, [.etag: HTTP.FieldValue(other)])
      #expect(try await given.ask(Given.request(), answer) == .sentAgain, "\(other)")
    }
  }

  @Test(arguments: ["*", "W/*", "W/", "a,b", "\"a", "a\"", "\"a\"b", "a b", ""])
  func `an entity tag such as * or a,b is not sent in If-None-Match`(text: String)
    async throws
  {
    let given = try await stale([.etag: HTTP.FieldValue(text)])
    #expect(await given.fetch(Given.request())?.fields == [:])
  }

  @Test func `a 304 response makes the stored response fresh and serves its content`()
    async throws
  {
    var given = try await stale([.etag: "\"a\"", "X-A": "old", "X-B": "kept"])
    let answer = Given.answer(304, [.etag: "\"a\"", "X-A": "new", "X-A": "newer"])
    #expect(try await given.ask(Given.request(), answer) == .hit(0))
    given.now += 59
    guard case .serve(let response, nil) = await given.step(Given.request()) else {
      Issue.record("not served")
      return
    }
    #expect(response.head.status == .ok)
    #expect(response.head.fields.values(of: "X-A") == ["new", "newer"])
    #expect(response.head.fields["X-B"] == "kept" && response.head.fields[.age] == "59")
    #expect(response.status.isHit && response.status.timeToLive == 1)
  }

  @Test func `a 304 response does not change the stored Content-Encoding or Content-Length`()
    async throws
  {
    let own: HTTP.Fields = [
      .etag: "\"a\"", .contentEncoding: "gzip", .contentLength: "7", .contentRange: "bytes 0-6/7",
      .age: "3", "Keep-Alive": "a",
    ]
    let given = try await stale(own)
    let answer = Given.answer(
      304,
      [
        .contentEncoding: "br", .contentLength: "0", .contentRange: "x", .contentType: "text/new",
        "Keep-Alive": "b",
      ])
    #expect(try await given.ask(Given.request(), answer) == .hit(0))
    guard case .serve(let response, nil) = await given.step(Given.request()) else {
      Issue.record("not served")
      return
    }
    let fields = response.head.fields
    #expect(fields[.contentEncoding] == "gzip" && fields[.contentLength] == "7")
    #expect(fields[.contentRange] == "bytes 0-6/7" && fields[.contentType] == "text/new")
    #expect(!fields.contains("Keep-Alive"))
  }

  @Test(
    arguments: [
      ([.etag: "\"b\""], false), ([.etag: "W/\"a\""], true), ([.etag: "\"a\""], true),
      ([.lastModified: "Sun, 06 Nov 1994 08:49:38 GMT"], false), ([.lastModified: changed], true),
      ([.etag: "\"b\"", .lastModified: changed], false), ([:], true),
    ] as [(HTTP.Fields, Bool)])
  func `a 304 response with a different entity tag causes a request without conditions`(
    fields: HTTP.Fields, fits: Bool
  ) async throws {
    let given = try await stale([.etag: "\"a\"", .lastModified: Self.changed])
    let outcome = try await given.ask(Given.request(), Given.answer(304, fields))
    #expect(outcome == (fits ? .hit(0) : .sentAgain))
  }

  @Test func `a 304 response for a removed cache entry causes a request without conditions`()
    async throws
  {
    let given = try await stale([.etag: "\"a\""])
    let fetch = try #require(await given.fetch(Given.request()))
    await given.cache.store.removeAll(of: given.cache.keying.place(of: Given.request().url))
    #expect(try await given.tell(fetch, Given.answer(304)) == .sentAgain)
  }

  @Test func `a 304 response with no-store serves the stored response for the last time`()
    async throws
  {
    let given = try await stale([.etag: "\"a\""])
    let answer = Given.answer(304, [.cacheControl: "no-store, max-age=60"])
    #expect(try await given.ask(Given.request(), answer) == .hit(0))
    #expect(try await given.ask() == .failed)
  }

  @Test func `a 200 response to a conditional request replaces the stored response`() async throws {
    let given = try await stale([.etag: "\"a\""])
    let answer = Given.answer(200, [.cacheControl: "max-age=60", .etag: "\"b\""])
    #expect(try await given.ask(Given.request(), answer, content: "new") == .stored)
    #expect(try await given.ask() == .hit(0, "new"))
    #expect(
      await given.cache.store.entries(of: given.cache.keying.key(of: Given.request())).count == 1)
  }

  @Test func `a 200 response with no-store removes the older stored response`() async throws {
    let given = try await stale([.etag: "\"a\"", .cacheControl: "max-age=60, stale-if-error=600"])
    let answer = Given.answer(200, [.cacheControl: "no-store"])
    #expect(try await given.ask(Given.request(), answer) == .refusedToStore(.noStore))
    #expect(try await given.ask() == .failed)
    let failing = try await stale([.etag: "\"a\""])
    #expect(
      try await failing.ask(Given.request(), Given.answer(500)) == .refusedToStore(.unusable))
    #expect(await failing.fetch(Given.request())?.fields[.ifNoneMatch] == "\"a\"")
  }

  @Test func `a stale response with stale-if-error is served if the server fails`() async throws {
    let fields: HTTP.Fields = [.cacheControl: "max-age=60, stale-if-error=10"]
    for status in [500, 502, 503, 504] {
      let given = try await stale(fields, seconds: 70)
      #expect(try await given.ask(Given.request(), Given.answer(status)) == .hit(70), "\(status)")
    }
    #expect(try await stale(fields, seconds: 70).ask() == .hit(70))
    #expect(try await stale(fields, seconds: 71).ask() == .failed)
    #expect(
      try await stale(fields, seconds: 70).ask(Given.request(), Given.answer(501))
        == .refusedToStore(.unusable))
    let wish = Given.request(.get, "/", [.cacheControl: "stale-if-error=10"])
    #expect(try await stale([:], seconds: 70).ask(wish) == .hit(70))
    #expect(try await stale([:], seconds: 70).ask() == .failed)
    var rules = Caching.Rules()
    rules.staleIfErrorSeconds = 10
    #expect(try await stale([:], rules, seconds: 70).ask() == .hit(70))
    #expect(try await stale([:], rules, seconds: 71).ask() == .failed)
  }

  @Test(arguments: ["max-age=60, must-revalidate", "max-age=60, no-cache"])
  func `a stale response with must-revalidate or no-cache is not served on a failure`(
    control: String
  )
    async throws
  {
    var rules = Caching.Rules()
    rules.staleIfErrorSeconds = 600
    let fields: HTTP.Fields = [.cacheControl: HTTP.FieldValue(control), .etag: "\"a\""]
    #expect(try await stale(fields, rules).ask() == .failed)
    let wish = Given.request(.get, "/", [.cacheControl: "no-cache"])
    #expect(try await stale([:], rules).ask(wish) == .failed)
  }

  @Test func `a HEAD request is served from a stored GET response`() async throws {
    var given = Given()
    let fields: HTTP.Fields = [.cacheControl: "max-age=60"]
    #expect(try await given.ask(Given.request(), Given.answer(200, fields)) == .stored)
    guard case .serve(let response, nil) = await given.step(Given.request(.head)) else {
      Issue.record("not served")
      return
    }
    #expect(response.content == nil && response.head.status == .ok)
    given.now += 60
    #expect(await given.fetch(Given.request(.head))?.fields == [:])
    let answer = Given.answer(200, fields)
    #expect(try await Given().ask(Given.request(.head), answer) == .refusedToStore(.method))
  }

  @Test func `a response to a HEAD request updates the stored GET response`() async throws {
    let given = try await stale([.etag: "\"a\"", .contentLength: "7"])
    let answer = Given.answer(200, [.etag: "\"a\"", .contentLength: "7", "X": "y"])
    #expect(try await given.ask(Given.request(.head), answer) == .delivered(stored: false, nil))
    #expect(try await given.ask() == .hit(0))
  }

  @Test(arguments: [
    Given.answer(200, [.etag: "\"b\""]), Given.answer(200, [.contentLength: "8"]),
    Given.answer(200, [.lastModified: changed]), Given.answer(404),
    Given.answer(200, [.cacheControl: "no-store"]),
  ])
  func `a HEAD response that does not match removes the stored GET response`(
    answer: HTTP.ResponseHead
  ) async throws {
    let fields: HTTP.Fields = [
      .cacheControl: "max-age=60, stale-if-error=600", .etag: "\"a\"", .contentLength: "7",
    ]
    let given = try await stale(fields)
    _ = try await given.ask(Given.request(.head), answer)
    #expect(try await given.ask() == .failed)
  }
}
