/// The doorbells that wait at an event loop, ordered by deadline with the earliest deadline first.
///
/// The queue is a binary heap whose members know their positions. A member can therefore be removed
/// or moved in logarithmic time. Members without a deadline are at the bottom of the heap.
struct DeadlineHeap {
  private var members: [Member] = []

  private struct Member {
    var deadline: Deadline
    let doorbell: Doorbell
  }

  /// The position of a doorbell that is not in the heap.
  static let nowhere = -1

  var count: Int { members.count }

  /// The earliest deadline of the heap. The value is `never` if the heap contains no deadline.
  var first: Deadline { members.first?.deadline ?? .never }

  /// Inserts a doorbell, or moves the doorbell up if its position has a later deadline.
  mutating func insert(_ doorbell: Doorbell, until deadline: Deadline) {
    guard doorbell.place == Self.nowhere else {
      guard deadline < members[doorbell.place].deadline else { return }
      members[doorbell.place].deadline = deadline
      return rise(from: doorbell.place)
    }
    members.append(Member(deadline: deadline, doorbell: doorbell))
    rise(from: members.count - 1)
  }

  /// Removes a doorbell if the doorbell is in the heap.
  mutating func remove(_ doorbell: Doorbell) {
    let place = doorbell.place
    guard place != Self.nowhere else { return }
    doorbell.place = Self.nowhere
    let last = members.removeLast()
    guard place < members.count else { return }
    let isEarlier = last.deadline < members[place].deadline
    members[place] = last
    if isEarlier { rise(from: place) } else { sink(from: place) }
  }

  /// Removes and returns the first doorbell if its deadline has passed.
  mutating func removeFirst(due now: Deadline) -> Doorbell? {
    guard let first = members.first, first.deadline <= now, first.deadline != .never else {
      return nil
    }
    remove(first.doorbell)
    return first.doorbell
  }

  /// Removes and returns any doorbell. Returns `nil` if the heap is empty.
  mutating func removeAny() -> Doorbell? {
    guard let doorbell = members.last?.doorbell else { return nil }
    remove(doorbell)
    return doorbell
  }

  /// Moves a member up until its parent is not later, and records the member's position.
  private mutating func rise(from start: Int) {
    var place = start
    while place > 0 {
      let parent = (place - 1) / 2
      guard members[place].deadline < members[parent].deadline else { break }
      members.swapAt(place, parent)
      members[place].doorbell.place = place
      place = parent
    }
    members[place].doorbell.place = place
  }

  /// Moves a member down until no child is earlier, and records the member's position.
  private mutating func sink(from start: Int) {
    var place = start
    while true {
      var child = 2 * place + 1
      guard child < members.count else { break }
      let sibling = child + 1
      if sibling < members.count, members[sibling].deadline < members[child].deadline {
        child = sibling
      }
      guard members[child].deadline < members[place].deadline else { break }
      members.swapAt(place, child)
      members[place].doorbell.place = place
      place = child
    }
    members[place].doorbell.place = place
  }
}
