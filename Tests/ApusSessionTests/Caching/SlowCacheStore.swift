import ApusCaching
import ApusNet
import TestSupport

/// A store in memory whose calls wait at a gate while it is slow, and whose removals may fail.
final class SlowCacheStore: Caching.Store {
  let isSlow = Lock(false)
  /// A Boolean value that indicates whether removals fail.
  let isFailing = Lock(false)
  let isSlowToUpdate = Lock(false)
  let isSlowToWrite = Lock(false)
  let pauseCount = Lock(0)
  let waiting = Lock(0)
  /// The number of places whose responses were removed.
  let removalCount = Lock(0)
  let gate = Gate()
  private let store = Caching.MemoryStore()

  private func wait() async {
    guard isSlow.withLock({ $0 }) else { return }
    waiting.withLock { $0 += 1 }
    await gate.pass()
  }

  private var fails: Bool { isFailing.withLock { $0 } }

  func entries(of key: Caching.Key) async -> [Caching.Stored] {
    await wait()
    return await store.entries(of: key)
  }

  func content(of stored: Caching.Stored) async -> (any Caching.ContentReader)? {
    await wait()
    return await store.content(of: stored)
  }

  func write(_ entry: Caching.Entry, key: Caching.Key) async -> (any Caching.ContentWriter)? {
    if isSlowToWrite.withLock({ $0 }) {
      waiting.withLock { $0 += 1 }
      await gate.pass()
    }
    await wait()
    return await store.write(entry, key: key)
  }

  func update(_ stored: Caching.Stored, to entry: Caching.Entry) async -> Bool {
    if isSlowToUpdate.withLock({ $0 }) {
      waiting.withLock { $0 += 1 }
      await gate.pass()
      return false
    }
    return await store.update(stored, to: entry)
  }

  func remove(_ stored: Caching.Stored) async -> Bool {
    await wait()
    return fails ? false : await store.remove(stored)
  }

  func removeAll(of place: Caching.Place) async -> Bool {
    await wait()
    if fails { return false }
    // As a store may that stops when its task is cancelled.
    if Task.isCancelled { return false }
    removalCount.withLock { $0 += 1 }
    return await store.removeAll(of: place)
  }

  func removeAll() async -> Bool {
    await wait()
    return fails ? false : await store.removeAll()
  }

  func pause() async { pauseCount.withLock { $0 += 1 } }
}
