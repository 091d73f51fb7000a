/// Requests that wait for a connection, in the order of their tickets.
///
/// Those in front are covered by dials that are under way for them; the queue knows the first that
/// is not. One that leaves before its turn is struck out, and the struck-out ones are swept away
/// before they outnumber those who wait: each operation takes logarithmic time at most. Only one
/// that goes before others moves these by a place each, which is a copy of memory.
struct TicketQueue {
  private var order: [UInt64] = []
  private var isPresent: [Bool] = []
  private var front = 0
  /// The place of the first that no dial is under way for.
  private var cursor = 0

  /// How many wait.
  private(set) var count = 0

  /// For how many of them a dial is under way.
  private(set) var coveredCount = 0

  var isEmpty: Bool { count == 0 }

  /// How many places are kept, with those of the struck-out ones.
  var storedCount: Int { order.count }

  /// Whose turn is next.
  var first: UInt64? { front < order.count ? order[front] : nil }

  /// The first that no dial is under way for.
  var firstUncovered: UInt64? { cursor < order.count ? order[cursor] : nil }

  /// Takes one in; where it goes before others for whom a dial is under way, it has that of the
  /// last of them.
  mutating func insert(_ ticket: UInt64) {
    if order.count > 2 * count + 16 { sweep() }
    let place = firstPlace(notBefore: ticket)
    // It may have stood there before.
    if place < order.count, order[place] == ticket {
      isPresent[place] = true
    } else {
      order.insert(ticket, at: place)
      isPresent.insert(true, at: place)
      if place < cursor { cursor += 1 }
    }
    count += 1
    guard place < cursor else { return }
    coveredCount += 1
    cover(coveredCount - 1)
  }

  /// Notes for how many of those in front a dial is under way.
  mutating func cover(_ dialCount: Int) {
    while coveredCount < dialCount, cursor < order.count {
      cursor += 1
      coveredCount += 1
      skipStruckOut()
    }
    while coveredCount > dialCount {
      cursor -= 1
      if isPresent[cursor] { coveredCount -= 1 }
    }
  }

  /// Lets the first one go.
  mutating func popFirst() -> UInt64? {
    guard let ticket = first else { return nil }
    _ = remove(ticket)
    return ticket
  }

  /// Strikes one out; returns false if it does not wait.
  mutating func remove(_ ticket: UInt64) -> Bool {
    guard let place = place(of: ticket), isPresent[place] else { return false }
    isPresent[place] = false
    count -= 1
    if place < cursor { coveredCount -= 1 }
    skipStruckOut()
    return true
  }

  /// Lets all go, in order.
  mutating func removeAll() -> [UInt64] {
    defer { self = TicketQueue() }
    return order.indices[front...].compactMap { isPresent[$0] ? order[$0] : nil }
  }

  /// The front and the cursor are always ones that wait.
  private mutating func skipStruckOut() {
    while front < order.count, !isPresent[front] { front += 1 }
    cursor = max(cursor, front)
    while cursor < order.count, !isPresent[cursor] { cursor += 1 }
  }

  private func place(of ticket: UInt64) -> Int? {
    let place = firstPlace(notBefore: ticket)
    return place < order.count && order[place] == ticket ? place : nil
  }

  private func firstPlace(notBefore ticket: UInt64) -> Int {
    var (lower, upper) = (front, order.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if order[middle] < ticket { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  private mutating func sweep() {
    let next = firstUncovered
    order = order.indices[front...].compactMap { isPresent[$0] ? order[$0] : nil }
    isPresent = Array(repeating: true, count: order.count)
    front = 0
    cursor = order.count
    if let next, let place = place(of: next) { cursor = place }
  }
}
