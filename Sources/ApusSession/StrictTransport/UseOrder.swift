/// A set whose members are ordered by their last use. Each change takes constant time.
struct UseOrder<Member: Hashable & Sendable>: Sendable {
  private struct Neighbours: Sendable {
    var older: Member?
    var newer: Member?
  }

  private var neighbours: [Member: Neighbours] = [:]
  /// The least recently used member of the set.
  private(set) var oldest: Member?
  private var newest: Member?

  var count: Int { neighbours.count }

  /// Makes a member the most recently used member, or inserts the member if it is new.
  mutating func use(_ member: Member) {
    guard newest != member else { return }
    remove(member)
    neighbours[member] = Neighbours(older: newest, newer: nil)
    if let newest { neighbours[newest]?.newer = member } else { oldest = member }
    newest = member
  }

  mutating func remove(_ member: Member) {
    guard let gone = neighbours.removeValue(forKey: member) else { return }
    if let older = gone.older { neighbours[older]?.newer = gone.newer } else { oldest = gone.newer }
    if let newer = gone.newer { neighbours[newer]?.older = gone.older } else { newest = gone.older }
  }

  /// The members of the set, from the least recently used to the most recently used.
  var members: [Member] {
    var members: [Member] = []
    var next = oldest
    while let member = next {
      members.append(member)
      next = neighbours[member]?.newer
    }
    return members
  }
}
