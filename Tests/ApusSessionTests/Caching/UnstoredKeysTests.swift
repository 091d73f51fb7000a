import ApusBytes
import ApusCaching
import ApusHTTP
import ApusNet
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The memory of responses that could not be stored.
@Suite struct UnstoredKeysTests {
  private let keying = Caching.Keying(secret: [UInt8](repeating: 1, count: 32).span)
  private let start = TimeSource.manual(ManualClock()).now

  private func key(_ number: Int) throws -> Caching.Key {
    keying.key(of: Caching.Request(.get, try HTTP.URL("https://example.com/\(number)")))
  }

  @Test func `an unstorable cache key is remembered for 60 seconds`() throws {
    var keys = UnstoredKeys()
    let key = try key(0)
    #expect(!keys.contains(key, at: start))
    keys.insert(key, at: start)
    #expect(keys.contains(key, at: start + .seconds(59)))
    #expect(!keys.contains(key, at: start + .seconds(60)))
    keys.insert(key, at: start + .seconds(59))
    #expect(keys.contains(key, at: start + .seconds(118)))
    keys.remove(key)
    #expect(!keys.contains(key, at: start + .seconds(59)))
  }

  @Test func `beyond 1,024 unstorable cache keys the oldest keys are forgotten`()
    throws
  {
    var keys = UnstoredKeys()
    let numbers = 0...UnstoredKeys.limit
    for number in numbers.dropLast() { keys.insert(try key(number), at: start) }
    #expect(keys.contains(try key(0), at: start))
    keys.insert(try key(0), at: start + .seconds(1))
    keys.insert(try key(UnstoredKeys.limit), at: start + .seconds(1))
    #expect(keys.contains(try key(0), at: start + .seconds(2)))
    #expect(!keys.contains(try key(1), at: start + .seconds(2)))
    #expect(keys.contains(try key(2), at: start + .seconds(2)))
    #expect(keys.contains(try key(UnstoredKeys.limit), at: start + .seconds(2)))
  }

  @Test func `inserting one unstorable cache key repeatedly needs no more memory`() throws {
    var keys = UnstoredKeys()
    let key = try key(0)
    for number in 0..<10 * UnstoredKeys.limit {
      keys.insert(key, at: start + .milliseconds(number))
      #expect(keys.queueCount <= 4 * UnstoredKeys.limit + 1)
    }
    #expect(keys.contains(key, at: start + .seconds(60)))
  }
}
