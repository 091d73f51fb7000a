/// A buffer of bytes to send: a piece of body content with the framing bytes before and after it.
struct SendBuffer {
  /// The head of a request, or the framing bytes before a piece of content.
  var before: [UInt8] = []
  var piece: [UInt8] = []
  /// The framing bytes after a piece of content.
  var after: [UInt8] = []
  private(set) var sentCount = 0

  /// A Boolean value that indicates whether the send buffer contains unsent bytes.
  var isPending: Bool { sentCount < before.count + piece.count + after.count }

  /// The next unsent bytes of the three parts of the send buffer.
  struct Parts {
    let before: Range<Int>
    let piece: Range<Int>
    let after: Range<Int>
    let count: Int
  }

  /// Returns the next unsent bytes of the send buffer, up to a limit.
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

  /// Records a number of sent bytes, and clears the buffer when all bytes are sent. Returns the
  /// number of sent body bytes.
  mutating func advance(_ count: Int) -> Int {
    let content = before.count..<(before.count + piece.count)
    let sent = (sentCount..<(sentCount + count)).clamped(to: content)
    sentCount += count
    if !isPending { clear() }
    return sent.count
  }

  /// Clears the send buffer, and retains its memory for the next request head.
  mutating func clear() {
    if !before.isEmpty { before.removeAll(keepingCapacity: true) }
    if !piece.isEmpty { piece = [] }
    if !after.isEmpty { after.removeAll(keepingCapacity: true) }
    sentCount = 0
  }

  /// Releases the part of the send buffer's memory that an idle connection does not need.
  mutating func rest() {
    if before.capacity > Self.restingCapacity { self = SendBuffer() }
  }

  /// The maximum capacity in bytes of the send buffer of an idle connection.
  static let restingCapacity = 4_096
}
