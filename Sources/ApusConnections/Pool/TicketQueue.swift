/// The requests that wait for a connection, in the order of their tickets.
///
/// The dials in progress cover the first requests of the queue, and the queue knows the first
/// request without a dial. A request that leaves before its turn is marked as removed. Marked
/// entries are deleted before they outnumber the waiting requests, or immediately at the end of the
/// queue. Each operation therefore takes at most logarithmic time. Only an insertion before other
/// requests moves the following entries by one position each, which is a copy of memory.
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

  /// The number of entries of the queue, including the removed entries.
  var storedCount: Int { places.count }

  /// The ticket of the first waiting request.
  var first: UInt64? { front < places.count ? places[front].ticket : nil }

  /// The ticket of the first waiting request without a dial.
  var firstUncovered: UInt64? {
    cursor < places.count ? places[cursor].ticket : nil
  }

  /// Inserts a request. If the request precedes requests with a dial, the request takes the dial of
  /// the last of those requests.
  mutating func insert(_ ticket: UInt64) {
    if places.count > 2 * count + 16 { sweep() }
    let place = firstPlace(notBefore: ticket)
    // The queue may still contain a removed entry of the same request.
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

  /// Sets the number of requests at the front of the queue that have a dial.
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

  /// Removes the first waiting request and returns its ticket.
  mutating func popFirst() -> UInt64? {
    guard let ticket = first else { return nil }
    _ = remove(ticket)
    return ticket
  }

  /// Removes a request. Returns `false` if the request does not wait.
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

  /// Removes all waiting requests and returns their tickets in order.
  mutating func removeAll() -> [UInt64] {
    defer { self = TicketQueue() }
    return places[front...].compactMap { $0.isTaken ? $0.ticket : nil }
  }

  /// Moves the front and the cursor of the queue past removed entries, because they must always
  /// refer to waiting requests.
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
