/// The requests that wait for a connection, ordered by their tickets.
///
/// Dials in progress cover the first ones; the queue knows the first one without a dial. A request
/// that leaves before its turn is marked as removed, and marked entries are deleted before they
/// outnumber the waiting ones, or immediately at the end of the queue: each operation takes at most
/// logarithmic time. Only an insertion before others moves these by one position each, which is a
/// copy of memory.
struct TicketQueue {
  private struct Place {
    let ticket: UInt64
    /// A Boolean value that indicates whether the request still waits.
    var isTaken = true
  }

  private var places: [Place] = []
  private var front = 0
  /// The position of the first request without a dial.
  private var cursor = 0

  /// The number of waiting requests.
  private(set) var count = 0

  /// The number of waiting requests with a dial.
  private(set) var coveredCount = 0

  var isEmpty: Bool { count == 0 }

  /// The number of entries, including the removed ones.
  var storedCount: Int { places.count }

  /// The ticket of the first request.
  var first: UInt64? { front < places.count ? places[front].ticket : nil }

  /// The ticket of the first request without a dial.
  var firstUncovered: UInt64? {
    cursor < places.count ? places[cursor].ticket : nil
  }

  /// Inserts a request; if it precedes others with a dial, it takes the dial of the last one of
  /// them.
  mutating func insert(_ ticket: UInt64) {
    if places.count > 2 * count + 16 { sweep() }
    let place = firstPlace(notBefore: ticket)
    // The request may have been here before.
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

  /// Returns whether a waiting request has a dial.
  func covers(_ ticket: UInt64) -> Bool {
    place(of: ticket).map { $0 < cursor && places[$0].isTaken } ?? false
  }

  /// Sets the number of requests at the front with a dial.
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

  /// Removes and returns the first request.
  mutating func popFirst() -> UInt64? {
    guard let ticket = first else { return nil }
    _ = remove(ticket)
    return ticket
  }

  /// Removes a request; returns false if it does not wait.
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

  /// Removes and returns all requests, in order.
  mutating func removeAll() -> [UInt64] {
    defer { self = TicketQueue() }
    return places[front...].compactMap { $0.isTaken ? $0.ticket : nil }
  }

  /// The front and the cursor always refer to waiting requests.
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
