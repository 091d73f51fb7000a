/// A cache of look-up results.
///
/// A decider without a clock: the caller passes the time. The least recently used entry is removed
/// if there are too many.
struct NameCache: Sendable {
  private struct Entry {
    let answer: Answer
    /// The end of the entry's lifetime, and the end of its use while it is refreshed.
    let end: Deadline
    let staleEnd: Deadline
    var lastUse: UInt64
    /// The earliest time of the next refresh.
    var nextQuestion: Deadline
  }

  /// A cached result, and a flag that indicates whether the name must be refreshed.
  struct Known: Equatable, Sendable {
    let answer: Answer
    let mustAskAgain: Bool
  }

  /// The interval between two refreshes of an expired name.
  static let questionInterval = Duration.seconds(5)

  /// The cached result of a look-up.
  enum Answer: Equatable, Sendable {
    case addresses([HostAddress])
    /// The name does not exist.
    case unknown

    /// Creates the answer of a resolver's result.
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

  /// Returns the result for a name if it is valid, or has expired recently.
  ///
  /// RFC 8767 section 4: an expired result is better than none.
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

  /// Removes the entry of a name.
  mutating func remove(_ name: DomainName) { entries[name] = nil }

  mutating func removeAll() { entries = [:] }

  /// Removes the expired entries, or else the least recently used one.
  private mutating func makeRoom(at now: Deadline) {
    entries = entries.filter { now < $0.value.staleEnd }
    guard entries.count >= limit,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    entries[oldest.key] = nil
  }
}
