/// A cache of look-up results.
///
/// The cache has no clock, and the caller passes the time. If the cache contains too many entries,
/// the least recently used entry is removed.
struct NameCache: Sendable {
  private struct Entry {
    let answer: Answer
    /// The end of the entry's lifetime, and the end of the time in which an expired entry is used
    /// while it is refreshed.
    let end: Deadline
    let staleEnd: Deadline
    var lastUse: UInt64
    /// The earliest time of the next refresh of the entry.
    var nextQuestion: Deadline
  }

  /// A cached result, with a flag that indicates whether the host name must be refreshed.
  struct Known: Equatable, Sendable {
    let answer: Answer
    let mustAskAgain: Bool
  }

  /// The interval between two refreshes of an expired host name.
  static let questionInterval = Duration.seconds(5)

  /// The cached result of a look-up.
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

  /// Returns the cached result for a host name if the result is valid or has expired recently.
  ///
  /// An expired result is better than no result. RFC 8767 section 4.
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

  /// Stores a result until its expiry, and for a further period of use while it is refreshed.
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

  /// Removes the expired entries, or the least recently used entry if no entry has expired.
  private mutating func makeRoom(at now: Deadline) {
    entries = entries.filter { now < $0.value.staleEnd }
    guard entries.count >= limit,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    entries[oldest.key] = nil
  }
}
