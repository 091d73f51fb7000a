/// A cache of the results of name look-ups.
///
/// The caller passes the current time. If the cache contains too many entries, the least recently
/// used entry is removed.
struct NameCache: Sendable {
  private struct Entry {
    let answer: Answer
    /// The end of the cache entry's lifetime, and the end of the stale period in which the expired
    /// entry may still be used.
    let end: Deadline
    let staleEnd: Deadline
    var lastUse: UInt64
    /// The earliest time of the next refresh of the cache entry.
    var nextQuestion: Deadline
  }

  /// A cached look-up result, with a flag that indicates whether the host name must be looked up
  /// again.
  struct Known: Equatable, Sendable {
    let answer: Answer
    let mustAskAgain: Bool
  }

  /// The minimum interval between two refreshes of an expired cache entry.
  static let questionInterval = Duration.seconds(5)

  /// The cached result of a name look-up.
  enum Answer: Equatable, Sendable {
    case addresses([HostAddress])
    /// The host name does not exist.
    case unknown

    /// Creates a cached result from the addresses that a resolver has found.
    init(_ found: [HostAddress]) { self = found.isEmpty ? .unknown : .addresses(found) }
  }

  private var entries: [DomainName: Entry] = [:]
  private var uses: UInt64 = 0
  private let limit: Int

  init(limit: Int) {
    precondition(limit > 0, "a cache has room for one name at least")
    self.limit = limit
  }

  var count: Int { entries.count }

  /// Returns the cached result for a host name. Returns `nil` after the stale period of the result
  /// has ended.
  ///
  /// A recently expired result may be used while it is refreshed. RFC 8767 section 4.
  mutating func answer(for name: DomainName, at now: Deadline) -> Known? {
    guard var entry = entries[name] else { return nil }
    guard now < entry.staleEnd else {
      entries[name] = nil
      return nil
    }
    uses += 1
    entry.lastUse = uses
    let mustAskAgain = now >= entry.end && now >= entry.nextQuestion
    if mustAskAgain { entry.nextQuestion = now + Self.questionInterval }
    entries[name] = entry
    return Known(answer: entry.answer, mustAskAgain: mustAskAgain)
  }

  /// Stores a look-up result with its expiration time and its stale period.
  mutating func keep(
    _ answer: Answer, for name: DomainName, until end: Deadline, staleFor: Duration = .zero,
    at now: Deadline
  ) {
    if entries[name] == nil, entries.count >= limit { makeRoom(at: now) }
    uses += 1
    entries[name] = Entry(
      answer: answer, end: end, staleEnd: end + staleFor, lastUse: uses, nextQuestion: end)
  }

  /// Removes the entry of a host name.
  mutating func remove(_ name: DomainName) { entries[name] = nil }

  mutating func removeAll() { entries = [:] }

  /// Removes the expired cache entries, or the least recently used entry if no entry has expired.
  private mutating func makeRoom(at now: Deadline) {
    entries = entries.filter { now < $0.value.staleEnd }
    guard entries.count >= limit,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    entries[oldest.key] = nil
  }
}
