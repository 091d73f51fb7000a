/// What waits to be sent: a piece of content with what stands before it and behind it.
struct SendBuffer {
  /// The head of a request, or what stands before a piece.
  var before: [UInt8] = []
  var piece: [UInt8] = []
  /// What stands behind the piece.
  var after: [UInt8] = []
  private(set) var sentCount = 0

  /// Whether something is here that was not sent.
  var isPending: Bool { sentCount < before.count + piece.count + after.count }

  /// What comes next of the three pieces.
  struct Parts {
    let before: Range<Int>
    let piece: Range<Int>
    let after: Range<Int>
    let count: Int
  }

  /// What comes next of the three pieces, up to so many bytes.
  func parts(atMost limit: Int) -> Parts {
    let (start, end) = (before.count, before.count + piece.count)
    let count = min(limit, end + after.count - sentCount)
    let next = sentCount..<(sentCount + count)
    func part(_ lower: Int, _ upper: Int) -> Range<Int> {
      let range = next.clamped(to: lower..<upper)
      return range.lowerBound - lower..<range.upperBound - lower
    }
    return Parts(
      before: part(0, start), piece: part(start, end), after: part(end, end + after.count),
      count: count)
  }

  /// Notes that so many bytes were sent, and forgets them once all are; returns how many of them
  /// were content.
  mutating func advance(_ count: Int) -> Int {
    let content = before.count..<(before.count + piece.count)
    let sent = (sentCount..<(sentCount + count)).clamped(to: content)
    sentCount += count
    if !isPending { clear() }
    return sent.count
  }

  /// Forgets what was to be sent, and keeps the memory for the next head.
  mutating func clear() {
    if !before.isEmpty { before.removeAll(keepingCapacity: true) }
    if !piece.isEmpty { piece = [] }
    if !after.isEmpty { after.removeAll(keepingCapacity: true) }
    sentCount = 0
  }

  /// Gives up memory that a connection at rest need not keep.
  mutating func rest() {
    if before.capacity > Self.restingCapacity { self = SendBuffer() }
  }

  /// How much memory a connection that rests may keep for the next head.
  static let restingCapacity = 4_096
}
