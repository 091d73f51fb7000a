import ApusCaching
import ApusHTTP
import Testing

/// RFC 9111 sections 4.1 and 4.4.
@Suite struct InvalidationTests {
  private let fresh = Given.answer(200, [.cacheControl: "max-age=60"])

  /// Returns whether the stored responses of a path remain after a request and its response.
  private func outlives(
    _ request: Caching.Request, _ answer: HTTP.ResponseHead, _ path: String = "/"
  ) async throws -> Bool {
    let given = Given()
    #expect(try await given.ask(Given.request(.get, path), fresh) == .stored)
    #expect(try await given.ask(request, answer) != .failed)
    return try await given.ask(Given.request(.get, path)) == .hit(0)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH"])
  func `a successful POST request removes the stored responses of its URL`(
    name: String
  ) async throws {
    let method = HTTP.Method(name)
    for status in [200, 201, 204, 301, 303] {
      #expect(try await !outlives(Given.request(method), Given.answer(status)))
    }
    for status in [400, 404, 500] {
      #expect(try await outlives(Given.request(method), Given.answer(status)))
    }
  }

  @Test func `a GET request removes no stored response`() async throws {
    #expect(try await outlives(Given.request(.options), Given.answer(200)))
  }

  @Test func `an unsafe request also removes the responses of its same-origin Location URL`()
    async throws
  {
    let post = Given.request(.post, "/a/b")
    for name in [HTTP.FieldName.location, .contentLocation] {
      for text in ["../c", "/c", "https://example.com/c", "//example.com:443/c#d"] {
        let answer = Given.answer(201, [name: HTTP.FieldValue(text)])
        #expect(try await !outlives(post, answer, "/c"), "\(text)")
      }
      for text in ["http://example.com/c", "https://example.com:8443/c", "https://a.com/c", "[:"] {
        let answer = Given.answer(201, [name: HTTP.FieldValue(text)])
        #expect(try await outlives(post, answer, "/c"), "\(text)")
      }
    }
  }

  @Test func `an unsafe request removes no responses of URLs with a different origin`() async throws
  {
    for text in ["http://example.com/", "https://example.com:8443/", "https://a.com/"] {
      let given = Given()
      let other = Caching.Request(.get, try HTTP.URL(text), fields: [:])
      #expect(try await given.ask(other, fresh) == .stored)
      let answer = Given.answer(201, [.location: HTTP.FieldValue(text)])
      #expect(try await given.ask(Given.request(.post), answer) != .failed)
      #expect(try await given.ask(other) == .hit(0), "\(text)")
    }
  }

  @Test func `an unsafe request removes the stored responses for all user identities`() async throws
  {
    let given = Given()
    var others = Given.request(.get, "/", [.authorization: "Bearer a"])
    others.trust = [1]
    #expect(try await given.ask(others, fresh) == .stored)
    _ = try await given.ask(Given.request(.post), Given.answer(200))
    #expect(try await given.ask(others) == .failed)
  }

  @Test func `a GET response is not stored if a POST request changed its URL meanwhile`()
    async throws
  {
    let given = Given()
    let fetch = try #require(await given.fetch(Given.request()))
    let exchange = Caching.Exchange(requested: moment(0), received: moment(0))
    guard case .deliver(_, let recording?, _) = await fetch.received(fresh, exchange) else {
      Issue.record("not stored")
      return
    }
    _ = try await given.ask(Given.request(.post), Given.answer(200))
    #expect(await !recording.finish())
    #expect(try await given.ask() == .failed)
  }

  @Test func `the cache selects the stored response whose Vary fields match the request`()
    async throws
  {
    let given = Given()
    let fields: HTTP.Fields = [.cacheControl: "max-age=60", .vary: "A, b"]
    let one = Given.request(.get, "/", ["a": "1", "B": "2", "C": "3"])
    #expect(try await given.ask(one, Given.answer(200, fields), content: "one") == .stored)
    #expect(
      try await given.ask(Given.request(.get, "/", ["A": "1", "B": "2"])) == .hit(0, "one"))
    let others: [HTTP.Fields] = [
      [:], ["A": "1"], ["A": "1", "B": "3"], ["A": "2", "B": "1"], ["A": "1", "B": ""],
    ]
    for other in others {
      #expect(try await given.ask(Given.request(.get, "/", other)) == .failed)
      guard case .send(let fetch) = await given.step(Given.request(.get, "/", other)) else {
        return
      }
      let status = await fetch.received(
        Given.answer(200), .init(requested: moment(0), received: moment(0)))
      guard case .deliver(_, nil, let said) = status else { return }
      #expect(said.forward == .varyMiss)
    }
  }

  @Test func `the cache serves the most recent of several matching responses`() async throws {
    var given = Given()
    let varied = Given.answer(200, [.cacheControl: "max-age=600", .vary: "A"])
    let request = Given.request(.get, "/", ["A": "1"])
    #expect(try await given.ask(request, varied, content: "varied") == .stored)
    given.now += 1
    // The caller forces a new answer, which names no field.
    let forced = Given.request(.get, "/", ["A": "1", .cacheControl: "no-cache"])
    let plain = Given.answer(200, [.cacheControl: "max-age=600"])
    #expect(try await given.ask(forced, plain, content: "plain") == .stored)
    #expect(try await given.ask(request) == .hit(0, "plain"))
  }

  @Test func `an unsafe request that gets no response removes the stored responses`()
    async throws
  {
    let given = Given()
    let answer = Given.answer(200, [.cacheControl: "max-age=60"])
    #expect(try await given.ask(Given.request(), answer) == .stored)
    let reload = Given.request(.get, "/", [.cacheControl: "no-cache"])
    try await #require(await given.fetch(reload)).wasLost()
    #expect(try await given.ask(Given.request()) == .hit(0))
    try await #require(await given.fetch(Given.request(.put))).wasLost()
    #expect(try await given.ask(Given.request()) == .failed)
  }
}
