internal import ApusCaching
internal import ApusNet

/// The keys whose responses could not be stored lately, so that no request waits for another's.
///
/// Without it, requests for such a response would go out one after the other, each for the first
/// time. A response that is stored takes its key out at once.
struct UnstoredKeys {
  /// The time that a key is remembered.
  static let lifetime: Duration = .seconds(60)
  /// The maximum number of keys; the oldest ones make room.
  static let limit = 1_024

  private var ends: [Caching.Key: Deadline] = [:]
  /// The keys in the order in which they were noted; a key that was noted again is in it twice.
  private var queue: [(key: Caching.Key, end: Deadline)] = []
  /// The number of removed keys at the front of the queue.
  private var goneCount = 0

  /// Returns whether a response of a key was not stored lately.
  func contains(_ key: Caching.Key, at now: Deadline) -> Bool {
    ends[key].map { now < $0 } ?? false
  }

  /// Notes that the response to a key was not stored.
  mutating func insert(_ key: Caching.Key, at now: Deadline) {
    let end = now + Self.lifetime
    ends[key] = end
    queue.append((key, end))
    // Keys that were noted again or removed are still in the queue, so that it has a limit too.
    while ends.count > Self.limit || queue.count - goneCount > 2 * Self.limit { dropOldest() }
  }

  /// The length of the queue.
  var queueCount: Int { queue.count }

  /// Forgets a key, whose response is stored.
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
