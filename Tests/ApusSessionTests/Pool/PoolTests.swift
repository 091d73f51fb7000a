import ApusHTTP
import Testing

@testable import ApusSession

/// Connections are numbers here, and so is the time.
@Suite struct PoolTests {
  private typealias Numbers = Pool<Int, Int>

  private func key(_ host: String) throws -> PoolKey {
    PoolKey(try HTTP.URL("http://\(host)/").origin)
  }

  /// The pool of a test, with what it told to do.
  private struct Driver {
    var pool: Numbers
    var outcome = Numbers.Outcome()
    var now = 0
    private var tickets: UInt64 = 0

    init(perHost: Int = 2, total: Int = 4, waiting: Int = 3) {
      pool = Numbers(perHost: perHost, total: total, waiting: waiting)
    }

    mutating func request(_ key: PoolKey) -> String {
      tickets += 1
      return switch pool.request(tickets, for: key, at: now, &outcome) {
      case .use(let connection): "use \(connection)"
      case .dial: "dial"
      case .wait: "wait \(tickets)"
      case .full: "full"
      case .closed: "closed"
      }
    }

    mutating func release(_ connection: Int, _ key: PoolKey, until expiry: Int = 100) {
      pool.release(connection, for: key, until: expiry, at: now, &outcome)
    }

    mutating func takeCalls() -> [String] {
      defer { outcome.calls = [] }
      return outcome.calls.map { ticket, call in
        switch call {
        case .use(let connection): "\(ticket) uses \(connection)"
        case .dial: "\(ticket) dials"
        case .closed: "\(ticket) is sent away"
        }
      }
    }

    mutating func takeClosed() -> [Int] {
      defer { outcome.close = [] }
      return outcome.close
    }
  }

  @Test func `a request dials until its host has as many connections as it may`() throws {
    var driver = Driver()
    let (a, b) = (try key("a"), try key("b"))
    #expect(driver.request(a) == "dial")
    #expect(driver.request(a) == "dial")
    #expect(driver.request(a) == "wait 3")
    #expect(driver.request(b) == "dial")
    #expect(driver.pool.open == 3)
    #expect(driver.pool.waiting == 1)
  }

  @Test func `the connection that was used last is used first`() throws {
    var driver = Driver()
    let a = try key("a")
    _ = driver.request(a)
    _ = driver.request(a)
    driver.release(1, a)
    driver.release(2, a)
    #expect(driver.pool.idle == 2)
    #expect(driver.request(a) == "use 2")
    #expect(driver.request(a) == "use 1")
    #expect(driver.pool.idle == 0)
  }

  @Test func `hosts, ports, schemes and proxies do not share connections`() throws {
    let origin = try HTTP.URL("http://a/").origin
    let keys = [
      PoolKey(origin), PoolKey(try HTTP.URL("https://a/").origin),
      PoolKey(try HTTP.URL("http://a:81/").origin), PoolKey(try HTTP.URL("http://b/").origin),
      PoolKey(origin, proxy: try HTTP.URL("http://proxy:3128/").origin),
    ]
    #expect(Set(keys).count == keys.count)
    var driver = Driver(total: 10)
    for (number, key) in keys.enumerated() {
      #expect(driver.request(key) == "dial")
      driver.release(number, key)
    }
    for (number, key) in keys.enumerated() { #expect(driver.request(key) == "use \(number)") }
  }

  @Test func `those who wait are served in the order in which they came`() throws {
    var driver = Driver(perHost: 1)
    let a = try key("a")
    _ = driver.request(a)
    #expect([driver.request(a), driver.request(a)] == ["wait 2", "wait 3"])
    driver.release(7, a)
    driver.release(7, a)
    #expect(driver.takeCalls() == ["2 uses 7", "3 uses 7"])
    #expect(driver.pool.waiting == 0)
    driver.release(7, a)
    #expect(driver.pool.idle == 1)
  }

  @Test func `one who waited longer for any place goes before one who waits for this host`() throws
  {
    var driver = Driver(perHost: 1, total: 1)
    let (a, b) = (try key("a"), try key("b"))
    _ = driver.request(a)
    #expect([driver.request(b), driver.request(a)] == ["wait 2", "wait 3"])
    driver.release(7, a)
    #expect(driver.takeClosed() == [7])
    #expect(driver.takeCalls() == ["2 dials"])
    driver.release(8, b)
    #expect(driver.takeClosed() == [8])
    #expect(driver.takeCalls() == ["3 dials"])
    driver.release(9, a)
    #expect(driver.pool.idle == 1)
  }

  @Test func `a place that becomes free lets the next one dial`() throws {
    var driver = Driver(perHost: 1)
    let a = try key("a")
    _ = driver.request(a)
    _ = driver.request(a)
    driver.pool.giveUp(a, &driver.outcome)
    #expect(driver.takeCalls() == ["2 dials"])
    #expect(driver.pool.open == 1)
  }

  @Test func `a full pool closes what has been idle for longest, whichever host it is of`() throws {
    var driver = Driver(perHost: 2, total: 2)
    let (a, b, c) = (try key("a"), try key("b"), try key("c"))
    _ = driver.request(a)
    _ = driver.request(b)
    driver.release(1, b)
    driver.release(2, a)
    #expect(driver.request(c) == "dial")
    #expect(driver.takeClosed() == [1])
    #expect(driver.pool.open == 2)
    #expect(driver.pool.idle == 1)
  }

  @Test func `the queue takes as many as it may and no more`() throws {
    var driver = Driver(perHost: 1, waiting: 3)
    let a = try key("a")
    _ = driver.request(a)
    #expect(driver.request(a) == "wait 2")
    #expect(driver.request(a) == "wait 3")
    #expect(driver.request(a) == "wait 4")
    #expect(driver.request(a) == "full")
    let hasLeft = driver.pool.leave(3, a)
    #expect(hasLeft)
    #expect(driver.request(a) == "wait 6")
  }

  @Test func `one who has left is not called, and cannot leave again`() throws {
    var driver = Driver(perHost: 1)
    let a = try key("a")
    for _ in 1...3 { _ = driver.request(a) }
    let first = driver.pool.leave(2, a)
    let second = driver.pool.leave(2, a)
    #expect(first && !second)
    driver.release(7, a)
    #expect(driver.takeCalls() == ["3 uses 7"])
    let afterCall = driver.pool.leave(3, a)
    #expect(!afterCall)
  }

  @Test func `an expired connection is closed and not used`() throws {
    var driver = Driver()
    let a = try key("a")
    _ = driver.request(a)
    driver.release(1, a, until: 10)
    driver.now = 10
    #expect(driver.request(a) == "dial")
    #expect(driver.takeClosed() == [1])
    driver.release(2, a, until: 10)
    #expect(driver.takeClosed() == [2])
    #expect(driver.pool.open == 0)
    #expect(driver.pool.hostCount == 0)
  }

  @Test func `a connection that breaks its silence is discarded, unless it is in use again`() throws
  {
    var driver = Driver(perHost: 1)
    let a = try key("a")
    _ = driver.request(a)
    driver.release(1, a)
    let wasIdle = driver.pool.discard(a, &driver.outcome) { $0 == 1 }
    #expect(wasIdle)
    #expect(driver.takeClosed() == [1])
    #expect(driver.pool.open == 0)
    _ = driver.request(a)
    let isLeased = driver.pool.discard(a, &driver.outcome) { $0 == 2 }
    #expect(!isLeased)
  }

  @Test func `warming up takes no more places than there are`() throws {
    var driver = Driver(perHost: 3, total: 4)
    let (a, b) = (try key("a"), try key("b"))
    #expect(driver.pool.reserve(5, for: a) == 3)
    #expect(driver.pool.reserve(5, for: a) == 0)
    #expect(driver.pool.reserve(5, for: b) == 1)
    #expect(driver.pool.open == 4)
  }

  @Test func `closing sends everyone away and keeps nothing that comes back`() throws {
    var driver = Driver(perHost: 1, total: 4)
    let (a, b) = (try key("a"), try key("b"))
    _ = driver.request(a)
    _ = driver.request(a)
    _ = driver.request(b)
    driver.release(2, b)
    driver.pool.close(&driver.outcome)
    #expect(driver.takeClosed() == [2])
    #expect(driver.takeCalls() == ["2 is sent away"])
    #expect(driver.request(a) == "closed")
    #expect(driver.pool.open == 1)
    driver.release(1, a)
    #expect(driver.takeClosed() == [1])
    #expect(driver.pool.open == 0)
    #expect(driver.pool.hostCount == 0)
  }

  @Test(arguments: 1...20)
  func `whatever happens, the counts agree and nobody waits beside a free place`(
    _ seed: UInt64
  ) throws {
    var random = Lehmer(seed: seed)
    let keys = try ["a", "b", "c", "d"].map(key)
    var driver = Driver(perHost: 2, total: 5, waiting: 6)
    var leased: [(Int, PoolKey)] = []
    var queued: [UInt64: PoolKey] = [:]
    var next = 0
    for step in 1...2_000 {
      driver.now = step
      let key = keys[random.below(keys.count)]
      switch random.below(5) {
      case 0, 1:
        let answer = driver.request(key)
        let words = answer.split(separator: " ")
        if words[0] == "dial" {
          next += 1
          leased.append((next, key))
        } else if words[0] == "wait" {
          queued[try #require(UInt64(words[1]))] = key
        } else if words[0] == "use" {
          leased.append((try #require(Int(words[1])), key))
        }
      case 2, 3:
        guard !leased.isEmpty else { break }
        let (connection, key) = leased.remove(at: random.below(leased.count))
        if random.below(3) == 0 {
          driver.pool.giveUp(key, &driver.outcome)
        } else {
          driver.release(connection, key, until: step + random.below(50))
        }
      default:
        guard let (ticket, key) = queued.randomElement(using: &random) else { break }
        queued[ticket] = nil
        let hasLeft = driver.pool.leave(ticket, key)
        #expect(hasLeft)
      }
      for (ticket, call) in driver.outcome.calls {
        let removed = queued.removeValue(forKey: ticket)
        let key = try #require(removed)
        switch call {
        case .use(let connection): leased.append((connection, key))
        case .dial:
          next += 1
          leased.append((next, key))
        case .closed: Issue.record("closed")
        }
      }
      driver.outcome = .init()
      #expect(driver.pool.open == leased.count + driver.pool.idle)
      #expect(driver.pool.waiting == queued.count)
      #expect(driver.pool.open <= 5)
      if driver.pool.open < 5 || driver.pool.idle > 0 {
        for key in queued.values { #expect(leased.count { $0.1 == key } == 2) }
      }
    }
  }
}

/// A generator whose numbers are the same for the same seed.
private struct Lehmer: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next() -> UInt64 {
    state = state &* 0x5851_f42d_4c95_7f2d &+ 0x1405_7b7e_f767_814f
    return state ^ (state >> 33)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() >> 11) % bound }
}
