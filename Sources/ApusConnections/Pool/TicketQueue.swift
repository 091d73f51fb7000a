/// Requests that wait for a connection, in the order of their tickets.
///
/// Those in front are covered by dials that are under way for them; the queue knows the first that
/// is not. One that leaves before its turn is struck out, and the struck-out ones are swept away
/// before they outnumber those who wait, at once where no one stands behind them: each operation
/// takes logarithmic time at most. Only one that goes before others moves these by a place each,
/// which is a copy of memory.
struct TicketQueue {
  private struct Place {
    let ticket: UInt64
    /// Whether it still waits.
    var isTaken = true
  }

  private var places: [Place] = []
  private var front = 0
  /// The place of the first that no dial is under way for.
  private var cursor = 0

  /// How many wait.
  private(set) var count = 0

  /// For how many of them a dial is under way.
  private(set) var coveredCount = 0

  var isEmpty: Bool { count == 0 }

  /// How many places are kept, with those of the struck-out ones.
  var storedCount: Int { places.count }

  /// Whose turn is next.
  var first: UInt64? { front < places.count ? places[front].ticket : nil }

  /// The first that no dial is under way for.
  var firstUncovered: UInt64? {
    cursor < places.count ? places[cursor].ticket : nil
  }

  /// Takes one in; where it goes before others for whom a dial is under way, it has that of the
  /// last of them.
  mutating func insert(_ ticket: UInt64) {
    if places.count > 2 * count + 16 { sweep() }
    let place = firstPlace(notBefore: ticket)
    // It may have stood there before.
    if place < places.count, places[place].ticket == ticket {
      places[place].isTaken = true
    } else {
      places.insert(Place(ticket: ticket), at: place)
      if place < cursor { cursor += 1 }
    }
    count += 1
    guard place < cursor else { return }
    coveredCount += 1
    cover(coveredCount - 1)
  }

  /// Notes for how many of those in front a dial is under way.
  mutating func cover(_ dialCount: Int) {
    while coveredCount < dialCount, cursor < places.count {
      cursor += 1
      coveredCount += 1
      skipStruckOut()
    }
    while coveredCount > dialCount {
      cursor -= 1
      if places[cursor].isTaken { coveredCount -= 1 }
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
    guard let place = place(of: ticket), places[place].isTaken else { return false }
    places[place].isTaken = false
    count -= 1
    if place < cursor { coveredCount -= 1 }
    while let last = places.last, !last.isTaken { places.removeLast() }
    (front, cursor) = (min(front, places.count), min(cursor, places.count))
    skipStruckOut()
    return true
  }

  /// Lets all go, in order.
  mutating func removeAll() -> [UInt64] {
    defer { self = TicketQueue() }
    return places[front...].compactMap { $0.isTaken ? $0.ticket : nil }
  }

  /// The front and the cursor are always ones that wait.
  private mutating func skipStruckOut() {
    while front < places.count, !places[front].isTaken { front += 1 }
    cursor = max(cursor, front)
    while cursor < places.count, !places[cursor].isTaken { cursor += 1 }
  }

  private func place(of ticket: UInt64) -> Int? {
    let place = firstPlace(notBefore: ticket)
    return place < places.count && places[place].ticket == ticket ? place : nil
  }

  private func firstPlace(notBefore ticket: UInt64) -> Int {
    var (lower, upper) = (front, places.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if places[middle].ticket < ticket { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  private mutating func sweep() {
    let next = firstUncovered
    places = places[front...].filter(\.isTaken)
    front = 0
    cursor = places.count
    if let next, let place = place(of: next) { cursor = place }
  }
}
