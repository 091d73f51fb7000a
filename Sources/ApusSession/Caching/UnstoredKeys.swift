internal import ApusCaching
internal import ApusNet

/// The cache keys whose responses could not be stored recently.
///
/// The session does not coalesce requests if their response cannot be stored, because waiting
/// requests would be sent one after the other. A cache key is removed as soon as its response is
/// stored.
struct UnstoredKeys {
  /// The time for which the session remembers that a response could not be stored.
  static let lifetime: Duration = .seconds(60)
  /// The maximum number of remembered cache keys of responses that could not be stored. The oldest
  /// cache keys are removed first.
  static let limit = 1_024

  private var ends: [Caching.Key: Deadline] = [:]
  /// The cache keys in the order of their insertion. A cache key that was inserted twice occurs
  /// twice in the queue.
  private var queue: [(key: Caching.Key, end: Deadline)] = []
  /// The number of removed cache keys at the front of the queue.
  private var goneCount = 0

  /// Returns whether the response of a cache key could not be stored recently.
  func contains(_ key: Caching.Key, at now: Deadline) -> Bool {
    ends[key].map { now < $0 } ?? false
  }

  /// Records that the response of a cache key was not stored.
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
