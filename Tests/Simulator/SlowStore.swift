import ApusCaching
import ApusNet
import ApusTestServer
import LongRun

/// A cache store in memory, some of whose operations take several seconds of virtual time.
final class SlowStore: Caching.Store {
  private let store: Caching.MemoryStore
  private let network: TestNetwork
  private let journal: Journal
  private let chance: Lock<Chance>

  /// The longest duration of an operation.
  static let limit: Duration = .seconds(6)

  init(
    _ store: Caching.MemoryStore, _ plan: Plan, _ network: TestNetwork, _ journal: Journal
  ) {
    (self.store, self.network, self.journal) = (store, network, journal)
    chance = Lock(Chance(plan.seed, 6))
  }

  /// Waits before an operation, so that a cache may stop waiting for the operation.
  private func delay(_ name: String, oneIn share: Int = 6) async {
    guard chance.withLock({ $0.below(share) }) == 0 else { return }
    let time = chance.withLock { $0.below(Int(Self.limit / .milliseconds(1))) }
    journal.note("store \(name) takes \(time) ms")
    journal.count("slow \(name)")
    try? await network.sleep(for: .milliseconds(time))
  }

  func entries(of key: Caching.Key) async -> [Caching.Stored] {
    await delay("look-up")
    return await store.entries(of: key)
  }

  func content(of stored: Caching.Stored) async -> (any Caching.ContentReader)? {
    await delay("reading", oneIn: 2)
    return await store.content(of: stored)
  }

  func write(_ entry: Caching.Entry, key: Caching.Key) async -> (any Caching.ContentWriter)? {
    await delay("writing")
    return await store.write(entry, key: key)
  }

  func update(_ stored: Caching.Stored, to entry: Caching.Entry) async -> Bool {
    await delay("update", oneIn: 1)
    return await store.update(stored, to: entry)
  }

  func remove(_ stored: Caching.Stored) async -> Bool {
    await delay("removal")
    return await store.remove(stored)
  }

  func removeAll(of place: Caching.Place) async -> Bool {
    await delay("removal of a URL")
    return await store.removeAll(of: place)
  }

  func removeAll() async -> Bool {
    await delay("removal of everything")
    return await store.removeAll()
  }
}
