import ApusHTTP
import Testing

@testable import ApusConnections

/// Connections are numbers here, and so is the time. A dial makes the connection of its number.
@Suite struct PoolTests {
  private typealias Driver = PoolDriver

  private func key(_ host: String) throws -> PoolKey { try Driver.key(host) }

  @Test func `each waiting request starts one connection attempt, up to the host limit`() throws {
    var driver = Driver()
    let (a, b) = (try key("a"), try key("b"))
    #expect(
      [driver.request(a), driver.request(a), driver.request(a)] == ["wait 1", "wait 2", "wait 3"])
    #expect(driver.takeDials() == [1, 2])
    driver.dialled(2)
    #expect(driver.takeCalls() == ["1 uses 2"])
    #expect(driver.request(b) == "wait 4")
    #expect(driver.takeDials() == [3])
    #expect(driver.pool.open == 3)
    #expect(driver.pool.waiting == 3)
  }

  @Test func `a new connection serves the first request in the queue at that time`() throws {
    var driver = Driver()
    let a = try key("a")
    for _ in 1...2 { _ = driver.request(a) }
    _ = driver.takeDials()
    driver.dialled(2)
    driver.dialled(1)
    #expect(driver.takeCalls() == ["1 uses 2", "2 uses 1"])
  }

  @Test func `an idle connection serves a request that is not in the queue`() throws {
    var driver = Driver()
    let a = try key("a")
    #expect(driver.takeResting(a) == nil)
    let connection = try driver.connect(a)
    #expect(driver.takeResting(a) == nil)
    driver.release(connection, a)
    #expect(driver.takeResting(a) == connection)
    #expect(driver.pool.waiting == 0 && driver.pool.idle == 0 && driver.takeDials().isEmpty)
    // One that is too old is closed.
    driver.release(connection, a, until: 5)
    driver.now = 5
    #expect(driver.takeResting(a) == nil)
    #expect(driver.takeClosed() == [connection])
    #expect(driver.pool.open == 0)
  }

  @Test func `a request with a slow connection attempt gets a returned connection`() throws {
    var driver = Driver()
    let a = try key("a")
    let first = try driver.connect(a)
    _ = driver.request(a)
    #expect(driver.takeDials() == [2])
    driver.release(first, a)
    #expect(driver.takeCalls() == ["2 uses 1"])
    // The dial continues, for the next request or for the pool.
    #expect(driver.takeCancelled().isEmpty)
    _ = driver.request(a)
    #expect(driver.takeDials().isEmpty)
    driver.dialled(2)
    #expect(driver.takeCalls() == ["3 uses 2"])
  }

  @Test func `one of several unneeded connection attempts completes, the rest are cancelled`()
    throws
  {
    var driver = Driver(perHost: 4)
    let a = try key("a")
    for _ in 1...3 { _ = driver.request(a) }
    #expect(driver.takeDials() == [1, 2, 3])
    for ticket in 1...3 { #expect(driver.leave(UInt64(ticket), a) == true) }
    #expect(driver.takeCancelled() == [3, 2])
    driver.dialled(1)
    #expect(driver.pool.idle == 1)
    #expect(driver.request(a) == "use 1")
    // A cancelled dial that connects anyway is closed.
    driver.dialled(2)
    #expect(driver.takeClosed() == [2])
    #expect(driver.pool.open == 1)
  }

  @Test func `at the limit, an unneeded connection attempt is cancelled first`() throws {
    var driver = Driver(perHost: 2, total: 2)
    let (a, b) = (try key("a"), try key("b"))
    let first = try driver.connect(a)
    driver.release(first, a)
    _ = driver.request(b)
    #expect(driver.takeDials() == [2])
    #expect(driver.leave(2, b) == true)
    _ = driver.request(try key("c"))
    #expect(driver.takeCancelled() == [2])
    #expect(driver.takeClosed().isEmpty)
    #expect(driver.takeDials() == [3])
    #expect(driver.pool.idle == 1)
  }

  @Test func `the request that has waited longest gets the error of a failed attempt`() throws {
    var driver = Driver()
    let a = try key("a")
    for _ in 1...3 { _ = driver.request(a) }
    _ = driver.takeDials()
    driver.pool.dialFailed(2, isExhausted: false, &driver.outcome)
    #expect(driver.takeCalls() == ["1 fails"])
    #expect(driver.takeDials() == [3])
    #expect(driver.pool.waiting == 2)
  }

  @Test func `a failed unneeded attempt without descriptors closes no idle connection`() throws {
    var driver = Driver()
    let a = try key("a")
    let first = try driver.connect(a)
    _ = driver.request(a)
    #expect(driver.takeDials() == [2])
    // The first one serves the request, and then becomes idle.
    driver.release(first, a)
    driver.release(first, a)
    driver.pool.dialFailed(2, isExhausted: true, &driver.outcome)
    #expect(driver.takeClosed().isEmpty && driver.pool.idle == 1)
  }

  @Test
  func `without descriptors, the oldest idle connection closes, or requests wait`()
    throws
  {
    var driver = Driver(perHost: 3, total: 9)
    let (a, b) = (try key("a"), try key("b"))
    let first = try driver.connect(a)
    let second = try driver.connect(b)
    driver.release(second, b)
    _ = driver.request(a)
    _ = driver.takeDials()
    driver.pool.dialFailed(3, isExhausted: true, &driver.outcome)
    #expect(driver.takeClosed() == [second])
    #expect(driver.takeDials() == [4])
    // Now all connections are in use: the request waits, and no dial begins.
    driver.pool.dialFailed(4, isExhausted: true, &driver.outcome)
    #expect(driver.takeDials().isEmpty && driver.takeCalls().isEmpty)
    driver.release(first, a)
    #expect(driver.takeCalls() == ["3 uses 1"])
    // Without any other connection a wait would never end.
    driver.pool.giveUp(a, &driver.outcome)
    _ = driver.request(a)
    #expect(driver.takeDials() == [5])
    driver.pool.dialFailed(5, isExhausted: true, &driver.outcome)
    #expect(driver.takeCalls() == ["4 fails"])
  }

  @Test func `the most recently used idle connection is used first`() throws {
    var driver = Driver()
    let a = try key("a")
    let (first, second) = (try driver.connect(a), try driver.connect(a))
    driver.release(first, a)
    driver.release(second, a)
    #expect(driver.pool.idle == 2)
    #expect(driver.request(a) == "use \(second)")
    #expect(driver.request(a) == "use \(first)")
    #expect(driver.pool.idle == 0)
  }

  @Test func `a request for a new connection closes the idle connections of its host`() throws {
    var driver = Driver()
    let a = try key("a")
    let (first, second) = (try driver.connect(a), try driver.connect(a))
    driver.release(first, a)
    driver.release(second, a)
    #expect(driver.request(a, isFresh: true) == "wait 3")
    #expect(driver.takeClosed() == [second, first])
    #expect(driver.takeDials() == [3])
  }

  @Test func `hosts, ports, schemes and trust settings have separate connections`() throws {
    let origin = try HTTP.URL("http://a/").origin
    let keys = [
      PoolKey(origin), PoolKey(try HTTP.URL("https://a/").origin),
      PoolKey(try HTTP.URL("http://a:81/").origin), PoolKey(try HTTP.URL("http://b/").origin),
      PoolKey(origin, [.connect(try HTTP.URL("http://proxy:3128/").origin)]),
    ]
    #expect(Set(keys).count == keys.count)
    var driver = Driver(total: 10)
    for key in keys { driver.release(try driver.connect(key), key) }
    for (number, key) in keys.enumerated() { #expect(driver.request(key) == "use \(number + 1)") }
  }

  @Test func `waiting requests get connections in the order of their arrival`() throws {
    var driver = Driver(perHost: 1)
    let a = try key("a")
    let connection = try driver.connect(a)
    #expect([driver.request(a), driver.request(a)] == ["wait 2", "wait 3"])
    #expect(driver.takeDials().isEmpty)
    driver.release(connection, a)
    driver.release(connection, a)
    #expect(driver.takeCalls() == ["2 uses 1", "3 uses 1"])
    #expect(driver.pool.waiting == 0)
    driver.release(connection, a)
    #expect(driver.pool.idle == 1)
  }

  @Test
  func `at the limit, the host whose request has waited longest gets a connection`()
    throws
  {
    var driver = Driver(perHost: 1, total: 1)
    let (a, b) = (try key("a"), try key("b"))
    let first = try driver.connect(a)
    #expect([driver.request(b), driver.request(a)] == ["wait 2", "wait 3"])
    driver.release(first, a)
    #expect(driver.takeClosed() == [first])
    #expect(driver.takeDials() == [2])
    driver.dialled(2)
    #expect(driver.takeCalls() == ["2 uses 2"])
    driver.release(2, b)
    #expect(driver.takeClosed() == [2])
    #expect(driver.takeDials() == [3])
  }

  @Test func `below the limit, the pool connects for the next waiting request`() throws {
    var driver = Driver(perHost: 1)
    let a = try key("a")
    _ = try driver.connect(a)
    _ = driver.request(a)
    driver.pool.giveUp(a, &driver.outcome)
    #expect(driver.takeDials() == [2])
    #expect(driver.pool.open == 1)
  }

  @Test func `at the total limit, the oldest idle connection of any host is closed`() throws {
    var driver = Driver(perHost: 2, total: 2)
    let (a, b, c) = (try key("a"), try key("b"), try key("c"))
    let (first, second) = (try driver.connect(a), try driver.connect(b))
    driver.release(second, b)
    driver.release(first, a)
    _ = driver.request(c)
    #expect(driver.takeDials() == [3])
    #expect(driver.takeClosed() == [second])
    #expect(driver.pool.open == 2)
    #expect(driver.pool.idle == 1)
  }

  @Test func `the queue accepts requests up to its limit and rejects the next request`() throws {
    var driver = Driver(perHost: 1, waiting: 3)
    let a = try key("a")
    _ = try driver.connect(a)
    #expect(driver.request(a) == "wait 2")
    #expect(driver.request(a) == "wait 3")
    #expect(driver.request(a) == "wait 4")
    #expect(driver.request(a) == "full")
    #expect(driver.leave(3, a) == true)
    #expect(driver.request(a) == "wait 6")
  }

  @Test func `a cancelled waiting request gets no connection and cannot leave twice`() throws {
    var driver = Driver(perHost: 1)
    let a = try key("a")
    let connection = try driver.connect(a)
    for _ in 2...3 { _ = driver.request(a) }
    let (first, second) = (driver.leave(2, a), driver.leave(2, a))
    #expect(first && !second)
    driver.release(connection, a)
    #expect(driver.takeCalls() == ["3 uses 1"])
    #expect(driver.leave(3, a) == false)
  }

  @Test func `an expired idle connection is closed instead of used`() throws {
    var driver = Driver()
    let a = try key("a")
    let first = try driver.connect(a)
    driver.release(first, a, until: 10)
    driver.now = 10
    #expect(driver.request(a) == "wait 2")
    #expect(driver.takeClosed() == [first])
    driver.dialled(2)
    driver.release(2, a, until: 10)
    #expect(driver.takeClosed() == [2])
    #expect(driver.pool.open == 0)
    #expect(driver.pool.hostCount == 0)
  }

  @Test func `an idle connection that receives data is closed, unless it is in use again`()
    throws
  {
    var driver = Driver(perHost: 1)
    let a = try key("a")
    let first = try driver.connect(a)
    driver.release(first, a)
    #expect(driver.discard(first) == true)
    #expect(driver.takeClosed() == [first])
    #expect(driver.pool.open == 0)
    let second = try driver.connect(a)
    driver.release(second, a)
    _ = driver.request(a)
    #expect(driver.discard(second) == false)
    #expect(driver.discard(first) == false)
  }

  @Test func `opening connections in advance never exceeds the connection limit`() throws {
    var driver = Driver(perHost: 3, total: 4)
    let (a, b) = (try key("a"), try key("b"))
    let counts = [a, a, b].map { driver.pool.warmUp(5, for: $0, &driver.outcome).count }
    #expect(counts == [3, 0, 1])
    #expect(driver.pool.open == 4)
    driver.dialled(1)
    #expect(driver.pool.idle == 1)
  }

  @Test func `closing the pool rejects waiting requests and closes returned connections`() throws {
    var driver = Driver(perHost: 1, total: 4)
    let (a, b) = (try key("a"), try key("b"))
    let (first, second) = (try driver.connect(a), try driver.connect(b))
    _ = driver.request(a)
    _ = driver.request(try key("c"))
    _ = driver.takeDials()
    driver.release(second, b)
    driver.pool.close(&driver.outcome)
    #expect(driver.takeClosed() == [second])
    #expect(driver.takeCalls() == ["3 is sent away", "4 is sent away"])
    #expect(driver.takeCancelled() == [3])
    #expect(driver.request(a) == "closed")
    #expect(driver.pool.open == 1)
    driver.release(first, a)
    #expect(driver.takeClosed() == [first])
    #expect(driver.pool.open == 0)
    #expect(driver.pool.hostCount == 0)
  }

  @Test func `a new connection serves the waiting request with the highest priority`() throws {
    let key = try PoolDriver.key("a")
    var driver = PoolDriver(perHost: 1)
    #expect(driver.request(key, ticket: 30) == "wait 30")
    let dial = try #require(driver.takeDials().first)
    #expect(driver.request(key, ticket: 10) == "wait 10")
    #expect(driver.request(key, ticket: 20) == "wait 20")
    #expect(driver.takeDials().isEmpty)
    driver.dialled(dial)
    #expect(driver.takeCalls() == ["10 uses 1"])
    driver.pool.move(30, to: 5, key, &driver.outcome)
    driver.release(1, key)
    #expect(driver.takeCalls() == ["5 uses 1"])
    #expect(driver.leave(30, key) == false && driver.leave(20, key))
  }
}
