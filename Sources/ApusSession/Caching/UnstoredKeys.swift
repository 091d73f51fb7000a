internal import ApusCaching
internal import ApusNet

/// The cache keys whose responses could not be stored recently.
///
/// Calls do not wait for each other's responses if the response cannot be stored, because the
/// requests would then be sent one after the other. When a response is stored, its cache key is
/// removed at once.
struct UnstoredKeys {
  /// The time for which a cache key is remembered.
  static let lifetime: Duration = .seconds(60)
  /// The maximum number of remembered cache keys. The oldest cache keys are removed first.
  static let limit = 1_024

  private var ends: [Caching.Key: Deadline] = [:]
  /// The cache keys in the order of their insertion. A cache key that was inserted twice is in the
  /// queue twice.
  private var queue: [(key: Caching.Key, end: Deadline)] = []
  /// The number of removed cache keys at the front of the queue.
  private var goneCount = 0

  /// Returns whether the response of a cache key could not be stored recently.
  func contains(_ key: Caching.Key, at now: Deadline) -> Bool {
    ends[key].map { now < $0 } ?? false
  }

  /// Notes that the response of a cache key was not stored.
  mutating func insert(_ key: Caching.Key, at now: Deadline) {
    let end = now + Self.lifetime
    ends[key] = end
    queue.append((key, end))
    // The queue needs its own limit, because it still contains cache keys that were removed or
    // inserted again.
    while ends.count > Self.limit || queue.count - goneCount > 2 * Self.limit { dropOldest() }
  }

  /// The number of cache keys in the queue.
  var queueCount: Int { queue.count }

  /// Removes a cache key whose response is stored.
  mutating func remove(_ key: Caching.Key) { ends[key] = nil }

  private mutating func dropOldest() {
    let oldest = queue[goneCount]
    goneCount += 1
    if ends[oldest.key] == oldest.end { ends[oldest.key] = nil }
    guard goneCount > 2 * Self.limit else { return }
    queue.removeFirst(goneCount)
    goneCount = 0
  }
}
