import ApusCaching
import ApusHTTP
import Testing

/// RFC 9111 section 3.
@Suite struct StoringTests {
  private let fresh: HTTP.Fields = [.cacheControl: "max-age=60"]

  private func outcome(
    _ answer: HTTP.ResponseHead, to request: Caching.Request = Given.request(),
    _ rules: Caching.Rules = .init()
  ) async throws -> Given.Outcome {
    try await Given(rules).ask(request, answer)
  }

  @Test(arguments: [200, 201, 203, 204, 299, 301, 302, 308, 400, 404, 410, 499, 500, 504, 599])
  func `the cache stores a final response with a freshness lifetime`(status: Int) async throws {
    #expect(try await outcome(Given.answer(status, fresh)) == .stored)
  }

  @Test(arguments: [206, 304])
  func `the cache stores neither a 206 response nor a 304 response`(status: Int) async throws {
    #expect(try await outcome(Given.answer(status, fresh)) == .refusedToStore(.status))
  }

  @Test func `a response is not stored if the request or the response has no-store`() async throws {
    let answer = Given.answer(200, [.cacheControl: "max-age=60, no-store"])
    #expect(try await outcome(answer) == .refusedToStore(.noStore))
    let request = Given.request(.get, "/", [.cacheControl: "no-store"])
    #expect(try await outcome(Given.answer(200, fresh), to: request) == .refusedToStore(.bypass))
  }

  @Test(arguments: [401, 407])
  func `the cache does not store a 401 or 407 response`(status: Int) async throws {
    #expect(try await outcome(Given.answer(status, fresh)) == .refusedToStore(.status))
  }

  @Test func `must-understand overrides no-store only for a known response status`() async throws {
    let fields: HTTP.Fields = [.cacheControl: "max-age=60, no-store, must-understand"]
    #expect(try await outcome(Given.answer(200, fields)) == .stored)
    #expect(try await outcome(Given.answer(299, fields)) == .refusedToStore(.status))
  }

  @Test func `a response without a lifetime is stored only if it has a validator`() async throws {
    #expect(try await outcome(Given.answer(200)) == .refusedToStore(.unusable))
    #expect(try await outcome(Given.answer(200, [.etag: "\"a\""])) == .stored)
    #expect(try await outcome(Given.answer(299, [.etag: "\"a\""])) == .refusedToStore(.unusable))
    #expect(
      try await outcome(Given.answer(299, [.etag: "\"a\"", .cacheControl: "private"])) == .stored)
    #expect(try await outcome(Given.answer(200, [.etag: "a"])) == .stored)
    #expect(try await outcome(Given.answer(200, [.etag: "*"])) == .refusedToStore(.unusable))
    #expect(
      try await outcome(Given.answer(200, [.cacheControl: "max-age=60, no-cache"]))
        == .refusedToStore(.unusable))
    let changed: HTTP.Fields = [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"]
    #expect(try await outcome(Given.answer(200, changed)) == .stored)
    #expect(
      try await outcome(Given.answer(200, [.lastModified: "yesterday"]))
        == .refusedToStore(.unusable))
  }

  @Test func `a response whose Vary field is unreadable, too long or * is not stored`()
    async throws
  {
    for vary in ["*", "a, *", "*, a", "a b"] {
      let answer = Given.answer(200, [.cacheControl: "max-age=60", .vary: HTTP.FieldValue(vary)])
      #expect(try await outcome(answer) == .refusedToStore(.vary), "\(vary)")
    }
    let names = (0..<33).map { "n\($0)" }.joined(separator: ", ")
    let answer = Given.answer(200, [.cacheControl: "max-age=60", .vary: HTTP.FieldValue(names)])
    #expect(try await outcome(answer) == .refusedToStore(.vary))
    // No line has too many.
    for (count, result) in [(16, Given.Outcome.stored), (17, .refusedToStore(.vary))] {
      var answer = Given.answer(200, [.cacheControl: "max-age=60"])
      for line in ["a", "b"] {
        let names = (0..<count).map { "\(line)\($0)" }.joined(separator: ", ")
        answer.fields.append(.vary, HTTP.FieldValue(names))
      }
      #expect(try await outcome(answer) == result, "\(count)")
    }
  }

  @Test func `a response is not stored if a field in Vary changed after the cache lookup`()
    async throws
  {
    let given = Given()
    let fields: HTTP.Fields = [.acceptLanguage: "de"]
    let answer = Given.answer(200, [.cacheControl: "max-age=60", .vary: "accept-language"])
    let fetch = try #require(await given.fetch(Given.request(.get, "/", fields)))
    #expect(
      try await given.tell(fetch, answer, sent: [.acceptLanguage: "en"])
        == .refusedToStore(.changed))
    #expect(
      try await given.tell(fetch, answer, sent: [.acceptLanguage: "de", "X": "y"]) == .stored)
  }

  @Test func `a shared cache stores neither private responses nor private fields`() async throws {
    var rules = Caching.Rules()
    rules.isShared = true
    let answer = Given.answer(200, [.cacheControl: "max-age=60, private"])
    #expect(try await outcome(answer, rules) == .refusedToStore(.isPrivate))
    #expect(try await outcome(answer) == .stored)
    let given = Given(rules)
    let fields: HTTP.Fields = [
      .cacheControl: "max-age=60, private=\"x-a\"", "X-A": "b", "X-B": "c",
    ]
    #expect(try await given.ask(Given.request(), Given.answer(200, fields)) == .stored)
    guard case .serve(let response, nil) = await given.step(Given.request()) else {
      Issue.record("not served")
      return
    }
    #expect(response.head.fields["X-A"] == nil && response.head.fields["X-B"] == "c")
  }

  @Test(arguments: ["public", "must-revalidate", "s-maxage=60"])
  func `a shared cache requires a directive to store a response to Authorization`(
    directive: String
  ) async throws {
    var rules = Caching.Rules()
    rules.isShared = true
    let request = Given.request(.get, "/", [.authorization: "Bearer a"])
    #expect(
      try await outcome(Given.answer(200, fresh), to: request, rules)
        == .refusedToStore(.authorization))
    let fields: HTTP.Fields = [.cacheControl: HTTP.FieldValue("max-age=60, \(directive)")]
    #expect(try await outcome(Given.answer(200, fields), to: request, rules) == .stored)
    #expect(try await outcome(Given.answer(200, fresh), to: request) == .stored)
  }

  @Test func `a request that disables a security check bypasses the cache`()
    async throws
  {
    let given = Given()
    var request = Given.request()
    request.liftsChecks = true
    #expect(try await given.ask(request, Given.answer(200, fresh)) == .refusedToStore(.bypass))
    #expect(try await given.ask(Given.request(), Given.answer(200, fresh)) == .stored)
    #expect(try await given.ask(request, Given.answer(200, fresh)) == .refusedToStore(.bypass))
  }

  @Test func `the cache does not store connection-specific header fields`() async throws {
    let given = Given()
    let fields: HTTP.Fields = [
      .cacheControl: "max-age=60", .connection: "X-A, close", "X-A": "b", "Keep-Alive": "max=3",
      .transferEncoding: "chunked", .proxyAuthenticate: "Basic", "X-B": "c", .upgrade: "a",
      .te: "trailers", "Proxy-Authentication-Info": "a", "Proxy-Connection": "a",
    ]
    #expect(try await given.ask(Given.request(), Given.answer(200, fields)) == .stored)
    guard case .serve(let response, nil) = await given.step(Given.request()) else {
      Issue.record("not served")
      return
    }
    let names = response.head.fields.map(\.name.text).sorted()
    #expect(names == ["Age", "Cache-Control", "Date", "X-B"])
  }

  @Test func `the cache does not store a response with truncated content`() async throws {
    let given = Given()
    let exchange = Caching.Exchange(requested: moment(0), received: moment(0))
    for isAborted in [true, false] {
      let fetch = try #require(await given.fetch(Given.request()))
      guard
        case .deliver(_, let recording?, let status) = await fetch.received(
          Given.answer(200, fresh), exchange)
      else {
        Issue.record("not stored")
        return
      }
      #expect(status.isStored && status.forward == .uriMiss)
      #expect(await recording.write([1, 2, 3]))
      if isAborted { await recording.discard() }
    }
    #expect(try await given.ask(Given.request(), nil) == .failed)
  }
}
