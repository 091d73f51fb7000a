/// What has been learnt about names, for as long as it holds.
///
/// A decider: it knows no clock, and is told the time. The entry that is used least recently makes
/// room when there are too many.
struct NameCache: Sendable {
  private struct Entry {
    let answer: Answer
    /// Until when it holds, and until when it is used while it is asked for again.
    let end: Deadline
    let staleEnd: Deadline
    var lastUse: UInt64
    /// Before when it is not asked for again.
    var nextQuestion: Deadline
  }

  /// What is known of a name, and whether the name is to be asked for again meanwhile.
  struct Known: Equatable, Sendable {
    let answer: Answer
    let mustAskAgain: Bool
  }

  /// How long after a question about an expired name the next one is asked.
  static let questionInterval = Duration.seconds(5)

  /// What is known of a name.
  enum Answer: Equatable, Sendable {
    case addresses([HostAddress])
    /// There is no such name.
    case unknown

    /// What it means that a resolver has found those.
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

  /// What is known of a name and still holds, or has expired not long ago.
  ///
  /// RFC 8767 section 4: what has expired is better than no answer.
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

  /// Keeps an answer until it holds no more, and then for a while to be used while it is asked for
  /// again.
  mutating func keep(
    _ answer: Answer, for name: DomainName, until end: Deadline, staleFor: Duration = .zero,
    at now: Deadline
  ) {
    if entries[name] == nil, entries.count >= limit { makeRoom(at: now) }
    uses += 1
    entries[name] = Entry(
      answer: answer, end: end, staleEnd: end + staleFor, lastUse: uses, nextQuestion: end)
  }

  /// Drops what is known of a name.
  mutating func remove(_ name: DomainName) { entries[name] = nil }

  mutating func removeAll() { entries = [:] }

  /// Drops what holds no more, or else what has not been used for the longest time.
  private mutating func makeRoom(at now: Deadline) {
    entries = entries.filter { now < $0.value.staleEnd }
    guard entries.count >= limit,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    entries[oldest.key] = nil
  }
}
