/// The requests that wait for a connection, in the order of their tickets.
///
/// The first requests of the queue have a connection attempt in progress, and the queue stores the
/// position of the first request without an attempt. A request that leaves the queue early is
/// marked as removed. Removed entries are deleted before they outnumber the waiting requests. Each
/// operation takes at most logarithmic time, except an insertion before other requests, which moves
/// the following entries in memory.
struct TicketQueue {
  private struct Place {
    let ticket: UInt64
    /// A Boolean value that indicates whether the request still waits.
    var isTaken = true
  }

  private var places: [Place] = []
  private var front = 0
  /// The queue position of the first request without a connection attempt.
  private var cursor = 0

  /// The number of waiting requests in the queue.
  private(set) var count = 0

  /// The number of waiting requests with a connection attempt in progress.
  private(set) var coveredCount = 0

  var isEmpty: Bool { count == 0 }

  /// The number of stored queue entries, including removed entries.
  var storedCount: Int { places.count }

  /// The ticket of the first waiting request in the queue.
  var first: UInt64? { front < places.count ? places[front].ticket : nil }

  /// The ticket of the first waiting request without a connection attempt.
  var firstUncovered: UInt64? {
    cursor < places.count ? places[cursor].ticket : nil
  }

  /// Inserts a request at the position of its ticket. A connection attempt passes from a later
  /// request to the inserted request.
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

  /// Returns whether a connection attempt is in progress for a waiting request.
  func covers(_ ticket: UInt64) -> Bool {
    place(of: ticket).map { $0 < cursor && places[$0].isTaken } ?? false
  }

  /// Sets the number of connection attempts, which belong to the first requests of the queue.
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

  /// Removes a request from the queue. Returns `false` if the request is not in the queue.
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

  /// Moves the front and the cursor of the queue past removed entries.
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
