/// What has been learnt about names, for as long as it holds.
///
/// A decider: it knows no clock, and is told the time. The entry that is used least recently makes
/// room when there are too many.
struct NameCache: Sendable {
  private struct Entry {
    let answer: Answer
    let end: Deadline
    var lastUse: UInt64
  }

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

  /// What is known of a name and still holds.
  mutating func answer(for name: DomainName, at now: Deadline) -> Answer? {
    guard let entry = entries[name] else { return nil }
    guard now < entry.end else {
      entries[name] = nil
      return nil
    }
    uses += 1
    entries[name]?.lastUse = uses
    return entry.answer
  }

  /// Keeps an answer until it holds no more.
  mutating func keep(_ answer: Answer, for name: DomainName, until end: Deadline, at now: Deadline)
  {
    if entries[name] == nil, entries.count >= limit { makeRoom(at: now) }
    uses += 1
    entries[name] = Entry(answer: answer, end: end, lastUse: uses)
  }

  /// Drops what is known of a name.
  mutating func remove(_ name: DomainName) { entries[name] = nil }

  mutating func removeAll() { entries = [:] }

  /// Drops what holds no more, or else what has not been used for the longest time.
  private mutating func makeRoom(at now: Deadline) {
    entries = entries.filter { now < $0.value.end }
    guard entries.count >= limit,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    entries[oldest.key] = nil
  }
}
