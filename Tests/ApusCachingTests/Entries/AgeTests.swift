import ApusCaching
import ApusHTTP
import Testing

/// RFC 9111 section 4.2.3.
@Suite struct AgeTests {
  /// The age of a response some seconds after its arrival, which took some seconds too.
  private func age(
    _ fields: HTTP.Fields, delay: Int64 = 0, after seconds: Int64 = 0
  ) async throws -> String? {
    var given = Given()
    var fields = fields
    fields.append(.cacheControl, "max-age=2147483648")
    let fetch = try #require(await given.fetch(Given.request()))
    let exchange = Caching.Exchange(requested: moment(0), received: moment(delay))
    let outcome = await fetch.received(Given.answer(200, fields), exchange)
    guard case .deliver(_, let recording?, _) = outcome else { return nil }
    await recording.finish()
    given.now = delay + seconds
    guard case .serve(let response, _) = await given.step(Given.request()) else { return nil }
    return response.head.fields[.age]?.text
  }

  private func date(_ seconds: Int64) -> HTTP.FieldValue {
    HTTP.FieldValue(moment(seconds).wall.description)
  }

  @Test func `the age of a response is computed from Age, Date and the request duration`()
    async throws
  {
    #expect(try await age([:], after: 5) == "5")
    #expect(try await age([.age: "10"], after: 5) == "15")
    #expect(try await age([.age: "10"], delay: 3, after: 5) == "18")
    #expect(try await age([.date: date(-20)], after: 5) == "25")
    #expect(try await age([.date: date(-20), .age: "30"], after: 5) == "35")
    #expect(try await age([.date: date(-20), .age: "10"], after: 5) == "25")
    #expect(try await age([.date: date(600)], after: 5) == "5")
  }

  @Test func `the first Age value counts, and an Age that is not a number is ignored`() async throws
  {
    #expect(try await age([.age: "7, 0"]) == "7")
    #expect(try await age([.age: "7", .age: "9"]) == "7")
    for text in ["-7", "7;a=b", "x", "", "7.0"] {
      #expect(try await age([.age: HTTP.FieldValue(text)]) == "0", "\(text)")
    }
  }

  @Test func `the age computation does not overflow with extreme Age values`() async throws {
    let limit = Caching.secondsLimit
    #expect(try await age([.age: "2147483647"]) == "2147483647")
    #expect(try await age([.age: "99999999999999999999999"]) == nil)
    var given = Given()
    let fields: HTTP.Fields = [.cacheControl: "max-age=2147483648", .age: "2147483647"]
    #expect(try await given.ask(Given.request(), Given.answer(200, fields)) == .stored)
    given.now = 1
    #expect(try await given.ask() == .failed)
    let stale = Given.request(.get, "/", [.cacheControl: "max-stale"])
    given.now = 1 << 40
    #expect(try await given.ask(stale) == .hit(Int(limit)))
  }

  @Test func `a stored response without a Date field gets the time of its receipt`() async throws {
    let given = Given()
    _ = try await given.ask(Given.request(), Given.answer(200, [.cacheControl: "max-age=60"]))
    guard case .serve(let response, _) = await given.step(Given.request()) else {
      Issue.record("not served")
      return
    }
    #expect(response.head.fields[.date] == date(0))
  }
}
