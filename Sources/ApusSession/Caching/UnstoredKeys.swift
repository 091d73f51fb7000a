internal import ApusCaching
internal import ApusNet

/// The keys whose responses could not be stored lately, so that no request waits for another's.
///
/// Without it, requests for such a response would go out one after the other, each for the first
/// time. A response that is stored takes its key out at once.
struct UnstoredKeys {
  /// How long a key is remembered.
  static let lifetime: Duration = .seconds(60)
  /// How many keys are remembered; the oldest ones make room.
  static let limit = 1_024

  private var ends: [Caching.Key: Deadline] = [:]
  /// The keys in the order in which they were noted; one that was noted again is there again.
  private var queue: [(key: Caching.Key, end: Deadline)] = []
  /// How many at the front of the queue are gone.
  private var goneCount = 0

  /// Whether the response to a key could not be stored lately.
  func contains(_ key: Caching.Key, at now: Deadline) -> Bool {
    ends[key].map { now < $0 } ?? false
  }

  /// Notes that the response to a key was not stored.
  mutating func insert(_ key: Caching.Key, at now: Deadline) {
    let end = now + Self.lifetime
    ends[key] = end
    queue.append((key, end))
    // What was noted again or taken out is in the queue yet, which is why that has a limit too.
    while ends.count > Self.limit || queue.count - goneCount > 2 * Self.limit { dropOldest() }
  }

  /// How many places there are in the queue.
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
