/// The bytes that wait to be sent: a piece of content with the bytes before and after it.
struct SendBuffer {
  /// The head of a request, or the bytes before a piece.
  var before: [UInt8] = []
  var piece: [UInt8] = []
  /// The bytes after the piece.
  var after: [UInt8] = []
  private(set) var sentCount = 0

  /// A Boolean value that indicates whether there are unsent bytes.
  var isPending: Bool { sentCount < before.count + piece.count + after.count }

  /// The next bytes of the three parts.
  struct Parts {
    let before: Range<Int>
    let piece: Range<Int>
    let after: Range<Int>
    let count: Int
  }

  /// Returns the next bytes of the three parts, up to a limit.
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

  /// Records a number of sent bytes, and clears the buffer once all are sent; returns the number of
  /// content bytes among them.
  mutating func advance(_ count: Int) -> Int {
    let content = before.count..<(before.count + piece.count)
    let sent = (sentCount..<(sentCount + count)).clamped(to: content)
    sentCount += count
    if !isPending { clear() }
    return sent.count
  }

  /// Clears the buffer, and keeps its memory for the next head.
  mutating func clear() {
    if !before.isEmpty { before.removeAll(keepingCapacity: true) }
    if !piece.isEmpty { piece = [] }
    if !after.isEmpty { after.removeAll(keepingCapacity: true) }
    sentCount = 0
  }

  /// Releases memory that an idle connection need not keep.
  mutating func rest() {
    if before.capacity > Self.restingCapacity { self = SendBuffer() }
  }

  /// The capacity that an idle connection may keep for the next head.
  static let restingCapacity = 4_096
}
