import Testing

@testable import ApusConnections

/// Random histories of a pool.
@Suite struct PoolHistoryTests {
  private typealias Driver = PoolDriver

  private func key(_ host: String) throws -> PoolKey { try Driver.key(host) }

  @Test(arguments: 1...20)
  func `after 2,000 random events the pool's counts agree, and no capacity is unused`(
    _ seed: UInt64
  ) throws {
    var random = Lehmer(seed: seed)
    let keys = try ["a", "b", "c", "d"].map(key)
    var driver = Driver(perHost: 2, total: 5, waiting: 6)
    var leased: [(Int, PoolKey)] = []
    var dialling: [(Int, PoolKey)] = []
    var queued: [UInt64: PoolKey] = [:]
    for step in 1...2_000 {
      driver.now = step
      let key = keys[random.below(keys.count)]
      switch random.below(7) {
      case 0, 1:
        let words = driver.request(key, isFresh: random.below(9) == 0).split(separator: " ")
        if words[0] == "wait" {
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
      case 4, 5:
        guard !dialling.isEmpty else { break }
        let (number, _) = dialling.remove(at: random.below(dialling.count))
        if random.below(3) == 0 {
          driver.pool.dialFailed(UInt64(number), isExhausted: false, &driver.outcome)
        } else {
          driver.dialled(number)
        }
      default:
        guard let (ticket, key) = queued.randomElement(using: &random) else { break }
        queued[ticket] = nil
        #expect(driver.leave(ticket, key) == true)
      }
      for (ticket, call) in driver.outcome.calls {
        let removed = queued.removeValue(forKey: ticket)
        let key = try #require(removed)
        switch call {
        case .use(let connection): leased.append((connection, key))
        case .failed: break
        case .closed: Issue.record("closed")
        }
      }
      for number in driver.outcome.cancelled {
        dialling.removeAll { $0.0 == Int(number) }
      }
      dialling += driver.outcome.dials.map { (Int($0.number), $0.key) }
      driver.outcome = .init()
      expectConsistent(driver.pool, keys, leased, dialling, Array(queued.values))
    }
  }

  private func expectConsistent(
    _ pool: Pool<Int, Int>, _ keys: [PoolKey], _ leased: [(Int, PoolKey)],
    _ dialling: [(Int, PoolKey)], _ queued: [PoolKey]
  ) {
    #expect(pool.dialling == dialling.count)
    #expect(pool.open == leased.count + dialling.count + pool.idle)
    #expect(pool.waiting == queued.count)
    #expect(pool.open <= 5)
    for key in keys {
      let waiting = queued.count { $0 == key }
      let dials = dialling.count { $0.1 == key }
      #expect(dials <= waiting + 1)
      guard waiting > dials else { continue }
      // Its host has its maximum, or all places are occupied by needed connections.
      let open = leased.count { $0.1 == key } + dials
      #expect(open == 2 || pool.open == 5 && pool.idle == 0)
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
