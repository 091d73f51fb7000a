/// The timer queue of an event loop: a binary min-heap of waiting tasks, ordered by deadline.
///
/// Each element (`Doorbell`) stores its position in the heap, so it can be removed or moved in
/// logarithmic time. An element without a deadline has the deadline `never`.
struct DeadlineHeap {
  private var members: [Member] = []

  private struct Member {
    var deadline: Deadline
    let doorbell: Doorbell
  }

  /// The position of a `Doorbell` that is not in the timer heap.
  static let nowhere = -1

  var count: Int { members.count }

  /// The earliest deadline of the heap. The value is `never` if the heap contains no deadline.
  var first: Deadline { members.first?.deadline ?? .never }

  /// Inserts a waiting task into the timer heap, or moves the task toward the root if its new
  /// deadline is earlier.
  mutating func insert(_ doorbell: Doorbell, until deadline: Deadline) {
    guard doorbell.place == Self.nowhere else {
      guard deadline < members[doorbell.place].deadline else { return }
      members[doorbell.place].deadline = deadline
      return rise(from: doorbell.place)
    }
    members.append(Member(deadline: deadline, doorbell: doorbell))
    rise(from: members.count - 1)
  }

  /// Removes a waiting task from the timer heap. The call has no effect if the task is not in the
  /// heap.
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

  /// Removes and returns the waiting task with the earliest deadline if that deadline has passed.
  mutating func removeFirst(due now: Deadline) -> Doorbell? {
    guard let first = members.first, first.deadline <= now, first.deadline != .never else {
      return nil
    }
    remove(first.doorbell)
    return first.doorbell
  }

  /// Removes and returns an arbitrary waiting task of the timer heap. Returns `nil` if the heap is
  /// empty.
  mutating func removeAny() -> Doorbell? {
    guard let doorbell = members.last?.doorbell else { return nil }
    remove(doorbell)
    return doorbell
  }

  /// Restores the heap order upward: moves an element toward the root while its parent has a later
  /// deadline.
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

  /// Restores the heap order downward: moves an element toward the leaves while a child has an
  /// earlier deadline.
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
