/// Those who wait for a connection, in the order in which they came.
///
/// One that leaves before its turn is struck out in constant time; the struck-out ones are swept
/// away before they outnumber those who wait.
struct TicketQueue {
  private var order: [UInt64] = []
  private var front = 0
  private var present: Set<UInt64> = []

  /// How many wait.
  var count: Int { present.count }

  var isEmpty: Bool { present.isEmpty }

  /// How many places are kept, with those of the struck-out ones.
  var storedCount: Int { order.count }

  /// Whose turn is next.
  var first: UInt64? { front < order.count ? order[front] : nil }

  /// Takes in one that came after all others.
  mutating func append(_ ticket: UInt64) {
    if order.count > 2 * present.count + 16 {
      order = order[front...].filter(present.contains)
      front = 0
    }
    order.append(ticket)
    present.insert(ticket)
  }

  /// Lets the first one go.
  mutating func popFirst() -> UInt64? {
    guard let ticket = first else { return nil }
    _ = remove(ticket)
    return ticket
  }

  /// Strikes one out; returns false if it does not wait.
  mutating func remove(_ ticket: UInt64) -> Bool {
    guard present.remove(ticket) != nil else { return false }
    // The front is always one who waits.
    while front < order.count, !present.contains(order[front]) { front += 1 }
    return true
  }

  /// Lets all go, in order.
  mutating func removeAll() -> [UInt64] {
    defer { self = TicketQueue() }
    return order[front...].filter(present.contains)
  }
}
