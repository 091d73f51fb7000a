import ApusHTTP
import Testing

@testable import ApusConnections

/// The pool of a test, with its actions.
struct PoolDriver {
  typealias Numbers = Pool<Int, Int>

  static func key(_ host: String) throws -> PoolKey {
    PoolKey(try HTTP.URL("http://\(host)/").origin)
  }

  var pool: Numbers
  var outcome = Numbers.Outcome()
  var now = 0
  var parkings: [Int: Parking] = [:]
  private var tickets: UInt64 = 0

  init(perHost: Int = 2, total: Int = 4, waiting: Int = 3) {
    pool = Numbers(perHost: perHost, total: total, waiting: waiting)
  }

  /// Requests a connection with the last position in the queue, unless a ticket is given.
  mutating func request(
    _ key: PoolKey, isFresh: Bool = false, ticket: UInt64? = nil
  ) -> String {
    tickets += 1
    let ticket = ticket ?? tickets
    return switch pool.request(ticket, for: key, isFresh: isFresh, at: now, &outcome) {
    case .use(let connection): "use \(connection)"
    case .wait: "wait \(ticket)"
    case .full: "full"
    case .closed: "closed"
    }
  }

  mutating func takeResting(_ key: PoolKey) -> Int? {
    pool.takeResting(for: key, at: now, &outcome)
  }

  /// Makes a connection for a key, for a request that is the first to need it.
  mutating func connect(_ key: PoolKey) throws -> Int {
    _ = request(key)
    let number = try #require(takeDials().last)
    dialled(number)
    let called = takeCalls()
    #expect(called == ["\(tickets) uses \(number)"])
    return number
  }

  mutating func dialled(_ number: Int) {
    outcome.parking = nil
    pool.dialled(UInt64(number), number, until: 100, at: now, &outcome)
    parkings[number] = outcome.parking
  }

  mutating func release(_ connection: Int, _ key: PoolKey, until expiry: Int = 100) {
    outcome.parking = nil
    pool.release(connection, for: key, until: expiry, at: now, &outcome)
    parkings[connection] = outcome.parking
  }

  mutating func leave(_ ticket: UInt64, _ key: PoolKey) -> Bool {
    pool.leave(ticket, key, &outcome)
  }

  mutating func discard(_ connection: Int) -> Bool {
    parkings[connection].map { pool.discard($0, &outcome) } ?? false
  }

  mutating func takeDials() -> [Int] {
    defer { outcome.dials = [] }
    return outcome.dials.map { Int($0.number) }
  }

  mutating func takeCancelled() -> [Int] {
    defer { outcome.cancelled = [] }
    return outcome.cancelled.map { Int($0) }
  }

  mutating func takeCalls() -> [String] {
    defer { outcome.calls = [] }
    return outcome.calls.map { ticket, call in
      switch call {
      case .use(let connection): "\(ticket) uses \(connection)"
      case .failed: "\(ticket) fails"
      case .closed: "\(ticket) is sent away"
      }
    }
  }

  mutating func takeClosed() -> [Int] {
    defer { outcome.close = [] }
    return outcome.close
  }
}
