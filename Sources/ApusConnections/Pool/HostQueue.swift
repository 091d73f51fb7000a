/// A priority queue of the hosts that need a connection. The host whose first request has waited
/// longest comes first.
///
/// The queue is a binary heap that stores the position of each host. A host can be moved or removed
/// in logarithmic time.
struct HostQueue {
  private var members: [(ticket: UInt64, host: Int)] = []
  /// The position of each host in the heap, or -1 for a host that is not in the heap.
  private var positions: [Int] = []

  /// The host whose request has waited longest, with the ticket of that request.
  var first: (ticket: UInt64, host: Int)? { members.first }

  /// Sets the ticket of the first waiting request to a host. The ticket is `nil` if no request
  /// waits for the host.
  mutating func update(_ host: Int, _ ticket: UInt64?) {
    while positions.count <= host { positions.append(-1) }
    let position = positions[host]
    guard let ticket else {
      if position >= 0 { remove(at: position) }
      return
    }
    if position < 0 {
      members.append((ticket, host))
      positions[host] = members.count - 1
      rise(members.count - 1)
    } else if members[position].ticket != ticket {
      let before = members[position].ticket
      members[position].ticket = ticket
      if ticket < before { rise(position) } else { sink(position) }
    }
  }

  private mutating func remove(at position: Int) {
    positions[members[position].host] = -1
    let last = members.removeLast()
    guard position < members.count else { return }
    let before = members[position].ticket
    members[position] = last
    positions[last.host] = position
    if last.ticket < before { rise(position) } else { sink(position) }
  }

  private mutating func rise(_ start: Int) {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard members[position].ticket < members[parent].ticket else { return }
      exchange(position, parent)
      position = parent
    }
  }

  private mutating func sink(_ start: Int) {
    var position = start
    while true {
      var child = 2 * position + 1
      guard child < members.count else { return }
      if child + 1 < members.count, members[child + 1].ticket < members[child].ticket { child += 1 }
      guard members[child].ticket < members[position].ticket else { return }
      exchange(position, child)
      position = child
    }
  }

  private mutating func exchange(_ a: Int, _ b: Int) {
    members.swapAt(a, b)
    positions[members[a].host] = a
    positions[members[b].host] = b
  }
}
