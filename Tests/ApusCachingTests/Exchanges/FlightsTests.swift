import ApusCaching
import Testing

@Suite struct FlightsTests {
  private let key = Given.keying.key(of: Given.request())
  private let other = Given.keying.key(of: Given.request(.get, "/other"))

  @Test func `the first of several equal requests is sent, and the others wait`() {
    var flights = Caching.Flights()
    #expect(flights.ask(key, by: 1) == .lead)
    #expect(flights.ask(key, by: 2) == .follow)
    #expect(flights.ask(key, by: 3) == .follow)
    #expect(flights.ask(other, by: 4) == .lead)
    #expect(flights.count == 2)
    #expect(flights.end(key, .stored, by: 1) == .lookAgain([2, 3]))
    #expect(flights.ask(key, by: 5) == .lead)
  }

  @Test func `all waiting requests are sent at once if the response is not stored`() {
    var flights = Caching.Flights()
    for asker in 1...4 { _ = flights.ask(key, by: asker) }
    #expect(flights.end(key, .failed, by: 1) == .goAlone([2, 3, 4]))
    #expect(flights.count == 0)
  }

  @Test func `only the sent request can release the equal requests that wait for it`() {
    var flights = Caching.Flights()
    for asker in 1...2 { _ = flights.ask(key, by: asker) }
    #expect(flights.end(key, .stored, by: 2) == .goAlone([]))
    #expect(flights.end(other, .stored, by: 1) == .goAlone([]))
    #expect(flights.count == 1)
  }

  @Test func `a cancelled request is not among the released waiting requests`() {
    var flights = Caching.Flights()
    for asker in 1...3 { _ = flights.ask(key, by: asker) }
    let left = [flights.leave(key, 2), flights.leave(key, 2), flights.leave(other, 3)]
    #expect(left == [true, false, false])
    #expect(flights.end(key, .stored, by: 1) == .lookAgain([3]))
  }

  @Test func `a request that already leads a shared response is sent alone the second time`() {
    var flights = Caching.Flights()
    #expect(flights.ask(key, by: 1) == .lead)
    #expect(flights.ask(key, by: 1) == .alone)
  }

  @Test func `the number of requests that wait for one response is limited`() {
    var flights = Caching.Flights()
    let limit = Caching.Flights.followerLimit
    for asker in 0...limit { #expect(flights.ask(key, by: asker) != .alone) }
    #expect(flights.ask(key, by: limit + 1) == .alone)
  }

  @Test func `only GET requests wait for the response to an equal request`() async {
    let given = Given()
    #expect(await given.fetch(Given.request())?.flightKey == key)
    #expect(await given.fetch(Given.request(.post))?.flightKey == nil)
    #expect(await given.fetch(Given.request(.head))?.flightKey == nil)
  }
}
